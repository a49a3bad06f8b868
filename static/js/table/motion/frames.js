// Draws once for all that happens between two frames of the screen, and not for long at a time.

// What is left over is drawn in the next frame.
const BUDGET_MS = 4;
// A page that is not seen has no frames; its title still tells.
const UNSEEN_MS = 250;

/** @type {Set<() => void>} */
const waiting = new Set();
let frame = 0;
let timer = 0;

function ask() {
  frame = requestAnimationFrame(run);
  timer = setTimeout(run, UNSEEN_MS);
}

function run() {
  cancelAnimationFrame(frame);
  clearTimeout(timer);
  frame = 0;
  const until = performance.now() + BUDGET_MS;
  for (const draw of waiting) {
    waiting.delete(draw);
    draw();
    if (performance.now() >= until) break;
  }
  if (waiting.size) ask();
}

/** Calls `draw` with the next frame, once however often it is asked for.
 * @param {() => void} draw
 */
export function soon(draw) {
  waiting.add(draw);
  if (!frame) ask();
}

/** @param {() => void} draw */
export const never = (draw) => waiting.delete(draw);
