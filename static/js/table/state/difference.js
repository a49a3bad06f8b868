// What a value has become (tables/wire/difference.py says how a change is written). Pure.

/** @import { Change } from "../../types/frames.d.ts" */

/** The value after `change`; `before` stays as it is.
 * @param {unknown} before
 * @param {Change} change
 * @returns {unknown}
 */
export function apply(before, change) {
  if (Array.isArray(change)) return change[0];
  /** @type {Record<string, unknown>} */
  const after = Array.isArray(before) ? [...before] : Object.assign({}, before);
  for (const [key, part] of Object.entries(change)) {
    const inner = /** @type {Change} */ (part);
    if (Array.isArray(inner) && inner.length === 0) delete after[key];
    else after[key] = apply(after[key], inner);
  }
  return after;
}
