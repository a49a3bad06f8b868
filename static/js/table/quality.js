// How the connection does: bars, and the same in words.

/** @import { Quality } from "../types/page.d.ts" */

import { html } from "./ui.js";
import { useWords } from "./words.js";

/** @type {Record<Quality, number>} */
const BARS = { unknown: 0, good: 3, slow: 2, lost: 0 };

/** @param {{ quality: Quality }} props */
export function Bars({ quality }) {
  const { say } = useWords();
  const words = say(`quality_${quality}`);
  return html`
    <span class=${`quality ${quality}`} role="img" aria-label=${words} title=${words}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        ${[1, 2, 3].map((bar) => html`
          <path key=${bar} class=${bar <= BARS[quality] ? "lit" : "unlit"}
            d=${`M${7 * bar - 2} 19v-${5 * bar - 2}`} />`)}
        ${quality === "lost" && html`<path class="cross" d="M14 4l6 6M20 4l-6 6" />`}
      </svg>
    </span>`;
}
