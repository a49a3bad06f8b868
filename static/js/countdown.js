// Counts down to each <time data-until>, between two answers of the server.

import { timeLeft } from "./time_left.js";

function show() {
  for (const time of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll("time[data-until]"))) {
    const until = Date.parse(time.dataset.until ?? "");
    const left = Math.max(0, Math.round((until - Date.now()) / 1000));
    time.textContent = timeLeft(left);
  }
}

show();
setInterval(show, 1000);
document.addEventListener("htmx:afterSwap", show);
