// The action clock: the ring that runs around a seat, and what counts down by the server's time.

/**
 * @import { Clock } from "../../types/frames.d.ts"
 * @import { Time } from "../../types/page.d.ts"
 */

import { timeLeft } from "../../time_left.js";
import { html, useEffect, useState } from "./ui.js";

const TICK_MS = 250;

/** All clocks of the page go together, and are drawn together.
 * @type {Set<() => void>}
 */
const ticking = new Set();
let ticker = 0;

/** Calls `tick` a few times a second, until what it returns is called.
 * @param {() => void} tick
 */
function everyTick(tick) {
  ticking.add(tick);
  if (ticking.size === 1) ticker = setInterval(() => ticking.forEach((each) => each()), TICK_MS);
  return () => {
    ticking.delete(tick);
    if (ticking.size === 0) clearInterval(ticker);
  };
}

/** What is left at `now`: {bank, share 0..1 of the running part, seconds,
 * reserve: seconds of time bank that follow}.
 * @param {Clock} clock
 * @param {number} now
 */
export function remaining(clock, now) {
  const [start, action, due] = [clock.turn_at, clock.action_until, clock.due_at].map(Date.parse);
  const bank = now > action && due > action;
  const [from, until] = bank ? [action, due] : [start, action];
  const left = Math.max(0, until - now);
  return {
    bank,
    share: Math.min(1, left / Math.max(1, until - from)),
    seconds: Math.ceil(left / 1000),
    reserve: bank ? 0 : Math.round((due - action) / 1000),
  };
}

/** Milliseconds of the server's time, redrawn a few times a second while `running`.
 * @param {Time} clock
 * @param {boolean} running
 */
export function useServerTime(clock, running) {
  const [, setDrawn] = useState(0);
  useEffect(() => (running ? everyTick(() => setDrawn(clock.now())) : undefined), [running]);
  return clock.now();
}

/** What is left of a countdown.
 * @param {number} milliseconds
 */
export const countdown = (milliseconds) => timeLeft(Math.max(0, Math.ceil(milliseconds / 1000)));

/** @param {{ clock: Clock, time: Time }} props */
export function ClockRing({ clock, time }) {
  const now = useServerTime(time, true);
  const { bank, share, seconds, reserve } = remaining(clock, now);
  const hurry = bank || seconds <= 5 ? "hurry" : "";
  return html`
    <svg class=${`ring ${bank ? "bank" : ""} ${hurry}`} aria-hidden="true">
      <rect class="track" x="2" y="2" rx="14" pathLength="100" />
      <rect class="left" x="2" y="2" rx="14" pathLength="100"
        stroke-dasharray="100 100" stroke-dashoffset=${100 - 100 * share} />
    </svg>
    <span class=${`seconds ${hurry}`} aria-hidden="true">${seconds}${reserve > 0 && html`<small>+${reserve}</small>`}</span>`;
}
