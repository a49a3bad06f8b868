// The dialogs over a table: the keys, the reader's own ones, and their own sizes of bets.

/**
 * @import { ActKeys, Preset, Presets, Settings } from "../../types/page.d.ts"
 * @import { Part } from "../../types/preact.d.ts"
 */

import { ACTS, keyFault, USUAL_KEYS } from "../state/keys.js";
import { inLanguage, MOST, named, OFFERED, ROUNDS, USUAL } from "../state/presets.js";
import { html, useEffect, useRef, useState } from "./ui.js";
import { useWords } from "./words.js";

/** A dialog over the page: it takes the keyboard, and gives it back. With a main button of its own it closes by a quiet one.
 * @param {{ title: string, close: () => void, quiet?: boolean, children: Part }} props
 */
export function Dialog({ title, close, quiet = false, children }) {
  const { say } = useWords();
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => box.current?.showModal(), []);
  return html`
    <dialog class="table-dialog" ref=${box} aria-label=${title} onClose=${close}>
      <h2>${title}</h2>
      ${children}
      <form method="dialog"><button class=${quiet ? "button button-quiet" : "button"}>${say("close")}</button></form>
    </dialog>`;
}

const KEYS = [
  ["F", "fold"], ["C", "call"], ["V", "call_any"], ["R", "raise"], ["A", "all"], ["↑ ↓", "size"], ["1 – 5", "digits"],
  ["T", "bank"], ["M", "show"], ["O", "out"], ["B", "blinds"], ["?", "help"],
];

/** What each key does.
 * @param {{ keys: ActKeys, close: () => void }} props
 */
export function Help({ keys, close }) {
  const { say } = useWords();
  /** @param {string} usual */
  const own = (usual) => (keys[/** @type {keyof ActKeys} */ (usual.toLowerCase())] ?? usual).toUpperCase();
  return html`
    <${Dialog} title=${say("help")} close=${close}>
      <p>${say("help_more", { fold: own("F"), call: own("C") })}</p>
      <dl class="keys">
        ${KEYS.map(([key, what]) => html`
          <div key=${what}><dt><kbd>${own(key)}</kbd></dt><dd>${say(`key_${what}`)}</dd></div>`)}
      </dl>
    <//>`;
}

/** Where the reader chooses their own keys.
 * @param {{ settings: Settings, change: (wish: Partial<Settings>) => void, close: () => void }} props
 */
export function KeysDialog({ settings: { keys }, change, close }) {
  const { say } = useWords();
  const [wrong, setWrong] = useState(/** @type {{ act: string, typed: string, why: string } | null} */ (null));
  /** @param {keyof ActKeys} act @param {KeyboardEvent & { currentTarget: HTMLInputElement }} event */
  const press = (act, event) => {
    // Tab, Escape and the browser's own shortcuts do what they do everywhere.
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const typed = event.key.toLowerCase();
    const why = keyFault(keys, act, typed);
    setWrong(why ? { act, typed, why } : null);
    if (!why) change({ keys: { ...keys, [act]: typed } });
  };
  /** Takes back what came into a field otherwise. @param {keyof ActKeys} act @param {{ currentTarget: HTMLInputElement }} event */
  const undo = (act, { currentTarget: field }) => {
    field.value = keys[act].toUpperCase();
  };
  return html`
    <${Dialog} title=${say("keys_own")} close=${close}>
      <p>${say("keys_own_more")}</p>
      ${ACTS.map(([act, what]) => html`
        <label class="key-of" key=${act}>
          <span>${say(`key_${what}`)}</span>
          <input type="text" autocomplete="off" autocapitalize="off" name=${`key-${act}`} aria-invalid=${wrong?.act === act}
            value=${keys[act].toUpperCase()}
            onKeyDown=${(/** @type {KeyboardEvent & { currentTarget: HTMLInputElement }} */ event) => press(act, event)}
            onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ event) => undo(act, event)} />
          <span class="fault" role="status">${wrong?.act === act ? say(wrong.why, { key: wrong.typed.toUpperCase() }) : ""}</span>
        </label>`)}
      <button type="button" class="button button-quiet" onClick=${() => {
        setWrong(null);
        change({ keys: USUAL_KEYS });
      }}>${say("keys_usual")}</button>
    <//>`;
}

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

/** Where the reader chooses their own sizes of bets, each in a box.
 * @param {{ settings: Settings, change: (wish: Partial<Settings>) => void, close: () => void }} props
 */
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
