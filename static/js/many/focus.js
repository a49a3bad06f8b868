// Which table hears the keys: the one whose clock runs out first, unless its reader is busy. Pure.

/** @import { Looked } from "../types/page.d.ts" */

// A table that has so little left is gone to even from another where one is to act, if that can wait.
const HURRY_MS = 5000;

/** The table that waits for its reader with the least time left; null when none does.
 * @param {Looked[]} tables
 * @returns {Looked | null}
 */
export function mostUrgent(tables) {
  const waiting = tables.filter(({ turn }) => turn);
  return waiting.reduce(
    (first, table) => (first === null || table.due < first.due ? table : first),
    /** @type {Looked | null} */ (null));
}

/** The table that is to be in focus at `now`; `focused` is in it. A key keeps the focus only while it
 * is the reader's turn there: whoever plays one table quickly would not get to the others.
 * @param {Looked[]} tables
 * @param {string | null} focused
 * @param {{ busy: boolean, keyed: boolean, now: number }} reader
 * @returns {string | null}
 */
export function focusOn(tables, focused, { busy, keyed, now }) {
  const here = tables.find(({ at }) => at === focused);
  if (!here) return (mostUrgent(tables) ?? tables[0])?.at ?? null;
  const urgent = mostUrgent(tables);
  if (busy || !urgent || urgent === here) return here.at;
  if (!here.turn) return urgent.at;
  return !keyed && urgent.due - now < HURRY_MS && here.due - now > HURRY_MS ? urgent.at : here.at;
}

/** The reader's seconds at a table; null where it is not their turn, or no clock runs as in a pause.
 * @param {{ turn: boolean, due: number }} table
 * @param {number} now
 */
export const secondsLeft = ({ turn, due }, now) =>
  turn && due < Infinity ? Math.max(0, Math.ceil((due - now) / 1000)) : null;

/** The table that comes so many steps after this one: first those that wait for their reader.
 * @param {Looked[]} tables
 * @param {string | null} focused
 * @param {number} step
 * @returns {string | null}
 */
export function step(tables, focused, step) {
  const waiting = tables.filter(({ turn, at }) => turn || at === focused);
  const among = waiting.length > 1 ? waiting : tables;
  if (!among.length) return null;
  const here = among.findIndex(({ at }) => at === focused);
  return among[(here + step + among.length) % among.length].at;
}
