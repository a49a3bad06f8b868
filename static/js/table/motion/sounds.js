// Sounds, made from a few numbers when they are first wanted. Browsers let a page be heard after a
// first gesture of the reader, and nothing is loaded before.

/** @import { Settings, Sounds } from "../../types/page.d.ts" */

import { SHAKE } from "../../ring.js";

/** Volume, randomness, frequency, attack, sustain, release, shape, curve, slide, and what zzfx has more.
 * @type {Record<string, Array<number | undefined>>}
 */
const SOUNDS = {
  turn: [1, 0, 587, 0.01, 0.08, 0.25, 0, 1, 0, 0, 294, 0.1],
  card: [0.7, 0.1, 320, 0, 0.01, 0.04, 4, 0.6, -8],
  fold: [0.6, 0.1, 180, 0.01, 0.02, 0.08, 4, 0.4, -3],
  check: [0.8, 0, 130, 0, 0.01, 0.05, 0, 1, -6],
  chips: [0.6, 0.1, 2100, 0, 0.01, 0.06, 1, 1.6, 0, 0, 700, 0.02],
  pot: [0.6, 0.1, 1500, 0, 0.03, 0.12, 1, 1.4, 0, 0, 500, 0.03, 0.04],
  rise: [0.7, 0, 523, 0.02, 0.06, 0.2, 0, 1, 0, 0, 262, 0.06],
  win: [0.8, 0, 392, 0.02, 0.1, 0.3, 0, 1, 0, 0, 196, 0.09],
};
// A volume of 100 in the settings is that of the synthesiser.
const FULL = 100;

/** How loud `name` is to be, 0 to 1: one's turn has a switch of its own.
 * @param {string} name
 * @param {Settings} settings
 */
export function loudness(name, settings) {
  if (name === "turn") return settings.turnSound ? settings.turnVolume / FULL : 0;
  return settings.effects ? settings.effectsVolume / FULL : 0;
}

/** @param {() => Settings} settings @returns {Sounds} */
export function sounds(settings) {
  return {
    async play(name) {
      if (!navigator.userActivation?.hasBeenActive) return;
      if (name === "turn" && settings().vibrates) navigator.vibrate?.(SHAKE);
      const loud = loudness(name, settings());
      const parameters = SOUNDS[name];
      if (!loud || !parameters) return;
      const { ZZFX, zzfx } = await import("./synthesiser.js");
      if (ZZFX.audioContext.state === "suspended") await ZZFX.audioContext.resume();
      const [volume = 1, ...rest] = parameters;
      zzfx(volume * loud, ...rest);
    },
  };
}
