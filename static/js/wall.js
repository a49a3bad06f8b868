// The clock on the wall, and that of a night on the host's phone: counts down between two answers of the server, by the time that has
// passed here. The screen's own date and hour may be wrong.

import { timeLeft } from "./time_left.js";

/** @type {WeakMap<Element, number>} */
const ends = new WeakMap();
const wall = () => document.querySelector("#wall, #night");

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

// The clock on a phone has neither; one that is over has no sound.
const whole = /** @type {HTMLButtonElement | null} */ (document.querySelector("#whole-screen"));
if (whole) whole.hidden = !document.fullscreenEnabled;
whole?.addEventListener("click", () => document.documentElement.requestFullscreen());

// A room that plays looks up when a level begins, if somebody has switched the sound on here.
/** @type {AudioContext | null} */
let audio = null;
let level = /** @type {HTMLElement | null} */ (wall())?.dataset.level;

function ring() {
  if (!audio) return;
  for (const [after, pitch] of [[0, 660], [0.3, 880]]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.4, audio.currentTime + after);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + after + 0.6);
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + after);
    tone.stop(audio.currentTime + after + 0.6);
  }
}

const sound = document.querySelector("#sound");
sound?.addEventListener("click", () => {
  if (audio) void audio.close();
  audio = audio ? null : new AudioContext();
  sound.setAttribute("aria-pressed", String(audio !== null));
  ring();
});
document.addEventListener("htmx:afterSwap", () => {
  const now = /** @type {HTMLElement | null} */ (wall())?.dataset.level;
  if (now !== level) {
    ring();
    navigator.vibrate?.(300);
  }
  level = now;
});

show();
stayAwake();
setInterval(show, 250);
