// Where the reader chooses their own sizes of bets, each in a box.

/** @import { Preset, Presets, Settings } from "../types/page.d.ts" */

import { Dialog } from "./dialog.js";
import { inLanguage, MOST, named, OFFERED, ROUNDS, USUAL } from "./presets.js";
import { html } from "./ui.js";
import { useWords } from "./words.js";

/** The boxes of a round; an empty one takes one more size.
 * @param {{ round: keyof Presets, presets: Presets, keep: (presets: Presets) => void }} props
 */
function Sizes({ round, presets, keep }) {
  const { say, locale } = useWords();
  const sizes = presets[round];
  /** @param {number} at @param {Preset | ""} size */
  const put = (at, size) => {
    const chosen = sizes.toSpliced(at, 1, ...(size ? [size] : []));
    keep({ ...presets, [round]: [...new Set(chosen)] });
  };
  /** @param {Preset} size */
  const text = (size) => {
    // Words for shares of the pot would be too long for a box.
    const [key, values] = size.endsWith("%") ? ["preset_pot", { number: Number.parseFloat(size) }] : named(size);
    return say(key, inLanguage(values, locale));
  };
  return html`
    <fieldset class="sizes-of">
      <legend>${say(`sizes_${round}`)}</legend>
      ${Array.from({ length: MOST }, (_, at) => html`
        <select key=${at} name=${`${round}-${at + 1}`} aria-label=${say("sizes_box", { no: at + 1 })} value=${sizes[at] ?? ""}
          onChange=${(/** @type {{ target: HTMLSelectElement }} */ event) => put(at, /** @type {Preset | ""} */ (event.target.value))}>
          ${(at >= sizes.length || sizes.length > 1) && html`<option value="">–</option>`}
          ${[...new Set([...OFFERED, ...sizes])].map((size) => html`<option key=${size} value=${size}>${text(size)}</option>`)}
        </select>`)}
    </fieldset>`;
}

/** @param {{ settings: Settings, change: (wish: Partial<Settings>) => void, close: () => void }} props */
export function SizesDialog({ settings, change, close }) {
  const { say } = useWords();
  /** @param {Presets} presets */
  const keep = (presets) => change({ presets });
  return html`
    <${Dialog} title=${say("sizes")} close=${close}>
      ${ROUNDS.map((round) => html`
        <${Sizes} key=${round} round=${round} presets=${settings.presets} keep=${keep} />`)}
      <button type="button" class="button button-quiet" onClick=${() => keep(USUAL)}>${say("sizes_usual")}</button>
    <//>`;
}
