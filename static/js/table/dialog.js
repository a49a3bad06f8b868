// A dialog over the page: it takes the keyboard, and gives it back.

/** @import { Part } from "../types/preact.d.ts" */

import { html, useEffect, useRef } from "./ui.js";
import { useWords } from "./words.js";

/** @param {{ title: string, close: () => void, children: Part }} props */
export function Dialog({ title, close, children }) {
  const { say } = useWords();
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => box.current?.showModal(), []);
  return html`
    <dialog class="table-dialog" ref=${box} aria-label=${title} onClose=${close}>
      <h2>${title}</h2>
      ${children}
      <form method="dialog"><button class="button">${say("close")}</button></form>
    </dialog>`;
}
