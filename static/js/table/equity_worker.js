// Works out equities beside the page, which goes on meanwhile: {id, spot} -> {id, parts}.

/** @import { Spot } from "../types/page.d.ts" */

import { equities } from "./equity.js";

addEventListener("message", (event) => {
  const { id, spot } = /** @type {{ id: number, spot: Spot }} */ (event.data);
  postMessage({ id, parts: equities(spot) });
});
