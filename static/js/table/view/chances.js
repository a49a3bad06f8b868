// The chances of open hands, from when everybody is all in until the last card.

/** @import { HandTold } from "../../types/frames.d.ts"
 * @import { Seen, Spot } from "../../types/page.d.ts"
 */

import { hasEquity } from "../state/equity.js";
import { useEffect, useState } from "./ui.js";

const BOARD = 5;

/** Whether all hands that are left lie open.
 * @param {HandTold | null} hand
 */
function open(hand) {
  const left = (hand?.seats ?? []).filter((part) => part.status !== "folded");
  return left.length > 1 && left.every((part) => part.cards.length && !part.cards.includes("??"));
}

/** What is to be worked out, with the cards that turn up now; null while there is nothing. Where
 * nothing moves, the chances of when the hands were opened stay.
 * @param {Seen} state
 * @param {boolean} still
 * @returns {Spot | null}
 */
export function spotOf({ table: { hand, hand_no }, turning, boardBefore, log }, still) {
  if (!hand || hand.draw || !open(hand)) return null;
  const board = hand.finished ? hand.board.slice(0, still ? boardBefore : BOARD) : [...hand.board, ...turning];
  const start = log.find(({ event, hand: of }) => of === hand_no && event.e === "start")?.event;
  if (board.length >= BOARD || start?.e !== "start" || !hasEquity(start.rules)) return null;
  const hands = hand.seats.filter((part) => part.status !== "folded").map((part) => part.cards);
  return { hands, board, rules: start.rules };
}

/** The chance of each seat with an open hand, 0 to 1, or null: worked out in a worker, so that the
 * page answers meanwhile, and while the cards that change them turn up.
 * @param {Seen} state
 * @param {boolean} wanted
 * @param {boolean} still
 */
export function useEquities(state, wanted, still) {
  const [known, setKnown] = useState(/** @type {Array<{ of: number, count: number, parts: Map<number, number> }>} */ ([]));
  const { hand, hand_no } = state.table;
  const spot = wanted ? spotOf(state, still) : null;
  const count = spot?.board.length ?? null;
  const seats = (hand?.seats ?? []).filter((part) => part.status !== "folded").map(({ seat }) => seat);
  useEffect(() => {
    if (!spot) return undefined;
    const worker = new Worker(new URL("../state/equity_worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => {
      const parts = /** @type {number[]} */ (data);
      const chances = { of: hand_no, count: spot.board.length, parts: new Map(seats.map((seat, i) => [seat, parts[i]])) };
      setKnown((before) => [...before.filter(({ of }) => of === hand_no), chances]);
    };
    worker.postMessage(spot);
    return () => worker.terminate();
  }, [`${hand_no}.${count}`]);
  // At the last card there is nothing left to hope for, and nothing is worked out ahead of it.
  if (!hand || !wanted || !open(hand) || (hand.finished && !still)) return null;
  return known.findLast((each) => each.of === hand_no && each.count <= hand.board.length)?.parts ?? null;
}
