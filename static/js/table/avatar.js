// Who sits there, as a picture: their own, or one made from their name.

import { identicon } from "../identicon.js";
import { html, useState } from "./ui.js";

/** `picture` is the key of a picture of their own.
 * @param {{ name: string, picture?: string }} props
 */
export function Avatar({ name, picture }) {
  const [lost, setLost] = useState(/** @type {string | null} */ (null));
  if (picture && picture !== lost) {
    return html`
      <img class="avatar" src=${`/avatars/${picture}.webp`} alt="" width="128" height="128"
        onError=${() => setLost(picture)} />`;
  }
  const { hue, path } = identicon(name);
  return html`
    <svg class="avatar" viewBox="0 0 7 7" aria-hidden="true" style=${{ "--hue": hue }}><path d=${path} /></svg>`;
}
