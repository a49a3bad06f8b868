// The reader's settings, one for all tables of the page, kept in this browser for each player apart
// (docs/decisions/0043-table-preferences-in-the-browsers-storage.md).

/** @import { Settings, SettingsStore } from "../../types/page.d.ts" */

import { heed, read, write } from "../../kept.js";
import { restoredKeys, USUAL_KEYS } from "./keys.js";
import { restored, USUAL } from "./presets.js";

// What theme.js reads before the page is painted, whoever is signed in.
const COMMON = "montepremi.table";

/** @type {Settings} */
const DEFAULTS = {
  theme: "system",
  cloth: "green",
  back: "lattice",
  motion: true,
  fastRunOut: false,
  equities: true,
  turnSound: true,
  turnVolume: 70,
  effects: true,
  effectsVolume: 25,
  vibrates: true,
  fourColours: true,
  shortcuts: true,
  autoMuck: false,
  bankByHand: false,
  bigBlinds: false,
  asksMoney: true,
  potOdds: false,
  sorts: false,
  strength: true,
  presets: USUAL,
  keys: USUAL_KEYS,
};

/**
 * @param {string} key
 * @returns {Settings}
 */
function load(key) {
  const stored = read(key);
  return {
    ...DEFAULTS, ...stored, theme: read(COMMON).theme ?? DEFAULTS.theme, presets: restored(stored.presets),
    keys: restoredKeys(stored.keys),
  };
}

/** The settings of a player, by their id; of all who only watch without one.
 * @param {string | undefined} user
 * @returns {SettingsStore}
 */
export function settingsStore(user) {
  const key = `montepremi.table.${user || "guest"}`;
  let settings = load(key);
  /** @type {Set<() => void>} */
  const ears = new Set();
  const tell = () => { for (const ear of ears) ear(); };
  heed([key, COMMON], () => {
    settings = load(key);
    tell();
  });
  return {
    get: () => settings,
    change(wish) {
      settings = { ...settings, ...wish };
      const { theme, ...own } = wish;
      if (theme !== undefined) write(COMMON, { theme });
      if (Object.keys(own).length) write(key, own);
      tell();
    },
    heed(ear) {
      ears.add(ear);
      return () => ears.delete(ear);
    },
  };
}
