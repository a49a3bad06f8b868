// Where the reader writes their own sizes of bets.

/** @import { Presets, Settings } from "../types/page.d.ts" */

import { Dialog } from "./dialog.js";
import { listed, MOST, ROUNDS, USUAL, written } from "./presets.js";
import { html, useState } from "./ui.js";
import { useWords } from "./words.js";

// As an example.
const SHARE = "50%";

/** A line of sizes; it is kept as soon as it can be read.
 * @param {{ round: keyof Presets, presets: Presets, keep: (presets: Presets) => void }} props
 */
function Sizes({ round, presets, keep }) {
  const { say, field, locale } = useWords();
  const [text, setText] = useState(/** @type {string | null} */ (null));
  const wrong = text !== null && listed(text) === null;
  /** @param {string} typed */
  const type = (typed) => {
    setText(typed);
    const sizes = listed(typed);
    if (sizes) keep({ ...presets, [round]: sizes });
  };
  return html`
    <label class="sizes-of">
      <span>${say(`sizes_${round}`)}</span>
      <input type="text" autocomplete="off" name=${`sizes-${round}`} aria-invalid=${wrong}
        value=${text ?? written(presets[round], locale)} onInput=${(event) => type(event.target.value)}
        onBlur=${() => !wrong && setText(null)} />
      <span class="fault" role="status">${wrong ? say("sizes_unclear", { most: MOST, share: SHARE, multiple: field.multiple }) : ""}</span>
    </label>`;
}

/** @param {{ settings: Settings, change: (wish: Partial<Settings>) => void, close: () => void }} props */
export function SizesDialog({ settings, change, close }) {
  const { say, field } = useWords();
  /** @param {Presets} presets */
  const keep = (presets) => change({ presets });
  return html`
    <${Dialog} title=${say("sizes")} close=${close}>
      <p>${say("sizes_more", { most: MOST, share: SHARE, multiple: field.multiple })}</p>
      ${ROUNDS.map((round) => html`
        <${Sizes} key=${round} round=${round} presets=${settings.presets} keep=${keep} />`)}
      <button type="button" class="button button-quiet" onClick=${() => keep(USUAL)}>${say("sizes_usual")}</button>
    <//>`;
}
