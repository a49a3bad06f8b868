// What cards make: on the felt in symbols to the eye, the whole of it to the ear; and the odds that a call gets.

/** @import { Made, Seen, Settings } from "../../types/page.d.ts" */

import { brief, whole } from "../state/hand_names.js";
import { myHand, myTurn } from "../state/mine.js";
import { strength } from "../state/strength.js";
import { html } from "./ui.js";
import { useWords } from "./words.js";

/** @param {{ made: Made, room?: number }} props  `room` in letters */
export function MadeHand({ made, room }) {
  const { say } = useWords();
  return html`
    <span class="brief" aria-hidden="true">${brief(made, say, room)}</span>
    <span class="visually-hidden">${whole(made, say)}</span>`;
}

const BETWEEN = " · ";

/** The hands of one seat, high and low, in a line of so many letters; letters shrink where even the
 * shortest names are longer.
 * @param {{ hands: Made[], room: number }} props
 */
export function MadeHands({ hands, room }) {
  const { say } = useWords();
  const each = Math.floor((room - BETWEEN.length * (hands.length - 1)) / hands.length);
  const letters = hands.map((made) => brief(made, say, each)).join(BETWEEN).length;
  return html`
    <span class="hands" style=${`--letters: ${letters}`}>${hands.map((made, i) => html`${i > 0 && BETWEEN}<${MadeHand}
      key=${i} made=${made} room=${each} />`)}</span>`;
}

/** What one must win of a hundred times for a call to pay, and what the pot pays for one chip.
 * @param {number} call
 * @param {number} total
 */
export const potOdds = (call, total) => ({
  percent: Math.round((100 * call) / (total + call)), ratio: Math.round((10 * total) / call) / 10,
});

/** The figures that a reader would reckon in their head: what their cards make, and the odds that a call gets.
 * @param {{ state: Seen, settings: Settings }} props
 */
export function Reckoned({ state, settings }) {
  const { say, locale } = useWords();
  const hand = state.table.hand;
  const mine = myHand(state);
  const call = myTurn(state)?.call ?? null;
  const holds = settings.strength && hand && mine && mine.status !== "folded";
  const made = holds ? strength(state.facts, state.cards, hand.board) : [];
  const odds = settings.potOdds && hand && call ? potOdds(call, hand.total) : null;
  return html`
    <div class="told">
      <p class="made" role="status">
        ${made.map((each, i) => html`<span key=${i} class="one"><${MadeHand} made=${each} /></span>`)}</p>
      <p class="odds">${odds && say("pot_odds", { percent: `${odds.percent}%`, ratio: odds.ratio.toLocaleString(locale) })}</p>
    </div>`;
}
