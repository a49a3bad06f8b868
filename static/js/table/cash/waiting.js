// The waiting list of a full cash table, and the seat that is held for who waited.

/**
 * @import { Held } from "../../types/frames.d.ts"
 * @import { Terms, Time } from "../../types/page.d.ts"
 */

import { countdown, useServerTime } from "../view/clock.js";
import { html, useEffect, useState } from "../view/ui.js";
import { useWords } from "../view/words.js";

// How often one's place on the list is asked for.
const ASK_MS = 10_000;

/** Looks at the list, joins it or leaves it; the place there, or why not.
 * @param {Terms} terms
 * @param {"GET" | "POST" | "DELETE"} method
 * @param {boolean} anyTable whether who joins takes a seat at any table of the game
 * @returns {Promise<{ place?: number | null, message?: string }>}
 */
async function list({ waitUrl, csrf }, method, anyTable = true) {
  const answer = await fetch(waitUrl, {
    method,
    headers: { "Content-Type": "application/json", "X-CSRFToken": csrf },
    body: method === "POST" ? JSON.stringify({ any_table: anyTable }) : undefined,
  }).catch(() => null);
  return (await answer?.json().catch(() => null)) ?? {};
}

/** For a table where every seat is taken, or held for others.
 * @param {{ cash: Terms }} props
 */
export function WaitingList({ cash }) {
  const { say } = useWords();
  const [place, setPlace] = useState(cash.place);
  const [trouble, setTrouble] = useState("");
  const look = async () => {
    const answer = await list(cash, "GET");
    if (answer.place !== undefined) setPlace(answer.place);
  };
  useEffect(() => {
    look();
    const timer = setInterval(look, ASK_MS);
    return () => clearInterval(timer);
  }, []);
  /** @param {boolean} anyTable */
  const change = async (anyTable) => {
    const answer = await list(cash, place === null ? "POST" : "DELETE", anyTable);
    setTrouble(answer.place === undefined ? (answer.message ?? say("wait_trouble")) : "");
    if (answer.place !== undefined) setPlace(answer.place);
  };
  return html`
    <p class="awaited" role="status">
      ${trouble || (place === null ? say("table_full") : say("waiting_place", { place }))}</p>
    <div class="buttons">
      <button type="button" class=${place === null ? "raise" : "passive"} 
        onClick=${() => change(true)}>${say(place === null ? "wait_join" : "wait_leave")}</button>
      ${place === null && cash.tables > 1 && html`
        <button type="button" class="passive" onClick=${() => change(false)}>${say("wait_here")}</button>`}
    </div>`;
}

/** The seat that is held for the reader, for how long.
 * @param {{ held: Held, time: Time }} props
 */
export function HeldForMe({ held, time }) {
  const { say } = useWords();
  const left = countdown(Date.parse(held.until) - useServerTime(time, true));
  return html`<p class="awaited" role="timer">${say("held_for_you", { seat: held.seat, left })}</p>`;
}
