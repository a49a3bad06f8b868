// One card, drawn: rank and suit on paper, or the room's own back. Named in words for readers.

/** @import { Style } from "../../types/page.d.ts" */

import { html } from "./ui.js";
import { rankText, useWords } from "./words.js";

/** @type {Record<string, string>} */
const PIPS = {
  h: "M16 29C6 21.5 2 16.5 2 10.7A7.1 7.1 0 0 1 16 8.2 7.1 7.1 0 0 1 30 10.7C30 16.5 26 21.5 16 29Z",
  d: "M16 1.5Q21 9.5 27 16 21 22.5 16 30.5 11 22.5 5 16 11 9.5 16 1.5Z",
  s: "M16 2C8.5 9.5 2.5 13.5 2.5 19.4A6.5 6.5 0 0 0 14.3 23.2Q14 27.6 10.8 30H21.2Q18 27.6 17.7 23.2A6.5 6.5 0 0 0 29.5 19.4C29.5 13.5 23.5 9.5 16 2Z",
  c: "M16 2A6.6 6.6 0 0 0 11.2 13.1 6.6 6.6 0 1 0 14.3 22.4Q14 27.4 10.8 30H21.2Q18 27.4 17.7 22.4A6.6 6.6 0 1 0 20.8 13.1 6.6 6.6 0 0 0 16 2Z",
};

// Busts on 32 by 32: what is drawn in the suit's ink, in gold and in the colour of a face.
/** @type {Record<string, { ink: string, gold: string, face: string }>} */
const COURT = {
  J: {
    ink: "M6 9C6 4 11 1 17 1s9 3 9 8zM8 12h2v8c-3 1-3-3-2-8zM24 12h-2v8c3 1 3-3 2-8zM4 32c0-6 4-8 8-9l4 3 4-3c4 1 8 3 8 9z",
    gold: "M6 9h20v3H6zM21 5c2-6 8-6 10-2-4-1-6 1-7 4zM13.5 28l2.5-2 2.5 2-2.5 4z",
    face: "M10 12h12v5a6 6.5 0 0 1-12 0zM13 21h6v3l-3 2-3-2z",
  },
  Q: {
    ink: "M6 24C4 12 9 7 16 7s12 5 10 17c-2 1-5 0-5-3v-9H11v9c0 3-3 4-5 3zM3 32c0-5 4-7 9-8l4 4 4-4c5 1 9 3 9 8z",
    gold: "M9 8 8 2l4 3 4-4 4 4 4-3-1 6zM16 26a2 2 0 0 1 0 4 2 2 0 0 1 0-4z",
    face: "M11 11h10v6a5 6 0 0 1-10 0zM13 21h6v3l-3 3-3-3z",
  },
  K: {
    ink: "M9 14c2 3 4 2 7 2s5 1 7-2v5a7 7 0 0 1-14 0zM2 32c0-6 5-8 9-9 2 4 8 4 10 0 4 1 9 3 9 9z",
    gold: "M7 9 5 1l6 4 5-5 5 5 6-4-2 8zM7 9h18v2H7zM9 32l1.5-8h2L11.5 32zM23 32l-1.5-8h-2L20.5 32z",
    face: "M9 11h14v5c-2 1-4 0-7 0s-5 1-7 0z",
  },
};

/**
 * @param {{ code: string, best?: boolean | null, delay?: number }} props
 */
export function Card({ code, best = null, delay = 0 }) {
  const { card } = useWords();
  /** @type {Style} */
  const style = delay ? { "--delay": `${delay}ms` } : {};
  if (code === "??") {
    return html`<span class="card back" role="img" aria-label=${card(code)} style=${style} />`;
  }
  const court = COURT[code[0]];
  const part = best === null ? "" : best ? "best" : "spare";
  return html`
    <span class=${`card face suit-${code[1]} ${court ? "courtly" : ""} ${part}`} role="img" aria-label=${card(code)} style=${style}>
      <span class="rank" aria-hidden="true">${rankText(code)}</span>
      ${court && html`
        <svg class="court" viewBox="0 0 32 32" aria-hidden="true">
          <path d=${court.ink} /><path class="skin" d=${court.face} />
          <path class="gilt" d=${court.gold} /><path d="M13 13h1.5v1.5H13zM17.5 13H19v1.5h-1.5z" />
        </svg>`}
      <svg class="pip" viewBox="0 0 32 32" aria-hidden="true"><path d=${PIPS[code[1]]} /></svg>
    </span>`;
}
