// The chances of open hands, from when everybody is all in until the last card.

/** @import { HandTold } from "../types/frames.d.ts"
 * @import { Seen, Spot } from "../types/page.d.ts"
 */

import { hasEquity } from "./equity.js";
import { turnsUpAfter } from "./pot.js";
import { useEffect, useState } from "./ui.js";

// Time to look at the hands before the first card is turned.
const OPEN_MS = 700;
const BOARD = 5;

/** Whether all hands that are left lie open.
 * @param {HandTold | null} hand
 */
function open(hand) {
  const left = (hand?.seats ?? []).filter((part) => part.status !== "folded");
  return left.length > 1 && left.every((part) => part.cards.length && !part.cards.includes("??"));
}

/** How long the felt waits before it turns up a board that runs out, ms.
 * @param {Seen} state
 */
export function pauseOf({ table: { hand }, boardBefore }) {
  return hand?.finished && !hand.draw && hand.board.length === BOARD && boardBefore < BOARD && open(hand)
    ? OPEN_MS : 0;
}

/** What is to be worked out, and from when on each is true, ms: one for each street that runs out.
 * @param {Seen} state
 * @returns {Array<{ spot: Spot, after: number }>}
 */
export function stagesOf(state) {
  const { table: { hand, hand_no }, boardBefore, log } = state;
  if (!hand || hand.draw || !open(hand)) return [];
  const start = log.find(({ event, hand: of }) => of === hand_no && event.e === "start")?.event;
  if (start?.e !== "start" || !hasEquity(start.rules)) return [];
  const pause = pauseOf(state);
  const hands = hand.seats.filter((part) => part.status !== "folded").map((part) => part.cards);
  const boards = hand.finished
    ? [...new Set([boardBefore, 3, 4])].filter((count) => pause && count >= boardBefore && count < BOARD)
    : [hand.board.length].filter((count) => count < BOARD);
  return boards.map((count) => ({
    spot: { hands, board: hand.board.slice(0, count), rules: start.rules },
    after: count > boardBefore ? turnsUpAfter(count - 1, boardBefore, pause) : 0,
  }));
}

/** The chance of each seat with an open hand, 0 to 1, or null: worked out in a worker, so that the
 * page answers meanwhile. Where nothing moves, those of when the hands were opened stay.
 * @param {Seen} state
 * @param {boolean} wanted
 * @param {boolean} still
 */
export function useEquities(state, wanted, still) {
  const [chances, setChances] = useState(/** @type {Map<number, number> | null} */ (null));
  const { hand, hand_no } = state.table;
  const stages = wanted ? stagesOf(state) : [];
  const seats = (hand?.seats ?? []).filter((part) => part.status !== "folded").map(({ seat }) => seat);
  useEffect(() => {
    setChances(null);
    if (!stages.length) return undefined;
    const began = performance.now();
    /** @type {number[]} */
    const timers = [];
    /** @param {() => void} work @param {number} at */
    const plan = (work, at) => timers.push(setTimeout(work, Math.max(0, began + at - performance.now())));
    const worker = new Worker(new URL("./equity_worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => {
      const { id, parts } = /** @type {{ id: number, parts: number[] }} */ (data);
      plan(() => setChances(new Map(seats.map((seat, i) => [seat, parts[i]]))), stages[id].after);
    };
    const asked = still ? stages.slice(0, 1) : stages;
    asked.forEach(({ spot }, id) => worker.postMessage({ id, spot }));
    if (hand?.finished && !still) {
      plan(() => setChances(null), turnsUpAfter(BOARD - 1, state.boardBefore, pauseOf(state)));
    }
    return () => {
      worker.terminate();
      timers.forEach(clearTimeout);
    };
  }, [`${hand_no}.${stages.map(({ spot }) => spot.board.length)}.${hand?.finished}.${wanted}.${still}`]);
  return chances;
}
