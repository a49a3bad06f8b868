// Where the reader chooses their own keys.

/** @import { ActKeys, Settings } from "../types/page.d.ts" */

import { Dialog } from "./dialog.js";
import { ACTS, keyFault, USUAL_KEYS } from "./keys.js";
import { html, useState } from "./ui.js";
import { useWords } from "./words.js";

/** @param {{ settings: Settings, change: (wish: Partial<Settings>) => void, close: () => void }} props */
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
