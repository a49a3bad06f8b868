// The strip of multipliers that comes to rest on the drawn one: on the event's page and at its table.

/** @import { Odds } from "./proof.js" */

import { element } from "../element.js";

const TILES = 46;
const REST = 40;
export const ROLL_MS = 3600;

/** A multiplier as often as it is drawn: the strip promises nothing that the odds do not.
 * @param {Odds} odds
 */
function chance(odds) {
  let ticket = Math.random() * odds.reduce((sum, [, tickets]) => sum + tickets, 0);
  return (odds.find(([, tickets]) => (ticket -= tickets) < 0) ?? odds[0])[0];
}

/**
 * @param {number} multiplier
 * @param {Odds} odds
 */
function tile(multiplier, odds) {
  const made = document.createElement("li");
  const rank = odds.length - odds.findIndex(([one]) => one === multiplier);
  made.className = `reel-tile reel-tile-${rank}`;
  made.textContent = `×${multiplier}`;
  return made;
}

/** Lay the tiles of a draw.
 * @param {HTMLElement} strip
 * @param {Odds} odds
 * @param {number} drawn
 */
export function fill(strip, odds, drawn) {
  const shown = Array.from({ length: TILES }, (_, at) => (at === REST ? drawn : chance(odds)));
  strip.replaceChildren(...shown.map((multiplier) => tile(multiplier, odds)));
}

/** Bring the drawn tile under the mark.
 * @param {HTMLElement} reel
 */
export function rest(reel) {
  const strip = element(".reel-strip", reel);
  const target = /** @type {HTMLElement} */ (strip.children[REST]);
  const middle = target.offsetLeft + target.offsetWidth / 2;
  strip.style.translate = `${reel.clientWidth / 2 - middle}px 0`;
}

/** Have the strip run, and come to rest on the drawn tile; then call `landed`. Returns what stops it.
 * @param {HTMLElement} reel
 * @param {() => void} landed
 */
export function roll(reel, landed) {
  const strip = element(".reel-strip", reel);
  strip.style.transitionDuration = "0ms";
  strip.style.translate = "0 0";
  // The browser must see the start before it can move to the end.
  strip.getBoundingClientRect();
  strip.style.transitionDuration = `${ROLL_MS}ms`;
  rest(reel);
  const timer = setTimeout(landed, ROLL_MS);
  return () => clearTimeout(timer);
}
