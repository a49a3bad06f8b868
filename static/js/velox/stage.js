// The draw as one watches it: a strip of multipliers that comes to rest on the drawn one.

/** @import { Odds } from "./proof.js" */

import { element } from "../element.js";
import { remember } from "../fingerprints.js";

const TILES = 46;
const REST = 40;
const ROLL_MS = 3600;

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const played = new Set();
let rolling = false;

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
  made.className = `tile tile-${rank}`;
  made.textContent = `×${multiplier}`;
  return made;
}

/**
 * @param {HTMLElement} strip
 * @param {Odds} odds
 * @param {number} drawn
 */
function fill(strip, odds, drawn) {
  const shown = Array.from({ length: TILES }, (_, at) => (at === REST ? drawn : chance(odds)));
  strip.replaceChildren(...shown.map((multiplier) => tile(multiplier, odds)));
}

/** Bring the drawn tile under the mark.
 * @param {HTMLElement} reel
 */
function rest(reel) {
  const strip = element(".reel-strip", reel);
  const target = /** @type {HTMLElement} */ (strip.children[REST]);
  const middle = target.offsetLeft + target.offsetWidth / 2;
  strip.style.translate = `${reel.clientWidth / 2 - middle}px 0`;
}

/** @param {HTMLElement} stage */
function roll(stage) {
  const reel = element(".reel", stage);
  const strip = element(".reel-strip", reel);
  rolling = true;
  stage.classList.add("rolling");
  strip.style.transitionDuration = "0ms";
  strip.style.translate = "0 0";
  // The browser must see the start before it can move to the end.
  strip.getBoundingClientRect();
  strip.style.transitionDuration = `${ROLL_MS}ms`;
  rest(reel);
  setTimeout(() => {
    rolling = false;
    stage.classList.remove("rolling");
    stage.classList.add("landed");
  }, ROLL_MS);
}

function show() {
  /** @type {HTMLElement | null} */
  const stage = document.querySelector(".stage[data-draw]");
  if (!stage) return;
  const { draw, odds, commitment } = /** @type {Record<string, string>} */ (stage.dataset);
  const drawn = Number(stage.dataset.multiplier);
  remember("velox", Number(draw), commitment);
  if (!drawn) return;
  fill(element(".reel-strip", stage), JSON.parse(odds), drawn);
  const first = !played.has(draw);
  played.add(draw);
  if (first && "fresh" in stage.dataset && !calm.matches) roll(stage);
  else rest(element(".reel", stage));
}

/** A seed that is being typed must not be swept away by news. */
function typing() {
  const input = /** @type {HTMLInputElement | null} */ (document.getElementById("seed"));
  return input && (input === document.activeElement || input.value !== input.defaultValue);
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (rolling || typing()) event.preventDefault();
});
document.addEventListener("htmx:beforeSwap", (event) => {
  if (rolling || typing()) event.detail.shouldSwap = false;
});
document.addEventListener("htmx:afterSwap", show);
addEventListener("resize", () => {
  /** @type {HTMLElement | null} */
  const reel = document.querySelector(".stage .reel");
  if (reel && !rolling) rest(reel);
});
show();
