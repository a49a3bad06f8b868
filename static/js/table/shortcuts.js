// Keys that act, while they are switched on and meant for the table.

import { useLayoutEffect } from "./ui.js";

/** A key held down or with a modifier is somebody else's; so is a letter that is typed, and what
 * is pressed in the log or the settings.
 * @param {KeyboardEvent} event
 * @param {HTMLInputElement} at
 */
function meant(event, at) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key.length === 1 && (event.repeat || at.type === "text")) return false;
  return !at.closest("[role=log], details");
}

/** F folds, C checks or calls, R bets or raises, arrows change the size; Enter in the field sends it.
 * @param {Record<string, () => unknown>} keys
 * @param {boolean} enabled
 */
export function useShortcuts(keys, enabled) {
  // Before the next paint: a key pressed on what is seen must mean what is seen.
  useLayoutEffect(() => {
    /** @param {KeyboardEvent} event */
    const pressed = (event) => {
      const at = /** @type {HTMLInputElement} */ (event.target);
      const enter = event.key === "Enter" && at.name === "amount";
      const gesture = keys[enter ? "r" : event.key.toLowerCase()];
      if (!gesture || !meant(event, at) || !(enabled || enter)) return;
      event.preventDefault();
      gesture();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  });
}
