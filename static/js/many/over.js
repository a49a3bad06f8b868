// When a table has nothing more for its reader, and the word with which it leaves. Pure.

/**
 * @import { State, Values } from "../types/page.d.ts"
 * @typedef {[key: string, values: Values]} Word
 */

/** @param {State} state
 * @returns {Word | null}
 */
export function over(state) {
  // Whoever is moved goes on by themselves.
  if (state.moved !== null) return null;
  if (state.out) return state.place === null ? ["gone_knocked_out", {}] : ["gone_out", { place: state.place }];
  if (state.left !== null) return ["gone_left", {}];
  if (state.closed) return ["gone_closed", {}];
  if (state.table?.notice?.kind === "finished") return ["gone_finished", {}];
  return state.connection === "ended" ? ["gone_ended", {}] : null;
}
