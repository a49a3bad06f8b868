// How the reader wants their tables, kept in this browser.

/** @import { ManyOptions } from "../types/page.d.ts" */

const KEY = "montepremi.tables";
/** @type {ManyOptions} */
const DEFAULTS = { layout: "tiles", shared: false, follows: true, more: false };

/** @returns {ManyOptions} */
export function loadOptions() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return DEFAULTS;
  }
}

/** @param {ManyOptions} options */
export function saveOptions(options) {
  try {
    localStorage.setItem(KEY, JSON.stringify(options));
  } catch {
    // Storage may be forbidden or full: the options then last as long as the page.
  }
}
