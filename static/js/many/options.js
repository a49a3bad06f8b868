// How the reader wants their tables, kept in this browser.

/** @import { ManyOptions } from "../types/page.d.ts" */

import { heed, read, write } from "../kept.js";

const KEY = "montepremi.tables";
/** @type {ManyOptions} */
const DEFAULTS = { layout: "tiles", shared: false, follows: true, more: false };

/** @returns {ManyOptions} */
export const loadOptions = () => ({ ...DEFAULTS, ...read(KEY) });

/** @param {Partial<ManyOptions>} wish */
export const saveOptions = (wish) => write(KEY, wish);

/** @param {() => void} ear */
export const heedOptions = (ear) => heed([KEY], ear);
