// The middle of the felt: the pot, the board, the side pots.

/**
 * @import { DrawTold, HandTold, SeatView } from "../../types/frames.d.ts"
 * @import { Style, Values } from "../../types/page.d.ts"
 */

import { turnsUpAfter } from "../motion/reveal.js";
import { madeOf } from "../state/hand_names.js";
import { Card } from "./card.js";
import { drawn } from "./chips.js";
import { MadeHand } from "./made.js";
import { html } from "./ui.js";
import { useWords } from "./words.js";

const BOARD = [0, 1, 2, 3, 4];

/** The cards that are seen, and behind them those that turn up now.
 * @param {{ hand: HandTold | null, turning: string[], before: number, best: Set<string> | null }} props
 */
export function Board({ hand, turning, before, best }) {
  const cards = [...(hand?.board ?? []), ...turning];
  return html`
    <ol class="board">
      ${BOARD.map((i) => html`
        <li class="place" key=${i}>
          ${cards[i] && html`
            <${Card} key=${cards[i]} code=${cards[i]} delay=${turnsUpAfter(i, before)}
              best=${best && best.has(cards[i])} />`}
        </li>`)}
    </ol>`;
}

/** In the place of a board: who opened, or what it takes, and what becomes of a pot unwon.
 * @param {{ draw: DrawTold, names: Map<number, SeatView> }} props
 */
export function Draw({ draw, names }) {
  const { say, stack: amount } = useWords();
  const { left, opener, carried } = draw;
  /** @type {[string, Values]} */
  const [key, values] = left
    ? ["draw_left", { amount: amount(left.pot), openers: say(`openers_${left.openers}`) }]
    : opener !== null
      ? ["draw_opened", { name: names.get(opener)?.name ?? opener }]
      : ["draw_openers", { openers: say(`openers_${draw.openers}`) }];
  return html`
    <div class="draw" role="status">
      <p>${say(key, values)}</p>
      ${carried > 0 && !left && html`<p class="carried">${say("draw_carried", { amount: amount(carried) })}</p>`}
    </div>`;
}

/** Chips in the pot; once it is won, what its winners took.
 * @param {HandTold | null} hand
 */
function potOf(hand) {
  if (!hand) return 0;
  return hand.finished ? hand.results.reduce((sum, { amount }) => sum + amount, 0) : hand.total;
}

/** @param {{ hand: HandTold | null }} props */
export function Pot({ hand }) {
  const { say, stack: amount } = useWords();
  const total = potOf(hand);
  return html`
    <p class=${`pot ${total ? "some" : ""}`}>
      ${total > 0 && html`${say("pot")} <strong>${amount(total)}</strong>`}
      ${total > 0 && hand?.rake !== undefined && html`
        <span class="rake">${say("rake", { amount: amount(hand.rake) })}</span>`}
    </p>`;
}

/** @param {{ hand: HandTold | null }} props */
export function SidePots({ hand }) {
  const { say, stack: amount } = useWords();
  const pots = hand && hand.pots.length > 1 ? hand.pots : [];
  return html`
    <ul class="side-pots">
      ${pots.map((pot, i) => html`
        <li key=${i}>
          <span class="which">${say(i ? "side_pot" : "main_pot", { number: i })} </span>
          ${amount(pot.amount)}
        </li>`)}
    </ul>`;
}

/** Who won which half of a hi/lo pot, and with what, in the lines of the pots that are won; nothing in
 * other games.
 * @param {{ hand: HandTold | null, names: Map<number, SeatView> }} props
 */
export function Halves({ hand, names }) {
  const { say } = useWords();
  const results = hand?.finished ? hand.results : [];
  if (!results.some(({ side }) => side === 1)) return null;
  return html`
    <ul class="halves">
      ${[0, 1].map((half) => {
        const winners = results.filter(({ side }) => side === half);
        const seats = [...new Set(winners.map(({ seat }) => seat))];
        const made = winners.length > 0 && madeOf(winners[0]);
        return winners.length > 0 && html`
          <li key=${half}>
            <strong>${say(`half_${half}`)}</strong>
            <span class="name">${seats.map((seat) => names.get(seat)?.name).join(", ")}</span>
            ${made && html`<span class="with"><${MadeHand} made=${made} /></span>`}
          </li>`;
      })}
    </ul>`;
}

/**
 * @param {{
 *   chips: number, cash: boolean, seat: number, sign?: string, label?: string | null,
 *   className?: string, style?: Style,
 * }} props
 */
export function Chips({ chips, cash, seat, sign = "", label = null, className = "", style = {} }) {
  const { stack: amount } = useWords();
  return html`
    <div class=${`chips ${className}`} style=${style} data-seat=${seat}>
      <span class="stack" aria-hidden="true">
        ${drawn(chips, cash).map((colour, i) => html`<i key=${i} class=${`chip value-${colour}`} />`)}
      </span>
      ${label && html`<span class="visually-hidden">${label}</span>`}
      <span>${sign}${amount(chips)}</span>
    </div>`;
}
