// How the table looks, moves and sounds to its reader: one dialog for all of it.

/** @import { Settings } from "../../types/page.d.ts" */

import { useOwner } from "./owner.js";
import { html, useRef } from "./ui.js";
import { useWords } from "./words.js";

/** @typedef {(wish: Partial<Settings>) => void} Choose */

/** One of several.
 * @param {{ name: "theme" | "cloth" | "back", options: string[], settings: Settings, change: Choose }} props
 */
function Choice({ name, options, settings, change }) {
  const { say } = useWords();
  const group = `${useOwner().id}-${name}`;
  return html`
    <fieldset class=${`choice choose-${name}`}>
      <legend>${say(`look_${name}`)}</legend>
      ${options.map((option) => html`
        <label key=${option}>
          <input type="radio" name=${group} checked=${settings[name] === option}
            onChange=${() => change({ [name]: option })} />
          <span class=${`sample ${name}-${option}`} aria-hidden="true">
            ${name === "back" && html`<i class=${`card back back-${option}`} />`}</span>
          ${say(`${name}_${option}`)}
        </label>`)}
    </fieldset>`;
}

/** @param {{ name: "motion" | "fastRunOut" | "equities" | "fourColours" | "vibrates", settings: Settings, change: Choose }} props */
function Switch({ name, settings, change }) {
  const { say } = useWords();
  return html`
    <label class="setting">
      <input type="checkbox" checked=${settings[name]}
        onChange=${(event) => change({ [name]: event.target.checked })} />
      ${say(`setting_${name}`)}
    </label>`;
}

/** @param {{ name: "turnSound" | "effects", volume: "turnVolume" | "effectsVolume", settings: Settings, change: Choose }} props */
function Sound({ name, volume, settings, change }) {
  const { say } = useWords();
  return html`
    <div class="sound">
      <label class="setting">
        <input type="checkbox" checked=${settings[name]}
          onChange=${(event) => change({ [name]: event.target.checked })} />
        ${say(`setting_${name}`)}
      </label>
      <input type="range" min="5" max="100" step="5" value=${settings[volume]} disabled=${!settings[name]}
        aria-label=${say(`setting_${volume}`)}
        onChange=${(event) => change({ [volume]: Number(event.target.value) })} />
    </div>`;
}

/** The button, and the dialog that it opens.
 * @param {{ settings: Settings, change: Choose }} props
 */
export function Look({ settings, change }) {
  const { say } = useWords();
  const title = `${useOwner().id}-look`;
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  /** @type {Choose} */
  const repaint = (wish) => {
    // theme.js does it where a page begins.
    document.documentElement.dataset.theme = wish.theme;
    change(wish);
  };
  const shared = { settings, change };
  return html`
    <button type="button" class="verify look-open" aria-haspopup="dialog"
      onClick=${() => dialog.current?.showModal()}>${say("look")}</button>
    <dialog class="look" ref=${dialog} aria-labelledby=${title}
      onKeyDown=${(/** @type {Event} */ event) => event.stopPropagation()}>
      <h2 id=${title}>${say("look")}</h2>
      <${Choice} name="theme" options=${["system", "dark", "light"]} settings=${settings} change=${repaint} />
      <${Choice} name="cloth" options=${["green", "blue", "wine", "slate"]} ...${shared} />
      <${Choice} name="back" options=${["lattice", "waves", "diamonds"]} ...${shared} />
      <div class="switches">
        <${Switch} name="fourColours" ...${shared} />
        <${Switch} name="motion" ...${shared} />
        <${Switch} name="fastRunOut" ...${shared} />
        <${Switch} name="equities" ...${shared} />
      </div>
      <${Sound} name="turnSound" volume="turnVolume" ...${shared} />
      ${"vibrate" in navigator && html`<${Switch} name="vibrates" ...${shared} />`}
      <${Sound} name="effects" volume="effectsVolume" ...${shared} />
      <form method="dialog"><button class="button">${say("look_done")}</button></form>
    </dialog>`;
}
