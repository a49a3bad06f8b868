// What only cash tables have: sitting down, adding chips, coming in, leaving.

/**
 * @import { Rests, SeatView, Stay } from "../../types/frames.d.ts"
 * @import { Dispatch, Gestures, Seen, SeatWish, Terms, Time } from "../../types/page.d.ts"
 * @import { Part } from "../../types/preact.d.ts"
 */

import { fault } from "../state/amounts.js";
import { freeSeats, inHand, mySeat } from "../state/mine.js";
import { AmountField } from "../view/amount_field.js";
import { countdown, useServerTime } from "../view/clock.js";
import { useOwner } from "../view/owner.js";
import { html, useState } from "../view/ui.js";
import { useWords } from "../view/words.js";
import { HeldForMe, WaitingList } from "./waiting.js";

/** @typedef {Seen & { cash: Terms, stay: Stay }} AtCash */

/** The terms that the page brings: cents, or chips of play money; null at no cash table.
 * @param {DOMStringMap} data
 * @returns {Terms | null}
 */
export function termsOf(data) {
  if (data.cash === undefined) return null;
  return {
    least: Number(data.least),
    most: Number(data.most),
    allowed: Number(data.allowed),
    back: Boolean(data.back),
    balance: Number(data.balance),
    straddle: Boolean(data.straddle),
    blinds: Boolean(data.blinds),
    sitUrl: data.sitUrl ?? "",
    waitUrl: data.waitUrl ?? "",
    tables: Number(data.tables ?? 1),
    place: data.place ? Number(data.place) : null,
    csrf: data.csrf ?? "",
    loginUrl: data.loginUrl ?? "",
    signUpUrl: data.signUpUrl ?? "",
    play: Boolean(data.play),
    playUrl: data.playUrl ?? "",
    rake: data.rake ?? "",
  };
}

/** The name of one wish: sent twice, it is granted once. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Asks for a seat; null, or what the room refuses as {code, message, rule}.
 * @param {Terms} terms
 * @param {SeatWish} wish
 */
export async function sitDown({ sitUrl, csrf }, wish) {
  const answer = await fetch(sitUrl, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": csrf },
    body: JSON.stringify(wish),
  }).catch(() => null);
  if (answer?.ok) return null;
  const body = await answer?.json().catch(() => null);
  return { code: body?.code ?? "", message: body?.message ?? null, rule: body?.rule ?? undefined };
}

/** Where to sit: what was chosen on the felt or here, else any seat.
 * @param {{ state: Seen, dispatch: Dispatch }} props
 */
function SeatChoice({ state: { table, chosen, user }, dispatch }) {
  const { say } = useWords();
  const free = freeSeats(table, user);
  const gone = chosen !== null && !free.includes(chosen);
  /** @param {string} value */
  const choose = (value) => dispatch({ type: "choose_seat", seat: value ? Number(value) : null });
  return html`
    <label class="seat-choice"><span>${say("seat")}</span>
      <select name="seat" value=${chosen ?? ""} onChange=${(event) => choose(event.target.value)}>
        <option value="">${say("seat_any")}</option>
        ${gone && html`<option value=${chosen}>${say("seat_taken", { number: chosen })}</option>`}
        ${free.map((number) => html`
          <option key=${number} value=${number}>${say("seat_number", { number })}</option>`)}
      </select>
    </label>`;
}

/** A seat for play money for whoever is nobody yet: one press, which says that they are of age.
 * @param {{ state: Seen & { cash: Terms } }} props
 */
function AsGuest({ state: { cash, table } }) {
  const { say } = useWords();
  return html`
    <section class="actions sit-down" aria-label=${say("sit_down")}>
      <form class="buttons" method="post" action=${cash.playUrl}>
        <input type="hidden" name="csrfmiddlewaretoken" value=${cash.csrf} />
        <input type="hidden" name="table" value=${table.id} />
        <button class="raise" name="of_age" value="yes">${say("play_as_guest")}</button>
        <a class="button button-quiet" href=${cash.loginUrl}>${say("log_in")}</a>
      </form>
    </section>`;
}

