// The reader's own sizes of bets, street by street: what is kept becomes amounts. Pure.

/**
 * @import { HandTold, LegalTold } from "../../types/frames.d.ts"
 * @import { Preset, Presets, Values } from "../../types/page.d.ts"
 */

import { sizing } from "./bets.js";

// More would not be hit by a thumb.
export const MOST = 5;
/** Rounds with sizes of their own, in order. */
export const ROUNDS = /** @type {const} */ (["first", "flop", "turn", "last"]);
/** @type {Presets} */
export const USUAL = {
  first: ["min", "50%", "100%", "max"],
  flop: ["min", "50%", "100%", "max"],
  turn: ["min", "50%", "100%", "max"],
  last: ["min", "50%", "100%", "max"],
};

/** What there is to choose from.
 * @type {Preset[]}
 */
export const OFFERED = [
  "min", "25%", "33%", "40%", "50%", "60%", "67%", "75%", "80%", "100%", "125%", "150%", "200%",
  "2bb", "2.5bb", "3bb", "3.5bb", "4bb", "5bb", "max",
];

/** @type {Record<string, keyof Presets>} */
const ROUND_OF = {
  preflop: "first", opening: "first", flop: "flop", turn: "turn", river: "last", closing: "last",
};
const KEPT = /^(\d{1,4}(?:\.\d{1,2})?)(bb|%)$/;

/** Whether something is a size as it is kept: "min", "max", "75%" of the pot, "2.5bb".
 * @param {unknown} size
 */
const isSize = (size) =>
  size === "min" || size === "max" || (typeof size === "string" && KEPT.test(size) && Number.parseFloat(size) > 0);

/** What was kept, where it still is what it should be; the usual for the rest.
 * @param {unknown} stored
 * @returns {Presets}
 */
export function restored(stored) {
  const rounds = /** @type {Record<string, unknown>} */ (stored ?? {});
  const entries = ROUNDS.map((round) => {
    const sizes = rounds[round];
    const right = Array.isArray(sizes) && sizes.length > 0 && sizes.length <= MOST && sizes.every(isSize);
    return [round, right ? sizes : USUAL[round]];
  });
  return Object.fromEntries(entries);
}

/** The buttons above the slider, each [words, their values, to]; sizes beyond what may be bet
 * become the most, and those below the least are none.
 * @param {HandTold} hand
 * @param {LegalTold} legal
 * @param {Presets} own
 * @returns {Array<[string, Values, number]>}
 */
export function presets(hand, legal, own = USUAL) {
  const range = sizing(hand, legal);
  if (!range) return [];
  // The house's part lies in the pot until it is paid: a raise counts it (PL-1).
  const pot = hand.total + (hand.rake ?? 0) + (legal.call ?? 0);
  /** @param {number} percent */
  const share = (percent) => Math.round(hand.bet + (pot * percent) / 100);
  const top = range.max === legal.all_in ? "all_in" : range.max === share(100) ? "pot_size" : "maximum";
  /** @type {Map<number, [string, Values, number]>} */
  const sizes = new Map();
  for (const size of own[ROUND_OF[hand.street] ?? "first"]) {
    const number = Number.parseFloat(size);
    const to = size === "min" ? range.min : size === "max" ? range.max
      : size.endsWith("bb") ? Math.round(number * hand.stakes.big_blind) : share(number);
    if (to >= range.max) sizes.set(range.max, [top, {}, range.max]);
    else if (to > range.min || size === "min") sizes.set(to, [...named(size), to]);
  }
  return [...sizes.values()].sort((one, other) => one[2] - other[2]);
}

/** How a size is called: [words, their values].
 * @param {Preset} size
 * @returns {[string, Values]}
 */
export function named(size) {
  if (size === "min") return ["minimum", {}];
  if (size === "max") return ["maximum", {}];
  if (size === "50%") return ["half_pot", {}];
  if (size === "100%") return ["pot_size", {}];
  return [size.endsWith("bb") ? "preset_bb" : "preset_pot", { number: Number.parseFloat(size) }];
}

/** Numbers as the reader writes them.
 * @param {Values} values
 * @param {string} locale
 * @returns {Values}
 */
export function inLanguage(values, locale) {
  const entries = Object.entries(values).map(([name, value]) => [name, value?.toLocaleString(locale)]);
  return Object.fromEntries(entries);
}
