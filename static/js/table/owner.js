// Which of the page's tables a part belongs to: what its ids begin with.

import { createContext, useContext } from "./ui.js";

const Owning = createContext("table");
export const Owned = Owning.Provider;
/** @type {() => string} */
export const useOwner = () => useContext(Owning);
