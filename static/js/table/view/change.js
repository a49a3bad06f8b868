// Changing cards (DRAW-4): choose up to four, or stay pat.

/** @import { Gestures, Settings } from "../../types/page.d.ts" */

import { Card } from "./card.js";
import { useShortcuts } from "./shortcuts.js";
import { html, useState } from "./ui.js";
import { useWords } from "./words.js";

/**
 * @param {{
 *   cards: string[], most: number, act: Gestures["act"], disabled: boolean, settings: Settings,
 * }} props
 */
export function Change({ cards, most, act, disabled, settings: { shortcuts, keys } }) {
  const { say } = useWords();
  const [chosen, setChosen] = useState(/** @type {string[]} */ ([]));
  const gone = chosen.filter((code) => cards.includes(code));
  const full = gone.length >= most;
  /** @param {string} code */
  const toggle = (code) => {
    if (gone.includes(code)) setChosen(gone.filter((other) => other !== code));
    else if (!full) setChosen([...gone, code]);
  };
  /** @param {string[]} codes */
  const discard = (codes) => !disabled && act({ kind: "discard", cards: codes });
  const numbers = cards.map((code, i) => [String(i + 1), () => toggle(code)]);
  useShortcuts({
    ...Object.fromEntries(numbers),
    c: () => discard([]),
    r: () => gone.length > 0 && discard(gone),
  }, shortcuts);
  /** @param {string} key */
  const hint = (key) => shortcuts && html`<kbd aria-hidden="true">${key.toUpperCase()}</kbd>`;
  return html`
    <div class="change" role="group" aria-label=${say("change_more")}>
      ${cards.map((code) => html`
        <button type="button" class="pick" key=${code} aria-pressed=${gone.includes(code)}
          disabled=${disabled || (full && !gone.includes(code))} onClick=${() => toggle(code)}>
          <${Card} code=${code} /></button>`)}
    </div>
    <div class="buttons">
      <button type="button" class="passive" disabled=${disabled} onClick=${() => discard([])}>
        ${say("pat")}${hint(keys.c)}</button>
      <button type="button" class="raise" disabled=${disabled || gone.length === 0}
        onClick=${() => discard(gone)}>
        ${say("change_button", { count: gone.length || "" }).trim()}${hint(keys.r)}</button>
    </div>`;
}
