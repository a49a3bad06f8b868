// Works out the equities of a spot beside the page, which goes on meanwhile.

/** @import { Spot } from "../../types/page.d.ts" */

import { equities } from "./equity.js";

addEventListener("message", (event) => postMessage(equities(/** @type {Spot} */ (event.data))));
