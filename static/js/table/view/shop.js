// Chips for sale at the table: a tournament's rebuys and its add-on. The server says what is sold.

/**
 * @import { Goods, Offer, Refused, Seen, Sale, State, Time } from "../../types/page.d.ts"
 */

import { mySeat } from "../state/mine.js";
import { countdown, useServerTime } from "./clock.js";
import { html } from "./ui.js";
import { useWords } from "./words.js";

/** Whether what is sold to the reader may have changed between two states.
 * @param {State} before
 * @param {State} after
 */
export function mayHaveChanged(before, after) {
  if (after.out) return !before.out;
  if (!mySeat(after)) return false;
  /** @param {State} state */
  const chips = (state) => (mySeat(state)?.stack ?? 0) > 0;
  return (
    !mySeat(before) ||
    after.lastHand !== before.lastHand ||
    after.table?.notice?.kind !== before.table?.notice?.kind ||
    chips(after) !== chips(before)
  );
}

/** What each is called in the addresses of the event.
 * @type {Record<Goods, string>}
 */
const PLACES = { rebuy: "rebuy", add_on: "add-on", re_entry: "register" };

/** Asks the offer at `url` and buys from it; `onOffer` gets each answer, `onRefusal` each no;
 * `onEntered` is called when somebody who was out is in again.
 * @param {{
 *   url: string, csrf: string, onOffer: (offer: Offer) => void,
 *   onRefusal: (refusal: Refused) => void, onEntered: () => void,
 * }} shop
 */
export function seller({ url, csrf, onOffer, onRefusal, onEntered }) {
  let over = !url;
  /** @type {{ [G in Goods]?: string }} */
  const wishes = {};

  async function look() {
    if (over) return;
    // Without an answer there is nothing to show; the next hand asks again.
    const offer = await fetch(url).then((answer) => answer.ok && answer.json()).catch(() => null);
    if (!offer) return;
    over = !offer.sells && !offer.re_entry;
    onOffer(offer);
  }

  /** Pressed again before the answer, it is the same wish.
   * @param {Goods} kind
   */
  async function buy(kind) {
    wishes[kind] ??= crypto.randomUUID?.() ?? String(Math.random()).slice(2);
    const answer = await fetch(url.replace(/offer\/.*/, `${PLACES[kind]}/`), {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": csrf },
      body: JSON.stringify(kind === "re_entry" ? {} : { key: wishes[kind] }),
    }).catch(() => null);
    // Without an answer nobody knows: the next press asks for the same purchase.
    if (!answer) return;
    delete wishes[kind];
    if (!answer.ok) onRefusal(await answer.json());
    else if (kind === "re_entry") onEntered();
    await look();
  }

  return { look, buy };
}

/** @param {{ state: Seen, buy: (kind: Goods) => void, time: Time }} props */
export function Shop({ state, buy, time }) {
  const { say, amount, money, free } = useWords();
  const { offer } = state;
  const until = offer?.until ?? null;
  const broke = until !== null;
  const now = useServerTime(time, broke);
  if (!offer || !(offer.rebuy || offer.add_on || offer.coming || offer.re_entry)) return null;
  const left = broke ? countdown(Date.parse(until) - now) : "";
  /** @type {Array<[Goods, Sale | null]>} */
  const goods = [["rebuy", offer.rebuy], ["add_on", offer.add_on], ["re_entry", offer.re_entry]];
  return html`
    <div class=${`shop ${broke ? "broke" : ""}`}>
      ${broke && html`<p role="status">${say("no_chips")} <span class="count">${left}</span></p>`}
      ${offer.coming > 0 && html`<p>${say("chips_coming", { chips: amount(offer.coming) })}</p>`}
      ${goods.map(([kind, sale]) => sale && html`
        <button type="button" key=${kind} data-cents=${free ? undefined : sale.price} onClick=${() => buy(kind)}>
          ${say(`buy_${kind}`, { chips: amount(sale.chips), price: money(sale.price) })}</button>`)}
    </div>`;
}
