// An action that was on its way when the connection failed: what has become of it. Pure.

/**
 * @import { Event as HandEvent } from "../../types/frames.d.ts"
 * @import { Fate, Flying, Seen, Wished } from "../../types/page.d.ts"
 */

import { hasGone, inHand, mySeat } from "./mine.js";

/** What to remember of a wish that is sent.
 * @param {Seen} state
 * @param {Wished} wish
 * @returns {Flying}
 */
export function sending({ table, known }, wish) {
  return { wish, hand: table.hand_no, table: table.id, known, adrift: false };
}

/** Whether an event of the hand is what the wish asked for.
 * @param {HandEvent} event
 * @param {Wished} wish
 */
function does(event, wish) {
  if (wish.type === "fold") return event.e === "act" && event.kind === "fold";
  const { kind } = wish.action;
  if (event.e === "draw") return kind === "discard";
  if (event.e !== "act") return false;
  return kind === "all_in" ? event.all_in : event.kind === kind;
}

/** "again": nothing has happened since, and it can be sent again; "taken": it had arrived;
 * "missed": something else was done in its place; "over": the hand is no longer told of.
 * @param {Flying} flying
 * @param {Seen} state as the first snapshot after it tells
 * @returns {Fate}
 */
export function fate({ wish, hand, table, known }, state) {
  if (hasGone(state)) return "taken";
  if (state.table.id !== table || state.table.hand_no !== hand) return "over";
  const since = state.log.filter(
    (line) => line.hand === hand && Number(line.id.split(".")[1]) >= known);
  if (since.length === 0 && inHand(state)) return "again";
  const mine = mySeat(state)?.seat;
  const done = since.find(
    ({ event }) => (event.e === "act" || event.e === "draw") && event.seat === mine);
  // A fold of a pool may come before one's turn, and is told to the others only then.
  if (!done) return wish.type === "fold" && inHand(state) ? "again" : "missed";
  return does(done.event, wish) ? "taken" : "missed";
}

/** The wish as it is sent again: decided on what the server tells now, which is the same.
 * @param {Wished} wish
 * @param {Seen} state
 * @returns {Wished}
 */
export const again = (wish, { version }) => (wish.type === "act" ? { ...wish, version } : wish);
