// Coming into a cash game that is on: what it takes, and when one is dealt in (CASH-2).

/**
 * @import { Gestures, Seen } from "../../types/page.d.ts"
 * @import { AtCash } from "./cash.js"
 */

import { mySeat } from "../state/mine.js";
import { html } from "../view/ui.js";
import { useWords } from "../view/words.js";

/** With which hand from now on a newcomer is dealt in, 1 for the next; who does not post waits for the
 * big blind. As it is when nobody comes or goes.
 * @param {Seen} state
 * @param {boolean} posts
 */
export function handsUntilDealt(state, posts) {
  const { hand, seats } = state.table;
  const mine = mySeat(state);
  if (!hand || !mine) return 1;
  const there = seats.filter((seat) => !seat.away || seat === mine).map(({ seat }) => seat);
  const size = state.table.max_seats;
  /** @param {number} from @param {number} to */
  const way = (from, to) => (to - from + size) % size;
  const order = there.toSorted((a, b) => (way(hand.big_blind, a) || size) - (way(hand.big_blind, b) || size));
  const turn = order.indexOf(mine.seat) + 1;
  if (!posts || turn === 1) return turn;
  // Nobody comes in between the blinds.
  const between = way(hand.small_blind, mine.seat) < way(hand.small_blind, hand.big_blind);
  return between ? 2 : 1;
}

/** @param {{ state: AtCash, choose: Gestures["choose"] }} props */
export function Owes({ state, choose }) {
  const { say, amount } = useWords();
  const { stay, table } = state;
  const post = say(stay.dead ? "post_both" : "post_big", {
    amount: amount(table.stakes.big_blind),
  });
  const hands = handsUntilDealt(state, stay.posts);
  const key = stay.posts ? "owes_paid" : "owes";
  return html`
    <p class="awaited" role="status">${say(hands === 1 ? key : `${key}_later`, { hands })}</p>
    <div class="buttons">
      <button type="button" class=${stay.posts ? "fold" : "passive"} onClick=${() => choose({ posts: !stay.posts })}>
        ${stay.posts ? say("wait_for_big") : post}</button>
    </div>`;
}
