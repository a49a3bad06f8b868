// The reader's settings, kept in this browser.

const KEY = "montepremi.table";
const DEFAULTS = { fourColours: true, shortcuts: true };

export function loadSettings() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    return DEFAULTS;
  }
}

export function saveSettings(settings) {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Storage may be forbidden or full: the settings then last as long as the page.
  }
}
