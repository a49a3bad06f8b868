// The reader's own settings, and what leads on from the table.

/** @import { Seen, Settings, Urls } from "../../types/page.d.ts" */

import { Help, KeysDialog, SizesDialog } from "./dialogs.js";
import { Look } from "./look.js";
import { useShortcuts } from "./shortcuts.js";
import { html, useState } from "./ui.js";
import { useWords } from "./words.js";

/** @type {Array<"shortcuts" | "bigBlinds" | "strength" | "potOdds" | "sorts" | "autoMuck" | "bankByHand" | "asksMoney">} */
const SWITCHES = ["shortcuts", "bigBlinds", "strength", "potOdds", "sorts", "autoMuck", "bankByHand", "asksMoney"];

/**
 * @param {{ state: Seen, urls: Urls, settings: Settings, change: (wish: Partial<Settings>) => void }} props
 */
export function Menu({ state: { table, lastHand, cash }, urls, settings, change }) {
  const { say } = useWords();
  const [open, setOpen] = useState(/** @type {"help" | "keys" | "sizes" | null} */ (null));
  useShortcuts({
    "?": () => setOpen("help"),
    b: () => change({ bigBlinds: !settings.bigBlinds }),
  }, settings.shortcuts);
  const close = () => setOpen(null);
  /** @param {Event} event */
  const hints = (event) => {
    /** @type {HTMLElement} */ (event.target).closest("details")?.removeAttribute("open");
    document.dispatchEvent(new Event("tour"));
  };
  return html`
    <details class="settings" data-menu>
      <summary aria-label=${say("settings")}>
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 7h10M18 7h2M4 17h2M10 17h10" /><circle cx="16" cy="7" r="2" /><circle cx="8" cy="17" r="2" />
        </svg>
      </summary>
      <div class="sheet">
        <${Look} settings=${settings} change=${change} />
        ${SWITCHES.map((name) => html`
          <label class=${`setting ${name === "shortcuts" ? "for-keys" : ""}`} key=${name}>
            <input type="checkbox" checked=${settings[name]}
              onChange=${(event) => change({ [name]: event.target.checked })} />
            ${say(`setting_${name}`)}
          </label>`)}
        ${cash?.signUpUrl && html`<a class="button" href=${cash.signUpUrl}>${say("sign_up")}</a>`}
        <div class="leads">
          <button type="button" class="button button-quiet" onClick=${() => setOpen("sizes")}>${say("sizes")}</button>
          <button type="button" class="button button-quiet for-keys" onClick=${() => setOpen("help")}>${say("help")}</button>
          <button type="button" class="button button-quiet for-keys" onClick=${() => setOpen("keys")}>${say("keys_own")}</button>
          ${document.querySelector(".tour") && html`
            <button type="button" class="button button-quiet" onClick=${hints}>${say("tour")}</button>`}
        </div>
        ${cash?.rake && html`
          <dl class="rake-terms"><dt>${say("rake_here")}</dt>
            ${cash.rake.split("\n").map((line) => html`<dd key=${line}>${line}</dd>`)}</dl>`}
        ${table.commitment && html`
          <p class="commitment">${say("deck_more")}<code>${table.commitment}</code></p>`}
        ${lastHand !== null && html`
          <a class="verify" href=${urls.verify(lastHand)}>${say("verify_link")}</a>`}
        <a class="verify" href=${urls.rules}>${say("rules_link")}</a>
      </div>
    </details>
    ${open === "help" && html`<${Help} keys=${settings.keys} close=${close} />`}
    ${open === "keys" && html`<${KeysDialog} settings=${settings} change=${change} close=${close} />`}
    ${open === "sizes" && html`<${SizesDialog} settings=${settings} change=${change} close=${close} />`}`;
}
