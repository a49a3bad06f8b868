// Whether the reader is in the middle of something: focus then stays where it is.

import { SETTLED_MS } from "../settled.js";

/** Whether the reader is busy, from pressing a button until the click is over, and whether they have
 * just pressed a key.
 * @returns {() => { busy: boolean, keyed: boolean }}
 */
export function watchReader() {
  let pressed = false;
  let until = 0;
  let keyedUntil = 0;
  const settle = () => {
    pressed = false;
    until = performance.now() + SETTLED_MS;
  };
  addEventListener("pointerdown", () => (pressed = true), true);
  addEventListener("pointerup", settle, true);
  addEventListener("pointercancel", settle, true);
  addEventListener("keydown", () => (keyedUntil = performance.now() + SETTLED_MS), true);
  return () => ({
    busy: pressed || performance.now() < until || isTyping() ||
      document.querySelector(".live-table details[open], dialog[open]") !== null,
    keyed: performance.now() < keyedUntil,
  });
}

/** An amount that is typed or dragged, in words or on its slider. */
function isTyping() {
  const at = document.activeElement;
  return at instanceof HTMLInputElement && ["text", "range"].includes(at.type) && !at.disabled;
}