/**
 * @param {{
 *   state: Seen & { cash: Terms }, dispatch: Dispatch, sit: Gestures["sit"], time: Time,
 * }} props
 */
export function SitDown({ state, dispatch, sit, time }) {
  const words = useWords();
  const { say, amount, field } = words;
  const { label } = useOwner();
  const { least, allowed: most, back, balance, loginUrl } = state.cash;
  const [text, setText] = useState(field.write(Math.min(most, Math.max(least, balance))));
  const [posts, setPosts] = useState(false);
  // Until the amount changes, pressing twice is one wish.
  const [wish, setWish] = useState({ key: newKey(), of: /** @type {number | null} */ (null) });
  if (state.closed || state.left !== null) return null;
  const typed = field.read(text, state.table.stakes.big_blind);
  const wrong = fault(typed, { min: least, max: most }, words);
  const full = freeSeats(state.table, state.user).length === 0;
  const held = state.table.held?.find((each) => each.user === state.user);
  const spent = most < least;
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    if (wrong || typed === null) return;
    const key = wish.of === null || wish.of === typed ? wish.key : newKey();
    setWish({ key, of: typed });
    sit({ amount: typed, key, seat: state.chosen, posts });
  };
  if (state.user === null && state.cash.play && state.cash.playUrl) return html`<${AsGuest} state=${state} />`;
  if (state.user === null) {
    return html`
      <section class="actions sit-down" aria-label=${label(say("sit_down"))}>
        <div class="buttons"><a class="button" href=${loginUrl}>${say("log_in")}</a></div>
      </section>`;
  }
  if (state.cash.signUpUrl && !state.cash.play) {
    return html`
      <section class="actions sit-down" aria-label=${label(say("sit_down"))}>
        <p class="awaited">${say("guest_no_money")}</p>
        <div class="buttons"><a class="button" href=${state.cash.signUpUrl}>${say("sign_up")}</a></div>
      </section>`;
  }
  return html`
    <section class="actions sit-down" aria-label=${label(say("sit_down"))}>
      ${held && html`<${HeldForMe} held=${held} time=${time} />`}
      ${spent ? html`<p class="awaited">${say("sit_down_spent")}</p>`
        : full ? html`<${WaitingList} cash=${state.cash} />`
        : html`
          <form class="buy-in" onSubmit=${submit}>
            <p class="awaited">${say(back ? "sit_down_back" : "sit_down_range", {
              range: [...new Set([amount(least), amount(most)])].join("–"), balance: amount(balance),
            })}</p>
            <div class="choices">
              ${state.cash.blinds && html`
                <label class="setting">
                  <input type="checkbox" name="posts" checked=${posts}
                    onChange=${(event) => setPosts(event.target.checked)} />
                  ${say("posts_now")}
                </label>`}
              <${SeatChoice} state=${state} dispatch=${dispatch} />
            </div>
            <div class="buttons">
              <${AmountField} name="buy-in" label=${say("buy_in")} value=${text} fault=${wrong}
                setText=${setText} done=${() => typed !== null && setText(field.write(typed))} />
              <button class="raise" disabled=${wrong !== "" || state.connection !== "open"}>
                ${say("sit_down")}</button>
            </div>
          </form>`}
    </section>`;
}

/** @param {{ state: AtCash, topUp: Gestures["topUp"] }} props */
function TopUp({ state, topUp }) {
  const held = mySeat(state)?.stack ?? 0;
  return html`
    <${TopUpForm} state=${state} held=${held} waits=${state.stay.top_up} topUp=${topUp} />`;
}

/** Buying chips beside those that one has; `waits` are those that come after the hand.
 * @param {{
 *   state: Seen & { cash: Terms }, held: number, waits: number, topUp: Gestures["topUp"],
 * }} props
 */
