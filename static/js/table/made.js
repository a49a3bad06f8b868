// A hand on the felt: its symbols to the eye, the whole of it to the ear.

/** @import { Made } from "../types/page.d.ts" */

import { brief, whole } from "./hand_names.js";
import { html } from "./ui.js";
import { useWords } from "./words.js";

/** @param {{ made: Made }} props */
export function MadeHand({ made }) {
  const { say } = useWords();
  const { kind, ranks, kicker } = brief(made, say);
  return html`
    <span class="brief" aria-hidden="true">${kind} <span class="ranks">${ranks}</span>${kicker && html`<span
      class="kicker">, <span class="word">${say("kicker_short", { rank: kicker })}</span><span class="letter">${kicker}</span></span>`}</span>
    <span class="visually-hidden">${whole(made, say)}</span>`;
}
