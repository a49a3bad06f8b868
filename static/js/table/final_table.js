// The greeting of a final table: its players by their stacks, and what is paid from place to place.

/** @import { TableView } from "../types/frames.d.ts" */

import { html } from "./ui.js";
import { useWords } from "./words.js";

/** @param {{ table: TableView, prizes: number[] }} props */
export function FinalTable({ table: { seats }, prizes }) {
  const { say, stack, money, ordinal } = useWords();
  const players = seats.toSorted((one, other) => other.stack - one.stack);
  return html`
    <p class="title">${say("final_table")}</p>
    <ol class="finalists">
      ${players.map((seat) => html`<li key=${seat.user}><span class="name">${seat.name}</span> <b>${stack(seat.stack)}</b></li>`)}
    </ol>
    ${prizes.length > 0 && html`
      <p class="prizes">${say("final_table_prizes")}</p>
      <ol class="jumps">
        ${prizes.map((prize, i) => html`<li key=${i}>${ordinal(i + 1)} <b>${money(prize)}</b></li>`)}
      </ol>`}`;
}