export function TopUpForm({ state, held, waits, topUp }) {
  const words = useWords();
  const { say, amount, field } = words;
  const room = state.cash.most - held;
  const [text, setText] = useState(/** @type {string | null} */ (null));
  if (waits > 0) return html`<p>${say("top_up_waits", { amount: amount(waits) })}</p>`;
  if (room <= 0) return html`<p>${say("top_up_full")}</p>`;
  const typed = text === null ? room : field.read(text, state.table.stakes.big_blind);
  const wrong = fault(typed, { min: 1, max: room }, words);
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    if (wrong || typed === null) return;
    topUp(typed);
    setText(null);
  };
  return html`
    <form class="top-up" onSubmit=${submit}>
      <${AmountField} name="top-up" label=${say("top_up")} value=${text ?? field.write(room)}
        fault=${wrong} setText=${setText} />
      <button class="button button-small" data-cents=${state.cash.play ? undefined : typed}
        disabled=${wrong !== ""}>${say("top_up")}</button>
      <p class="keys">${say("top_up_more", { most: amount(state.cash.most) })}</p>
    </form>`;
}

/** Leaving; in a hand the wish is kept until it is over.
 * @param {{ state: Seen, leave: Gestures["leave"] }} props
 */
export function Leave({ state, leave }) {
  const { say } = useWords();
  const later = inHand(state);
  return html`
    <button type="button" class="button button-quiet leave" onClick=${() => leave(later)}>${say("leave")}</button>
    <p class="keys">${later && say("leave_later")} ${say("leave_more")}</p>`;
}

/** In the menu of a player who leaves after the hand: staying, or giving the hand up.
 * @param {{ state: Seen, stay: Gestures["stay"], leave: Gestures["leave"] }} props
 */
export function StayOrGo({ state, stay, leave }) {
  const { say } = useWords();
  return html`
    <p>${say("leaving")}</p>
    <button type="button" class="button button-quiet" onClick=${stay}>${say("stay")}</button>
    ${inHand(state) && html`
      <button type="button" class="button button-quiet" onClick=${() => leave(false)}>${say("leave_now")}</button>
      <p class="keys">${say("leave_sure")}</p>`}`;
}

/** For whoever leaves after the hand, as long as it can be taken back.
 * @param {{ stay: Gestures["stay"], disabled?: boolean }} props
 */
export function Leaving({ stay, disabled = false }) {
  const { say } = useWords();
  return html`
    <p class="awaited" role="status">${say("leaving")}</p>
    <div class="buttons">
      <button type="button" class="passive" disabled=${disabled} onClick=${stay}>${say("stay")}</button>
    </div>`;
}

/** A player without chips: buying in again, with as much as before unless it is changed, or leaving.
 * @param {{ state: AtCash, gestures: Gestures, disabled: boolean, time: Time }} props
 */
export function Broke({ state, gestures, disabled, time }) {
  const { say } = useWords();
  const { top_up, rebuy } = state.stay;
  const seat = mySeat(state);
  return html`
    <${BuyInAgain} state=${state} least=${1} most=${state.cash.most} rebuy=${rebuy} gestures=${gestures}
      disabled=${disabled} waits=${top_up > 0}>
      ${say("broke")} ${seat && html`<${Kept} seat=${seat} time=${time} />`}<//>`;
}

/** The form by which a player without chips buys in again or leaves.
 * @param {{
 *   state: Seen & { cash: Terms }, least: number, most: number, rebuy: number, gestures: Gestures,
 *   disabled: boolean, waits: boolean, children: Part,
 * }} props
 */
