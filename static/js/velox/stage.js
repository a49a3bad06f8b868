// The draw as one watches it: a strip of multipliers that comes to rest on the drawn one.

import { element } from "../element.js";
import { remember } from "../fingerprints.js";
import { fill, rest, roll } from "./reel.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const played = new Set();
let rolling = false;

/** @param {HTMLElement} stage */
function run(stage) {
  rolling = true;
  stage.classList.add("rolling");
  // On a phone the page has begun further up.
  stage.scrollIntoView({ block: "nearest" });
  roll(element(".reel", stage), () => {
    rolling = false;
    stage.classList.remove("rolling");
    stage.classList.add("landed");
  });
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
  if (first && "fresh" in stage.dataset && !calm.matches) run(stage);
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
