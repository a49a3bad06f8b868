// The reader's settings, kept in this browser.

/** @import { Settings } from "../types/page.d.ts" */

const KEY = "montepremi.table";
const DEFAULTS = { fourColours: true, shortcuts: true };

/** @returns {Settings} */
export function loadSettings() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return DEFAULTS;
  }
}

/** @param {Settings} settings */
export function saveSettings(settings) {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Storage may be forbidden or full: the settings then last as long as the page.
  }
}
