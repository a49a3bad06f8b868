// What each key does.

import { Dialog } from "./dialog.js";
import { html } from "./ui.js";
import { useWords } from "./words.js";

const KEYS = [
  ["F", "fold"], ["C", "call"], ["V", "call_any"], ["R", "raise"], ["A", "all"], ["↑ ↓", "size"], ["1 – 5", "digits"],
  ["T", "bank"], ["M", "show"], ["O", "out"], ["B", "blinds"], ["?", "help"],
];

/** @param {{ close: () => void }} props */
export function Help({ close }) {
  const { say } = useWords();
  return html`
    <${Dialog} title=${say("help")} close=${close}>
      <p>${say("help_more")}</p>
      <dl class="keys">
        ${KEYS.map(([key, what]) => html`
          <div key=${what}><dt><kbd>${key}</kbd></dt><dd>${say(`key_${what}`)}</dd></div>`)}
      </dl>
    <//>`;
}
