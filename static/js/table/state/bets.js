// Sizes of bets and raises. Every amount is a "to": the whole bet on this street.

/**
 * @import { ActionRequest, HandTold, LegalTold } from "../../types/frames.d.ts"
 * @import { Range } from "../../types/page.d.ts"
 */

/** What the amount field may hold, {kind, min, max}, or null when nothing can be sized.
 * @param {HandTold} hand
 * @param {LegalTold} legal
 * @returns {Range | null}
 */
export function sizing(hand, legal) {
  if (legal.bet) return { kind: "bet", min: legal.bet[0], max: legal.bet[1] };
  if (legal.raise) return { kind: "raise", min: legal.raise[0], max: legal.raise[1] };
  // A stack that does not even call is called with, not raised with.
  const to = legal.all_in ?? 0;
  return to > hand.bet ? { kind: "all_in", min: to, max: to } : null;
}

/**
 * @param {number} to
 * @param {{ min: number, max: number }} range
 */
export function clamp(to, { min, max }) {
  return Math.min(max, Math.max(min, to));
}

/** Whether there is anything to choose: a fixed limit, or a last all-in, has one size.
 * @param {Range} range
 */
export const hasSizes = (range) => range.min < range.max;

/** The action that puts `to` in: going all the way is an all-in.
 * @param {Range} range
 * @param {LegalTold} legal
 * @param {number} to
 * @returns {ActionRequest}
 */
export function sized(range, legal, to) {
  if (to === legal.all_in) return { kind: "all_in" };
  return { kind: range.kind, to: clamp(to, range) };
}

/** Check when it costs nothing (at the end of a draw that is "cip"), else call, else null.
 * @param {LegalTold} legal
 * @returns {ActionRequest | null}
 */
export function passive(legal) {
  if (legal.check) return { kind: "check" };
  if (legal.cip === 0) return { kind: "cip" };
  return legal.call === null ? null : { kind: "call" };
}

/** PRE-1, check/fold chosen in advance: never pays, and leaves changing cards to the player.
 * @param {LegalTold} legal
 * @returns {ActionRequest | null}
 */
export function checkOrFold(legal) {
  if (legal.discard !== undefined) return null;
  const free = passive({ ...legal, call: null });
  return free ?? { kind: "fold" };
}
