// How the event ended for the reader: place, money, the hands that mattered, and where to go on.

/**
 * @import { Dispatch, Ended, Gestures, Seen, Time, Urls, Words } from "../../types/page.d.ts"
 */

import { share } from "./share.js";
import { Shop } from "./shop.js";
import { html } from "./ui.js";
import { useWords } from "./words.js";

const PIECES = 36;

/** Asks `url` how the event ended; null without an answer, as after some that cannot be had.
 * @param {string} url
 * @returns {Promise<Ended | null>}
 */
export const askEnd = (url) =>
  fetch(url).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);

/** What is said at the head: the reader has won, or in which place they have finished.
 * @param {Ended | null} ended
 * @param {number | null} place
 * @param {Words} words
 */
function heading(ended, place, words) {
  const { say, amount, ordinal } = words;
  if (place === null) return say("knocked_out");
  if (place === 1) return say("champion");
  const rank = ordinal(place);
  return ended ? say("of_field", { place: rank, entries: amount(ended.entries) }) : rank;
}

/** Paper that falls for the winner; it lies where motion is not wanted.
 * @param {{ still: boolean }} props
 */
const Confetti = ({ still }) => html`
  <div class=${`confetti ${still ? "lies" : ""}`} aria-hidden="true">
    ${Array.from({ length: PIECES }, (_, i) => html`<i key=${i} style=${{
      "--at": `${(i * 61) % 100}%`, "--lies": `${(i * 37) % 90}%`, "--turn": `${(i * 47) % 360}deg`,
      "--after": `${(i * 73) % 900}ms`, "--hue": `${(i * 83) % 360}`,
    }} />`)}
  </div>`;

/** What was won: the prize, and bounties.
 * @param {{ ended: Ended }} props
 */
function Won({ ended }) {
  const { say, money } = useWords();
  /** @type {Array<[string, number]>} */
  const all = [["prize_won", ended.prize], ["bounties_won", ended.bounties]];
  const won = all.filter(([, cents]) => cents > 0);
  return won.length > 0 && html`
    <dl class="won-money">
      ${won.map(([what, cents]) => html`<div key=${what}><dt>${say(what)}</dt><dd>${money(cents)}</dd></div>`)}
    </dl>`;
}

/** The hands that mattered, each with its page.
 * @param {{ ended: Ended }} props
 */
function KeyHands({ ended }) {
  const { say, stack } = useWords();
  return ended.hands.length > 0 && html`
    <ul class="key-hands" aria-label=${say("key_hands")}>
      ${ended.hands.map(({ id, number, why, change, out, url, won }) => html`
        <li key=${id}>
          <a href=${url} target="_blank" rel="noopener">${say("hand_number", { number })}</a>
          ${" "}<span>${say(`key_${why}`, { out: out.join(", ") })}</span>
          ${" "}<span class=${change < 0 ? "lost" : "won"}>${change < 0 ? "−" : "+"}${stack(Math.abs(change))}</span>
          <span class="with">${won}</span>
        </li>`)}
    </ul>`;
}

/** The hour of a start, by the reader's clock.
 * @param {string} iso
 * @param {string} locale
 */
const hour = (iso, locale) => new Date(iso).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });

/** Where the reader goes on: the same once more, the next start, the final table, the event.
 * @param {{ state: Seen, urls: Urls, csrf: string, dispatch: Dispatch }} props
 */
function Ways({ state: { ended, table, place, closed }, urls, csrf, dispatch }) {
  const { say, money, free, locale } = useWords();
  const plays = place !== 1 && !closed && table.notice?.kind !== "finished";
  return html`
    <div class="ways">
      ${ended?.again && html`
        <form method="post" action=${ended.again.url}>
          <input type="hidden" name="csrfmiddlewaretoken" value=${csrf} />
          <button class="button" data-cents=${free ? undefined : ended.again.price || undefined}>${say("play_again", { price: money(ended.again.price) })}</button>
        </form>`}
      ${ended?.next && html`
        <a class=${`button ${ended.again ? "button-quiet" : ""}`} href=${ended.next.url}>${say("next_start", { name: ended.next.name, time: hour(ended.next.starts_at, locale) })}</a>`}
      ${ended?.watch && ended.watch !== table.id
        ? html`<a class="button button-quiet" href=${urls.table(ended.watch)}>${say("watch_final")}</a>`
        : plays && html`
          <button type="button" class="button button-quiet" onClick=${() => dispatch({ type: "watch_on" })}>${say(ended?.watch ? "watch_final" : "watch_on")}</button>`}
      ${ended?.page && html`<a class="button button-quiet" href=${ended.page}>${say("own_event")}</a>`}
      ${urls.event && html`<a class="button button-quiet" href=${urls.event}>${say("event_link")}</a>`}
    </div>`;
}

/**
 * @param {{
 *   state: Seen, name: string, urls: Urls, csrf: string, still: boolean, dispatch: Dispatch,
 *   gestures: Gestures, time: Time,
 * }} props
 */
export function EndPanel({ state, name, urls, csrf, still, dispatch, gestures, time }) {
  const words = useWords();
  const { ended, place } = state;
  const { say, money } = words;
  const champion = place === 1;
  const title = heading(ended, place, words);
  const player = (state.sat ?? state.table).seats.find(({ user }) => user === state.user)?.name;
  return html`
    <section class=${`actions ended ${champion ? "champion" : ""}`} aria-label=${title}>
      ${champion && html`<${Confetti} still=${still} />`}
      <div class="end-head">
        <p class="title" role="status">${title}</p>
        <p class="soft">${place === null ? say("knocked_out_more") : name}</p>
        ${ended && html`<${Won} ended=${ended} />`}
        ${ended && place !== null && html`
          <button type="button" class="button button-quiet button-small" onClick=${() => share({
            room: document.body.dataset.house ?? "", event: name,
            title: champion && player ? say("champion_named", { name: player }) : title,
            prize: ended.prize + ended.bounties ? money(ended.prize + ended.bounties) : "", champion,
          })}>${say("share_picture")}</button>`}
      </div>
      ${ended && html`<${KeyHands} ended=${ended} />`}
      <${Shop} state=${state} buy=${gestures.buy} time=${time} />
      <${Ways} state=${state} urls=${urls} csrf=${csrf} dispatch=${dispatch} />
    </section>`;
}
