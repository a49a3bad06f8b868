// Short hints in a player's first hand: what each part of the table is for. It stands beside the table's
// own page and touches nothing of it; whoever has seen it is not shown it again, but from the settings.

import { element } from "../element.js";

const SEEN = "first-hand-tour";
// What ends play for the reader: then there is nothing to hint at.
const OVER = ".ended, .notice:is(.finished, .closed, .left)";
// What each hint is about; it waits until that is there. And what lies over its lower edge.
const STEPS = [
  ["cards", ".mine .hole.faces", ".mine .plate"],
  ["pot", ".pot"],
  ["turn", ".actions"],
  ["buttons", ".actions.yours .buttons"],
  ["clock", ".mine .plate"],
];

const panel = element(".tour");
const ring = element(".tour-ring");
const sentences = /** @type {HTMLElement[]} */ ([...panel.querySelectorAll("[data-step]")]);
const next = element(".tour-next", panel);
const skip = element(".tour-skip", panel);
const key = `${SEEN}-${panel.dataset.user}`;

let step = -1;
// Called for from the settings: then they stay until they are put away.
let wanted = false;
// The cards of the hand in which the hints began.
let held = faces();
let seen = wasSeen();

/** @param {number} of */
const target = (of) => document.querySelector(STEPS[of]?.[1] ?? "");

/** What the reader's own cards are called. */
function faces() {
  const cards = document.querySelectorAll(".mine .hole.faces .card");
  return new Set([...cards].map((card) => card.getAttribute("aria-label")));
}

/** Whether another hand has begun, or none is played any more; in draws some cards stay. */
function handIsOver() {
  const now = faces();
  return ![...held].some((card) => now.has(card));
}

function wasSeen() {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

function begin() {
  step = 0;
  held = faces();
  panel.hidden = false;
  show();
}

function end() {
  putAway();
  seen = true;
  try {
    localStorage.setItem(key, "seen");
  } catch {
    // Storage may be forbidden or full: then they are seen again on the next page.
  }
}

function show() {
  for (const each of sentences) each.hidden = each.dataset.step !== STEPS[step][0];
  const last = step === STEPS.length - 1;
  // The keyboard stays with the hints.
  if (last && document.activeElement === next) skip.focus();
  next.hidden = last;
  place();
}

/** The ring goes where its part of the table is by now; nowhere without one. */
function place() {
  const part = step < 0 ? null : target(step);
  ring.hidden = !part;
  if (!part) return;
  // Cards lie over the edges of their place.
  const boxes = [part, ...part.querySelectorAll(".card")].map((each) => each.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const width = Math.max(...boxes.map((box) => box.right)) - left;
  const reaches = Math.max(...boxes.map((box) => box.bottom));
  const over = STEPS[step][2] && document.querySelector(STEPS[step][2])?.getBoundingClientRect();
  const height = (over ? Math.min(over.top, reaches) : reaches) - top;
  Object.assign(ring.style, {
    left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`,
  });
}

next.addEventListener("click", () => {
  step += 1;
  show();
});
skip.addEventListener("click", end);
document.addEventListener("tour", () => {
  wanted = true;
  begin();
  next.focus();
});
panel.addEventListener("keydown", (event) => {
  // The table's own keys act on the hand.
  event.stopPropagation();
  if (event.key === "Escape") end();
});
addEventListener("resize", place);

/** Puts the hints away until they are called for. */
function putAway() {
  step = -1;
  wanted = false;
  panel.hidden = ring.hidden = true;
}

new MutationObserver(() => {
  const over = document.querySelector(OVER) !== null;
  // They lie over the head of the table, so they end with the hand in which they began.
  if (step >= 0 && !wanted && handIsOver()) end();
  else if (step >= 0) (over ? putAway : place)();
  else if (!seen && !over && target(0)) begin();
}).observe(element(".live-table"), { childList: true, subtree: true, attributes: true, attributeFilter: ["class", "style"] });
