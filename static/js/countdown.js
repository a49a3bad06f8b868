// Counts down to each <time data-until>, by the server's clock, which data-now tells with each answer.

import { serverClock } from "./server_time.js";
import { timeLeft } from "./time_left.js";

const clock = serverClock();
/** @type {WeakSet<Element>} */
const observed = new WeakSet();

function show() {
  const times = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("time[data-until]"));
  for (const time of times) {
    if (observed.has(time) || !time.dataset.now) continue;
    observed.add(time);
    clock.observe(time.dataset.now);
  }
  for (const time of times) {
    const until = Date.parse(time.dataset.until ?? "");
    const left = Math.max(0, Math.round((until - clock.now()) / 1000));
    time.textContent = timeLeft(left);
  }
}

show();
setInterval(show, 1000);
document.addEventListener("htmx:afterSwap", show);
