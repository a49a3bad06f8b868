// Hands on the felt: their symbols to the eye, the whole of them to the ear.

/** @import { Made } from "../types/page.d.ts" */

import { brief, whole } from "./hand_names.js";
import { html } from "./ui.js";
import { useWords } from "./words.js";

/** @param {{ made: Made, room?: number }} props  `room` in letters */
export function MadeHand({ made, room }) {
  const { say } = useWords();
  return html`
    <span class="brief" aria-hidden="true">${brief(made, say, room)}</span>
    <span class="visually-hidden">${whole(made, say)}</span>`;
}

const BETWEEN = " · ";

/** The hands of one seat, high and low, in a line of so many letters; letters shrink where even the
 * shortest names are longer.
 * @param {{ hands: Made[], room: number }} props
 */
export function MadeHands({ hands, room }) {
  const { say } = useWords();
  const each = Math.floor((room - BETWEEN.length * (hands.length - 1)) / hands.length);
  const letters = hands.map((made) => brief(made, say, each)).join(BETWEEN).length;
  return html`
    <span class="hands" style=${`--letters: ${letters}`}>${hands.map((made, i) => html`${i > 0 && BETWEEN}<${MadeHand}
      key=${i} made=${made} room=${each} />`)}</span>`;
}
