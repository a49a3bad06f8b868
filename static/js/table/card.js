// One card, drawn: rank and suit on paper, or the room's own back. Named in words for readers.

/** @import { Style } from "../types/page.d.ts" */

import { html } from "./ui.js";
import { rankText, useWords } from "./words.js";

/** @type {Record<string, string>} */
const PIPS = {
  h: "M16 29C6 21.5 2 16.5 2 10.7A7.1 7.1 0 0 1 16 8.2 7.1 7.1 0 0 1 30 10.7C30 16.5 26 21.5 16 29Z",
  d: "M16 1.5Q21 9.5 27 16 21 22.5 16 30.5 11 22.5 5 16 11 9.5 16 1.5Z",
  s: "M16 2C8.5 9.5 2.5 13.5 2.5 19.4A6.5 6.5 0 0 0 14.3 23.2Q14 27.6 10.8 30H21.2Q18 27.6 17.7 23.2A6.5 6.5 0 0 0 29.5 19.4C29.5 13.5 23.5 9.5 16 2Z",
  c: "M16 2A6.6 6.6 0 0 0 11.2 13.1 6.6 6.6 0 1 0 14.3 22.4Q14 27.4 10.8 30H21.2Q18 27.4 17.7 22.4A6.6 6.6 0 1 0 20.8 13.1 6.6 6.6 0 0 0 16 2Z",
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
  const part = best === null ? "" : best ? "best" : "spare";
  return html`
    <span class=${`card face suit-${code[1]} ${part}`} role="img" aria-label=${card(code)} style=${style}>
      <span class="rank" aria-hidden="true">${rankText(code)}</span>
      <svg class="pip" viewBox="0 0 32 32" aria-hidden="true"><path d=${PIPS[code[1]]} /></svg>
    </span>`;
}
