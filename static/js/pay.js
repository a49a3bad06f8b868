// Asks once before money leaves the wallet for a game, or comes back: a press on a control with
// `data-cents` (below zero: cents that come back) waits for the answer. `data-post` is what such a link
// posts to; without scripts it leads to a page that asks. Nobody is asked who has said so in this browser.

import { read, write } from "./kept.js";
import { speaker } from "./words.js";

const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("pay"));
const key = `montepremi.table.${dialog?.dataset.user}`;

/** @type {HTMLElement | null} */
let agreed = null;
let asking = false;

const asks = () => read(key).asksMoney !== false;

/** Does what was pressed: a part of the page may have been replaced meanwhile.
 * @param {HTMLElement} control
 */
function go(control) {
  const now = control.isConnected ? control : document.getElementById(control.id);
  if (!now) return;
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("act"));
  if (now.dataset.post && form) {
    form.action = now.dataset.post;
    form.requestSubmit();
    return;
  }
  agreed = now;
  now.click();
  agreed = null;
}

/** The cents that a control moves: of several pieces, those of all.
 * @param {HTMLElement} control
 */
function centsOf(control) {
  const { form } = /** @type {HTMLButtonElement} */ (control);
  const count = /** @type {HTMLSelectElement | null} */ (form?.elements.namedItem("count") ?? null);
  return Number(control.dataset.cents) * Number(count?.value ?? 1);
}

/**
 * @param {HTMLDialogElement} box
 * @param {HTMLElement} control
 */
async function ask(box, control) {
  const cents = centsOf(control);
  // Without an answer the sum alone is said.
  const me = await fetch(box.dataset.me ?? "").then((answer) => answer.json()).catch(() => null);
  /** @type {number | null} */
  const balance = me?.balance ?? null;
  // Too little: the room says how much is missing.
  if (balance !== null && balance < cents) return go(control);
  const { money } = speaker({}, document.documentElement.lang);
  const title = control.textContent?.replace(/\s+/g, " ").trim() ?? "";
  /** @type {Record<string, string>} */
  const texts = {
    title,
    what: (cents < 0 ? box.dataset.back : box.dataset.out) ?? "",
    sum: money(Math.abs(cents)),
    before: balance === null ? "" : money(balance),
    after: balance === null ? "" : money(balance - cents),
    yes: cents < 0 ? title : (box.dataset.yes ?? "").replace("{sum}", money(cents)),
  };
  for (const part of box.querySelectorAll("[data-said]")) {
    const text = texts[/** @type {HTMLElement} */ (part).dataset.said ?? ""];
    part.textContent = text;
    /** @type {HTMLElement | null} */ (part.closest("dl > div"))?.toggleAttribute("hidden", !text);
  }
  box.returnValue = "";
  box.showModal();
  await new Promise((done) => box.addEventListener("close", done, { once: true }));
  const never = /** @type {HTMLInputElement | null} */ (box.querySelector("[name=never]"));
  if (box.returnValue !== "yes") return;
  if (never?.checked) write(key, { asksMoney: false });
  go(control);
}

document.addEventListener("click", (event) => {
  const at = /** @type {Element | null} */ (event.target);
  const control = /** @type {HTMLElement | null} */ (at?.closest?.("[data-cents]") ?? null);
  if (!dialog || !control || control === agreed) return;
  const { form } = /** @type {HTMLButtonElement} */ (control);
  // What is missing is said before money is.
  if (form && !form.checkValidity()) return;
  if (!asks() && !control.dataset.post) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!asks()) return go(control);
  if (asking) return;
  asking = true;
  ask(dialog, control).finally(() => { asking = false; });
}, { capture: true });

// The wallet's own box, for who would be asked again.
const box = /** @type {HTMLInputElement | null} */ (document.getElementById("asks-money"));
if (box) {
  box.checked = asks();
  /** @type {HTMLElement} */ (box.closest("[hidden]")).hidden = false;
  box.addEventListener("change", () => write(key, { asksMoney: box.checked }));
}
