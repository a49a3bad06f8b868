// The reader's own sizes of bets, street by street: the words of a list become amounts. Pure.

/**
 * @import { HandTold, LegalTold } from "../types/frames.d.ts"
 * @import { Preset, Presets, Values } from "../types/page.d.ts"
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

/** @type {Record<string, keyof Presets>} */
const ROUND_OF = {
  preflop: "first", opening: "first", flop: "flop", turn: "turn", river: "last", closing: "last",
};
/** Other words that people write for the same.
 * @type {Record<string, string>}
 */
const SAME = { pot: "100%", "all-in": "max", allin: "max", "½": "50%", "1/2": "50%", "1/3": "33%", "2/3": "67%", "¾": "75%", "3/4": "75%" };
const TYPED = /^(\d{1,4}(?:[.,]\d{1,2})?)(bb|%)$/;

/** One size as it is kept: "min", "max", "75%" of the pot, "2.5bb"; null for what is none.
 * @param {string} text
 * @returns {Preset | null}
 */
export function preset(text) {
  const plain = text.trim().toLowerCase();
  const word = SAME[plain] ?? plain;
  if (word === "min" || word === "max") return word;
  const [, number, unit] = word.match(TYPED) ?? [];
  const size = Number(number?.replace(",", "."));
  return size > 0 ? /** @type {Preset} */ (`${size}${unit}`) : null;
}

/** The sizes that somebody typed, apart by blanks or semicolons; null if one of them is none, or
 * they are too many.
 * @param {string} text
 * @returns {Preset[] | null}
 */
export function listed(text) {
  const words = text.replace(/all in/gi, "all-in").replace(/(\d)\s+(bb|%)/gi, "$1$2").split(/[\s;]+/).filter(Boolean);
  const sizes = words.map(preset);
  if (!sizes.length || sizes.length > MOST || sizes.includes(null)) return null;
  return /** @type {Preset[]} */ ([...new Set(sizes)]);
}

/** How a list is written again.
 * @param {Preset[]} sizes
 * @param {string} locale
 */
export const written = (sizes, locale) =>
  sizes.map((size) => locale.startsWith("it") ? size.replace(".", ",") : size).join("  ");

/** What was kept, where it still is what it should be; the usual for the rest.
 * @param {unknown} kept
 * @returns {Presets}
 */
export function restored(kept) {
  const rounds = /** @type {Record<string, unknown>} */ (kept ?? {});
  const entries = ROUNDS.map((round) => {
    const sizes = Array.isArray(rounds[round]) ? listed(rounds[round].join(" ")) : null;
    return [round, sizes ?? USUAL[round]];
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
    else if (to > range.min || size === "min") sizes.set(to, [...named(size, number), to]);
  }
  return [...sizes.values()].sort((one, other) => one[2] - other[2]);
}

/**
 * @param {Preset} size
 * @param {number} number
 * @returns {[string, Values]}
 */
function named(size, number) {
  if (size === "min") return ["minimum", {}];
  if (size === "50%") return ["half_pot", {}];
  if (size === "100%") return ["pot_size", {}];
  return size.endsWith("bb") ? ["preset_bb", { number }] : ["preset_pot", { number }];
}
