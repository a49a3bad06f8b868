// The strip of all tables: whose turn it is, how long there is, and which one is in focus.

/** @import { ManyOptions, Shown, Voice } from "../types/page.d.ts" */

import { html } from "../table/view/ui.js";

const LAYOUTS = /** @type {const} */ (["tiles", "stack", "tabs"]);

/** @param {{ table: Shown, voice: Voice, focus: (at: string) => void, close: (at: string) => void }} props */
function Thumb({ table, voice: { say }, focus, close }) {
  const { at, name, turn, focused, seconds, purse, cards, watches } = table;
  const shape = ["thumb", turn && "yours", turn && seconds !== null && seconds <= 5 && "hurry", focused && "focused"];
  return html`
    <li class=${shape.filter(Boolean).join(" ")}>
      <button type="button" aria-current=${focused ? "true" : null} onClick=${() => focus(at)}>
        <span class="name">${name}</span>
        <span class="more">
          ${turn
            ? html`<span class="mark" aria-hidden="true">●</span>
                <span class="visually-hidden">${say("your_turn")}, </span>
                ${seconds !== null && html`
                  <span class="clock">${seconds}<span class="visually-hidden"> ${say("seconds", { seconds: "" })}</span></span>`}`
            : html`<span class="purse">${purse}</span>`}
          <span class="held" aria-hidden="true">${cards}</span>
        </span>
      </button>
      ${watches && html`
        <button type="button" class="close" aria-label=${say("close", { name })}
          onClick=${() => close(at)}>×</button>`}
    </li>`;
}

/**
 * @param {{
 *   tables: Shown[], voice: Voice, focus: (at: string) => void, close: (at: string) => void,
 * }} props
 */
export function Strip({ tables, voice, focus, close }) {
  return html`
    <ul>${tables.map((table) => html`
      <${Thumb} key=${table.at} table=${table} voice=${voice} focus=${focus} close=${close} />`)}</ul>`;
}

/**
 * @param {{
 *   options: ManyOptions, change: (wish: Partial<ManyOptions>) => void, next: () => void,
 *   voice: Voice, most: number, several: boolean,
 * }} props
 */
export function Tools({ options, change, next, voice: { say }, most, several }) {
  /** @param {"shared" | "follows" | "more"} name */
  const setting = (name) => html`
    <label class="setting">
      <input type="checkbox" name=${name} checked=${options[name]}
        onChange=${(event) => change({ [name]: event.target.checked })} />
      ${say(name, { most })}
    </label>`;
  return html`
    ${several && html`
      <button type="button" class="next" title=${say("keys")} onClick=${next}>${say("next")}</button>`}
    <details class="settings" data-menu>
      <summary aria-label=${say("settings")} title=${say("settings")}>
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z" />
        </svg>
      </summary>
      <div class="sheet">
        <fieldset class="layouts">
          <legend>${say("layout")}</legend>
          ${LAYOUTS.map((layout) => html`
            <label class="setting" key=${layout}>
              <input type="radio" name="layout" checked=${options.layout === layout}
                onChange=${() => change({ layout })} />
              ${say(`layout_${layout}`)}
            </label>`)}
        </fieldset>
        ${setting("shared")}${setting("follows")}${setting("more")}
        <p class="keys">${say("keys")}</p>
      </div>
    </details>`;
}
