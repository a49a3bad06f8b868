// How long the reader has been playing, and now and then what came of it (PLAY-4).

import { element } from "./element.js";

const TICK_MS = 15_000;
// The server forgets a sitting that is not heard of for half an hour.
const LOOK_MS = 5 * 60_000;
const LAST_MINUTES = 10;

/** @typedef {{ minutes: number, every: number, paid: string, back: string, left: number | null }} Told */

const clock = element(".play-clock");
const dialog = /** @type {HTMLDialogElement} */ (element(".clock-look"));
const sentence = element(".so-far", dialog).textContent ?? "";
const remaining = element(".left", dialog).textContent ?? "";

/** @type {Told | null} */
let known = null;
let toldAt = 0;
let saidAfter = -1;
let warned = false;

/** @param {number} minutes */
const clockTime = (minutes) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;

const since = () => Math.floor((performance.now() - toldAt) / 60_000);

async function look() {
  // It keeps the sitting alive, so it is no GET.
  const headers = { Accept: "application/json", "X-CSRFToken": clock.dataset.csrf ?? "" };
  const request = fetch(clock.dataset.url ?? "", { method: "POST", headers });
  /** @type {Told | null} */
  const answer = await request
    .then((response) => (response.ok && !response.redirected ? response.json() : null))
    // No connection: the clock goes on with what it knows.
    .catch(() => null);
  if (!answer) return;
  known = answer;
  toldAt = performance.now();
  show();
}

/** @param {Told} news */
function say({ minutes, paid, back, left }) {
  element(".so-far", dialog).textContent = sentence
    .replace("{time}", clockTime(minutes)).replace("{paid}", paid).replace("{back}", back);
  element(".left", dialog).textContent = remaining.replace("{left}", String(left ?? ""));
  element(".left", dialog).hidden = !left;
  element(".over", dialog).hidden = left !== 0;
  if (!dialog.open) dialog.showModal();
}

/** The time on the chip; the dialog whenever another interval is full, or a limit is near. */
function show() {
  if (!known) return;
  const minutes = known.minutes + since();
  element(".time", clock).textContent = clockTime(minutes);
  clock.hidden = false;
  const intervals = Math.floor(minutes / known.every);
  // A page that opens in the middle of an interval waits for its end.
  if (saidAfter < 0) saidAfter = intervals;
  const near = known.left !== null && known.left - since() <= LAST_MINUTES && !warned;
  if (intervals > saidAfter || near) {
    saidAfter = intervals;
    warned ||= near;
    if (since()) look().then(() => known && say(known));
    else say(known);
  }
}

look();
setInterval(show, TICK_MS);
setInterval(look, LOOK_MS);
