// The reader's settings, kept in this browser: one for all tables of the page.

/** @import { Settings, SettingsStore } from "../types/page.d.ts" */

const KEY = "montepremi.table";
/** @type {Settings} */
const DEFAULTS = {
  theme: "system",
  cloth: "green",
  back: "lattice",
  motion: true,
  equities: true,
  turnSound: true,
  turnVolume: 70,
  effects: true,
  effectsVolume: 25,
  fourColours: true,
  shortcuts: true,
};

/** @returns {Settings} */
function load() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return DEFAULTS;
  }
}

/** @param {Settings} settings */
function save(settings) {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Storage may be forbidden or full: the settings then last as long as the page.
  }
}

/** @returns {SettingsStore} */
export function settingsStore() {
  let settings = load();
  /** @type {Set<() => void>} */
  const ears = new Set();
  return {
    get: () => settings,
    change(wish) {
      settings = { ...settings, ...wish };
      save(settings);
      for (const ear of ears) ear();
    },
    heed(ear) {
      ears.add(ear);
      return () => ears.delete(ear);
    },
  };
}
