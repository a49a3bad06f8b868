// What only cash tables have: sitting down, adding chips, coming in, leaving.

/**
 * @import { Stay } from "../types/frames.d.ts"
 * @import { Gestures, Seen, SeatWish, Terms } from "../types/page.d.ts"
 */

import { mySeat } from "./state.js";
import { html, useState } from "./ui.js";
import { useWords } from "./words.js";

/** @typedef {Seen & { cash: Terms, stay: Stay }} AtCash */

/** The terms that the page brings: cents, or null where nobody plays for money.
 * @param {DOMStringMap} data
 * @returns {Terms | null}
 */
export function termsOf(data) {
  if (data.cash === undefined) return null;
  return {
    least: Number(data.least),
    most: Number(data.most),
    balance: Number(data.balance),
    straddle: Boolean(data.straddle),
    sitUrl: data.sitUrl ?? "",
    csrf: data.csrf ?? "",
    loginUrl: data.loginUrl ?? "",
  };
}

/** The name of one wish: sent twice, it is granted once. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Asks for a seat; null, or what the room refuses as {code, message}.
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
  return { code: body?.code ?? "", message: body?.message ?? null };
}

/** @param {{ text: string, setText: (text: string) => void, label: string }} props */
function Amount({ text, setText, label }) {
  return html`
    <input type="text" inputmode="decimal" autocomplete="off" class="amount" aria-label=${label}
      value=${text} onFocus=${(event) => event.target.select()}
      onInput=${(event) => setText(event.target.value)} />`;
}

/** @param {{ state: Seen & { cash: Terms }, sit: Gestures["sit"] }} props */
export function SitDown({ state, sit }) {
  const { say, amount, field } = useWords();
  const { least, most, balance, loginUrl } = state.cash;
  const [text, setText] = useState(field.write(Math.min(most, Math.max(least, balance))));
  const [posts, setPosts] = useState(false);
  // Until the amount changes, pressing twice is one wish.
  const [wish, setWish] = useState({ key: newKey(), of: /** @type {number | null} */ (null) });
  if (state.closed) return null;
  const full = state.table.seats.length >= state.table.max_seats;
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    const cents = field.read(text, state.table.stakes.big_blind) ?? 0;
    const key = wish.of === null || wish.of === cents ? wish.key : newKey();
    setWish({ key, of: cents });
    sit({ amount: cents, key, posts });
  };
  if (state.user === null) {
    return html`
      <section class="actions sit-down" aria-label=${say("sit_down")}>
        <div class="buttons"><a class="button" href=${loginUrl}>${say("log_in")}</a></div>
      </section>`;
  }
  return html`
    <section class="actions sit-down" aria-label=${say("sit_down")}>
      ${full
        ? html`<p class="awaited">${say("table_full")}</p>`
        : html`
          <form class="buy-in" onSubmit=${submit}>
            <p class="awaited">${say("sit_down_range", {
              least: amount(least), most: amount(most), balance: amount(balance),
            })}</p>
            <label class="setting">
              <input type="checkbox" name="posts" checked=${posts}
                onChange=${(event) => setPosts(event.target.checked)} />
              ${say("posts_now")}
            </label>
            <div class="buttons">
              <${Amount} text=${text} setText=${setText} label=${say("buy_in")} />
              <button class="raise" disabled=${state.connection !== "open"}>${say("sit_down")}</button>
            </div>
          </form>`}
    </section>`;
}

/** What it takes to come in, for who waits for the big blind (CASH-2).
 * @param {{ state: AtCash, choose: Gestures["choose"] }} props
 */
export function Owes({ state, choose }) {
  const { say, amount } = useWords();
  const { stay, table } = state;
  const post = say(stay.dead ? "post_both" : "post_big", {
    amount: amount(table.stakes.big_blind),
  });
  return html`
    <p class="awaited">${say(stay.posts ? "owes_paid" : "owes")}</p>
    <div class="buttons">
      <button type="button" class="passive" onClick=${() => choose({ posts: !stay.posts })}>
        ${stay.posts ? say("wait_for_big") : post}</button>
    </div>`;
}

/** @param {{ state: AtCash, topUp: Gestures["topUp"] }} props */
function TopUp({ state, topUp }) {
  const { say, amount, field } = useWords();
  const room = state.cash.most - (mySeat(state)?.stack ?? 0);
  const [text, setText] = useState(/** @type {string | null} */ (null));
  if (state.stay.top_up > 0) {
    return html`<p>${say("top_up_waits", { amount: amount(state.stay.top_up) })}</p>`;
  }
  if (room <= 0) return html`<p>${say("top_up_full")}</p>`;
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    topUp(text === null ? room : (field.read(text, state.table.stakes.big_blind) ?? 0));
    setText(null);
  };
  return html`
    <form class="top-up" onSubmit=${submit}>
      <${Amount} text=${text ?? field.write(room)} setText=${setText} label=${say("top_up")} />
      <button class="button button-small">${say("top_up")}</button>
      <p class="keys">${say("top_up_more", { most: amount(state.cash.most) })}</p>
    </form>`;
}

/** @param {{ state: Seen & { cash: Terms }, gestures: Gestures }} props */
export function CashMenu({ state, gestures }) {
  const { say } = useWords();
  const { stay, cash } = state;
  if (!stay) return null;
  return html`
    <details class="settings cash-menu">
      <summary aria-label=${say("cash")} title=${say("cash")}>
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
          <ellipse cx="12" cy="7" rx="7.5" ry="3" />
          <path d="M4.5 7v5c0 1.65 3.35 3 7.5 3s7.5-1.35 7.5-3V7M4.5 12v5c0 1.65 3.35 3 7.5 3s7.5-1.35 7.5-3v-5" />
        </svg>
      </summary>
      <div class="sheet">
        ${stay.leaving
          ? html`<p>${say("leaving")}</p>`
          : html`
            <${TopUp} state=${state} topUp=${gestures.topUp} />
            ${cash.straddle && html`
              <label class="setting">
                <input type="checkbox" name="straddles" checked=${stay.straddles}
                  onChange=${(event) => gestures.choose({ straddles: event.target.checked })} />
                ${say("straddles")}
              </label>`}
            <button type="button" class="button button-quiet leave" onClick=${gestures.leave}>
              ${say("leave")}</button>
            <p class="keys">${say("leave_more")}</p>`}
      </div>
    </details>`;
}
