// The page's words, within reach of every part of the table.

/**
 * @import { Words } from "../types/page.d.ts"
 * @import { Context } from "../types/preact.d.ts"
 */

import { createContext, useContext } from "./ui.js";

export { cardText, dictionary, rankText, speaker } from "../words.js";

/** @type {Context<Words>} */
const Spoken = createContext(/** @type {any} */ (null));
export const Speaking = Spoken.Provider;
export const useWords = () => useContext(Spoken);
