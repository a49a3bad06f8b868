// Keys that act. Each part of a table says what they mean while it is shown; who has several tables
// gives what is pressed to one of them.

/**
 * @import { ActKeys, Keyboard, Keys } from "../../types/page.d.ts"
 * @import { Context } from "../../types/preact.d.ts"
 */

import { SETTLED_MS } from "../../settled.js";
import { USUAL_KEYS, usualKey } from "../state/keys.js";
import { createContext, useContext, useLayoutEffect, useRef } from "./ui.js";

/** The keys of one table; `chosen` are the reader's own.
 * @param {() => ActKeys} [chosen]
 * @returns {Keyboard}
 */
export function keyboard(chosen = () => USUAL_KEYS) {
  /** @type {Array<{ keys: Keys, enabled: boolean }>} */
  const layers = [];
  /** Which part gives each key its meaning, until when it did, and since when instead of another.
   * @type {Map<string, { owner: object, meaning: unknown, until: number, since: number }>}
   */
  const owners = new Map();

  /** @param {string} key
   * @param {object} owner
   * @param {unknown} meaning
   */
  function own(key, owner, meaning) {
    const before = owners.get(key);
    const same = before?.owner === owner && before.meaning === meaning;
    const now = performance.now();
    const replaces = before !== undefined && now - before.until < SETTLED_MS;
    const since = same ? before.since : replaces ? now : -Infinity;
    owners.set(key, { owner, meaning, until: Infinity, since });
  }

  return {
    press(event) {
      // Chromium fills in a form with keys that have no name.
      if (!event.key) return;
      const at = /** @type {HTMLInputElement} */ (event.target);
      const enter = event.key === "Enter" && at.name === "amount";
      const key = enter ? "r" : usualKey(chosen(), event.key.toLowerCase());
      // What came last lies above the rest.
      const layer = layers.findLast(({ keys, enabled }) => keys[key] && (enabled || enter));
      if (!layer || !meant(event, at)) return;
      event.preventDefault();
      // A key that meant something else a moment ago was pressed for that.
      if (performance.now() - (owners.get(key)?.since ?? -Infinity) < SETTLED_MS) return;
      layer.keys[key](event);
    },
    lay(keys, enabled, owner, meaning) {
      const layer = { keys, enabled };
      layers.push(layer);
      for (const key of Object.keys(keys)) own(key, owner, meaning);
      return () => {
        layers.splice(layers.indexOf(layer), 1);
        for (const key of Object.keys(keys)) {
          const last = owners.get(key);
          if (last?.owner === owner) last.until = performance.now();
        }
      };
    },
  };
}

/** A key held down or with a modifier is somebody else's; so is what is typed or chosen in a field, and
 * what is pressed in the log or an open dialog: one that has closed may have the focus for a moment.
 * @param {KeyboardEvent} event
 * @param {HTMLInputElement} at
 */
function meant(event, at) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key.length === 1 && (event.repeat || ["text", "select-one"].includes(at.type))) return false;
  return !at.closest("[role=log], dialog[open]");
}

/** @type {Context<Keyboard>} */
const Played = createContext(keyboard());
export const Keyed = Played.Provider;

/** What these keys do as long as the part that asks is shown; Enter in the field of an amount is R.
 * With another `meaning` the same keys do something else.
 * @param {Keys} keys
 * @param {boolean} enabled
 * @param {string | number | boolean} [meaning]
 */
export function useShortcuts(keys, enabled, meaning = "") {
  const played = useContext(Played);
  const owner = useRef({}).current;
  // Before the next paint: a key pressed on what is seen must mean what is seen.
  useLayoutEffect(() => played.lay(keys, enabled, owner, meaning));
}
