// What each key does.

/** @import { ActKeys } from "../types/page.d.ts" */

import { Dialog } from "./dialog.js";
import { html } from "./ui.js";
import { useWords } from "./words.js";

const KEYS = [
  ["F", "fold"], ["C", "call"], ["V", "call_any"], ["R", "raise"], ["A", "all"], ["↑ ↓", "size"], ["1 – 5", "digits"],
  ["T", "bank"], ["M", "show"], ["O", "out"], ["B", "blinds"], ["?", "help"],
];

/** @param {{ keys: ActKeys, close: () => void }} props */
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
