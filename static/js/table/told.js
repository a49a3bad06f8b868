// What the reader would reckon in their head: what their cards make, and the odds that a call gets.

/** @import { Seen, Settings } from "../types/page.d.ts" */

import { MadeHand } from "./made.js";
import { myHand, myTurn } from "./mine.js";
import { strength } from "./strength.js";
import { html } from "./ui.js";
import { useWords } from "./words.js";

/** What one must win of a hundred times for a call to pay, and what the pot pays for one chip.
 * @param {number} call
 * @param {number} total
 */
export const potOdds = (call, total) => ({
  percent: Math.round((100 * call) / (total + call)), ratio: Math.round((10 * total) / call) / 10,
});

/** @param {{ state: Seen, settings: Settings }} props */
export function Told({ state, settings }) {
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