export function BuyInAgain({ state, least, most, rebuy, gestures, disabled, waits, children }) {
  const words = useWords();
  const { say, field } = words;
  const [text, setText] = useState(field.write(Math.min(most, rebuy)));
  const typed = field.read(text, state.table.stakes.big_blind);
  const wrong = fault(typed, { min: least, max: most }, words);
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    if (!wrong && typed !== null) gestures.topUp(typed);
  };
  return html`
    <form class="buy-in again" onSubmit=${submit}>
      <p class="awaited" role="status">${children}</p>
      <div class="buttons">
        <button type="button" class="passive" disabled=${disabled} onClick=${() => gestures.leave(false)}>
          ${say("leave")}</button>
        <${AmountField} name="buy-in" label=${say("buy_in")} value=${text} fault=${wrong} setText=${setText} />
        <button class="raise" data-cents=${state.cash.play ? undefined : typed}
          disabled=${disabled || waits || wrong !== ""}>${say("buy_in_again")}</button>
      </div>
    </form>`;
}

/** For how long whoever sits out keeps the seat (OUT-2); nothing where it does not count yet.
 * @param {{ seat: SeatView, time: Time, short?: boolean }} props
 */
export function Kept({ seat: { away, out_until, out_hands }, time, short = false }) {
  const { say } = useWords();
  const counts = away && out_until !== undefined;
  const now = useServerTime(time, counts);
  if (away && out_hands !== undefined) {
    return html`<span class="kept">${say(short ? "kept_hands_short" : "kept_hands", { count: out_hands })}</span>`;
  }
  if (!counts) return null;
  const left = countdown(Date.parse(out_until) - now);
  return html`
    <span class="kept" role="timer">${short ? left : say("kept_until", { left })}</span>`;
}

export function ChipsIcon() {
  return html`
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <ellipse cx="12" cy="7" rx="7.5" ry="3" />
      <path d="M4.5 7v5c0 1.65 3.35 3 7.5 3s7.5-1.35 7.5-3V7M4.5 12v5c0 1.65 3.35 3 7.5 3s7.5-1.35 7.5-3v-5" />
    </svg>`;
}

/**
 * @param {string} value
 * @returns {Rests}
 */
const restsOf = (value) => (value === "hand" || value === "blind" ? value : "");

/** @param {{ state: Seen & { cash: Terms }, gestures: Gestures }} props */
export function CashMenu({ state, gestures }) {
  const { say, amount } = useWords();
  const { stay, cash } = state;
  if (!stay) return null;
  return html`
    <details class="settings cash-menu" data-menu>
      <summary aria-label=${say("cash")} title=${say("cash")}><${ChipsIcon} /></summary>
      <div class="sheet">
        ${stay.leaving
          ? html`<${StayOrGo} state=${state} stay=${gestures.stay} leave=${gestures.leave} />`
          : html`
            <${TopUp} state=${state} topUp=${gestures.topUp} />
            <label class="setting">
              <input type="checkbox" name="tops_up" checked=${stay.tops_up}
                onChange=${(event) => gestures.choose({ tops_up: event.target.checked })} />
              ${say("tops_up", { most: amount(cash.most) })}
            </label>
            <label class="setting">
              <input type="checkbox" name="rebuys" checked=${stay.rebuys}
                onChange=${(event) => gestures.choose({ rebuys: event.target.checked })} />
              ${say("rebuys", { amount: amount(stay.rebuy) })}
            </label>
            ${cash.blinds && html`
              <label class="setting">
                <input type="checkbox" name="posts_always" checked=${stay.posts_always}
                  onChange=${(event) => gestures.choose({ posts_always: event.target.checked })} />
                ${say("posts_always")}
              </label>`}
            <label class="seat-choice"><span>${say("rests")}</span>
              <select name="rests" value=${stay.rests}
                onChange=${(event) => gestures.choose({ rests: restsOf(event.target.value) })}>
                <option value="">${say("rests_not")}</option>
                <option value="hand">${say("rests_hand")}</option>
                ${cash.blinds && html`<option value="blind">${say("rests_blind")}</option>`}
              </select>
            </label>
            ${cash.straddle && html`
              <label class="setting">
                <input type="checkbox" name="straddles" checked=${stay.straddles}
                  onChange=${(event) => gestures.choose({ straddles: event.target.checked })} />
                ${say("straddles")}
              </label>`}
            <${Leave} state=${state} leave=${gestures.leave} />`}
      </div>
    </details>`;
}
