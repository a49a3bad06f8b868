// The clock on the wall: counts down between two answers of the server, by the time that has
// passed here. The screen's own date and hour may be wrong.

import { timeLeft } from "./time_left.js";

/** @type {WeakMap<Element, number>} */
const ends = new WeakMap();
const wall = () => document.querySelector("#wall");

function show() {
  for (const time of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll("time[data-left]"))) {
    const end = ends.get(time) ?? performance.now() + Number(time.dataset.left) * 1000;
    ends.set(time, end);
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    time.textContent = timeLeft(left);
    if (left === 0 && !time.dataset.over) {
      time.dataset.over = "yes";
      htmx.trigger(wall(), "refresh");
    }
  }
}

/** @param {boolean} is */
const lost = (is) => () => document.body.classList.toggle("wall-is-lost", is);

// A wall stays lit, where the browser lets it.
async function stayAwake() {
  if (document.visibilityState === "visible") await navigator.wakeLock?.request("screen").catch(() => {});
}

document.addEventListener("htmx:afterSwap", show);
document.addEventListener("htmx:afterSwap", lost(false));
for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(failure, lost(true));
}
document.addEventListener("visibilitychange", stayAwake);

const whole = /** @type {HTMLButtonElement} */ (document.querySelector("#whole-screen"));
whole.hidden = !document.fullscreenEnabled;
whole.addEventListener("click", () => document.documentElement.requestFullscreen());

show();
stayAwake();
setInterval(show, 250);
