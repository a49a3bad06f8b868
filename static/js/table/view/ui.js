// The one place that names the vendored library.

/** @import { Part } from "../../types/preact.d.ts" */

// @ts-types="../../types/preact.d.ts"
import { render as renderInto } from "../../../vendor/htm-preact/standalone.module.js";

// @ts-types="../../types/preact.d.ts"
export {
  createContext,
  html,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "../../../vendor/htm-preact/standalone.module.js";

/** Draws a part. A browser that translates pages wraps texts in elements of its own, and new texts would
 * stand beside the old ones: what was wrapped in spite of translate="no" is drawn afresh.
 * @param {Part} part
 * @param {Element} where
 */
export function render(part, where) {
  if (where.getElementsByTagName("font").length) {
    renderInto(null, where);
    where.replaceChildren();
  }
  renderInto(part, where);
}
