// Which of the page's tables a part belongs to.

/**
 * @import { Owner } from "../../types/page.d.ts"
 * @import { Context } from "../../types/preact.d.ts"
 */

import { createContext, useContext } from "./ui.js";

/** @type {Context<Owner>} */
const Owning = createContext({ id: "table", label: (text) => text });
export const Owned = Owning.Provider;
export const useOwner = () => useContext(Owning);
