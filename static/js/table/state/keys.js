// The reader's own keys. Parts of a table know each act by its usual key. Pure.

/** @import { ActKeys } from "../../types/page.d.ts" */

/** The key of each act whose key may be changed.
 * @type {ActKeys}
 */
export const USUAL_KEYS = { f: "f", c: "c", r: "r", a: "a", t: "t" };
/** What each of them does, as the list of keys says it. */
export const ACTS = /** @type {const} */ ([["f", "fold"], ["c", "call"], ["r", "raise"], ["a", "all"], ["t", "bank"]]);
// Keys with a meaning of their own; digits are sizes and cards.
const FIXED = "vmobn?";

/** Why an act cannot have the typed key: it is none, or has a meaning already; "" if it can.
 * @param {ActKeys} keys
 * @param {keyof ActKeys} act
 * @param {string} typed
 */
export function keyFault(keys, act, typed) {
  if (typed.length !== 1 || /[\s\d]/.test(typed)) return "key_unusable";
  const others = ACTS.filter(([other]) => other !== act).map(([other]) => keys[other]);
  return [...others, ...FIXED].includes(typed) ? "key_taken" : "";
}

/** The usual key of what the pressed one does; "" where it does nothing any more.
 * @param {ActKeys} keys
 * @param {string} pressed
 */
export function usualKey(keys, pressed) {
  const act = ACTS.find(([usual]) => keys[usual] === pressed);
  if (act) return act[0];
  return pressed in USUAL_KEYS ? "" : pressed;
}

/** What was kept, if each act still has a key of its own; the usual ones otherwise.
 * @param {unknown} stored
 * @returns {ActKeys}
 */
export function restoredKeys(stored) {
  const keys = /** @type {ActKeys} */ ({ ...USUAL_KEYS, .../** @type {object | undefined} */ (stored) });
  const right = ACTS.every(([act]) => typeof keys[act] === "string" && !keyFault(keys, act, keys[act]));
  return right ? keys : USUAL_KEYS;
}
