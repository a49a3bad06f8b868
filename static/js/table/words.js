// The page's words, within reach of every part of the table.

import { createContext, useContext } from "./ui.js";

export { cardText, dictionary, rankText, speaker } from "../words.js";

const Words = createContext(null);
export const Speaking = Words.Provider;
export const useWords = () => useContext(Words);
