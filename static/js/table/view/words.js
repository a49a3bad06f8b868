// The page's words, within reach of every part of the table.

/**
 * @import { Voice, Words } from "../../types/page.d.ts"
 * @import { Context } from "../../types/preact.d.ts"
 */

import { createContext, useContext } from "./ui.js";

export { cardText, dictionary, rankText, speaker } from "../../words.js";

/** @type {Context<Words>} */
const Spoken = createContext(/** @type {any} */ (null));
export const Speaking = Spoken.Provider;
export const useWords = () => useContext(Spoken);

/** The voice at a table for play money, which has no wallet to speak of: some sentences are others,
 * and others again (`kind`) in a home game.
 * @param {Voice} voice
 * @param {string} [kind]
 * @returns {Voice}
 */
export function forPlay(voice, kind = "play") {
  const plain = kind === "play" ? voice : forPlay(voice);
  return {
    ...voice,
    say(key, values) {
      const own = voice.say(`${key}_${kind}`, values);
      return own === `${key}_${kind}` ? plain.say(key, values) : own;
    },
  };
}
