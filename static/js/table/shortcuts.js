// Keys that act. Each part of a table says what they mean while it is shown; who has several tables
// gives what is pressed to one of them.

/**
 * @import { Keyboard, Keys } from "../types/page.d.ts"
 * @import { Context } from "../types/preact.d.ts"
 */

import { createContext, useContext, useLayoutEffect } from "./ui.js";

/** The keys of one table.
 * @returns {Keyboard}
 */
export function keyboard() {
  /** @type {Array<{ keys: Keys, enabled: boolean }>} */
  const layers = [];
  return {
    press(event) {
      const at = /** @type {HTMLInputElement} */ (event.target);
      const enter = event.key === "Enter" && at.name === "amount";
      const key = enter ? "r" : event.key.toLowerCase();
      // What came last lies above the rest.
      const found = layers.findLast(({ keys, enabled }) => keys[key] && (enabled || enter));
      if (!found || !meant(event, at)) return;
      event.preventDefault();
      found.keys[key]();
    },
    lay(keys, enabled) {
      const layer = { keys, enabled };
      layers.push(layer);
      return () => layers.splice(layers.indexOf(layer), 1);
    },
  };
}

/** A key held down or with a modifier is somebody else's; so is a letter that is typed, and what
 * is pressed in the log, the settings or an open dialog: one that has closed may have the focus for a moment.
 * @param {KeyboardEvent} event
 * @param {HTMLInputElement} at
 */
function meant(event, at) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key.length === 1 && (event.repeat || at.type === "text")) return false;
  return !at.closest("[role=log], details, dialog[open]");
}

/** @type {Context<Keyboard>} */
const Played = createContext(keyboard());
export const Keyed = Played.Provider;

/** What these keys do as long as the part that asks is shown; Enter in the field of an amount is R.
 * @param {Keys} keys
 * @param {boolean} enabled
 */
export function useShortcuts(keys, enabled) {
  const played = useContext(Played);
  // Before the next paint: a key pressed on what is seen must mean what is seen.
  useLayoutEffect(() => played.lay(keys, enabled));
}
