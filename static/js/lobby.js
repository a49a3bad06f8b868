// Keeps a list up to date by difference. Rows change where they are, and keep their focus; none is
// moved, taken away or put between others: new ones are announced, and come when asked for.

// @ts-types="./types/idiomorph.d.ts"
import { Idiomorph } from "../vendor/idiomorph/idiomorph.esm.js";
import { isSelected } from "./pressed.js";

const SECONDS = 5;

let etag = "";
let pressed = false;
/** @type {(() => void)[]} */
const released = [];

const list = () => /** @type {HTMLElement | null} */ (document.querySelector("[data-refresh]"));
/** @param {ParentNode} within */
const rows = (within) => /** @type {NodeListOf<HTMLElement>} */ (within.querySelectorAll("[data-row]"));

addEventListener("pointerdown", () => { pressed = true; }, { capture: true });
for (const end of ["pointerup", "pointercancel", "blur"]) {
  // The click comes after the finger has gone up.
  addEventListener(end, (event) => {
    // A finger that comes down takes the focus from somewhere: that is no end.
    if (end === "blur" && event.target !== window) return;
    setTimeout(() => {
      pressed = false;
      for (const go of released.splice(0)) go();
    });
  }, { capture: true });
}

/** Resolves as soon as no finger is down. */
const untouched = () => new Promise((go) => { pressed ? released.push(() => go(0)) : go(0); });

async function ask() {
  const old = list();
  if (!old || document.hidden) return;
  const known = [...rows(document)].map((row) => `${row.id}.${row.dataset.row}`).join(" ");
  const headers = { "HX-Request": "true", "X-Known": known, "If-None-Match": etag };
  const answer = await fetch(old.dataset.refresh ?? "", { headers, cache: "no-store" });
  const lead = answer.headers.get("HX-Redirect");
  if (lead) return location.assign(lead);
  // Nothing is new; signed out; or the room is busy, and the next question may be answered.
  if (answer.status !== 200 || answer.redirected) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  await untouched();
  // The reader has asked for another list meanwhile.
  if (list() !== old) return;
  etag = answer.headers.get("ETag") ?? "";
  const difference = page.getElementById("difference");
  if (difference) {
    change(rows(difference));
    announce(Number(difference.dataset.fresh), (difference.dataset.gone ?? "").split(" ").filter(Boolean));
  } else {
    const whole = page.getElementById(old.id);
    if (whole) compare(old, whole);
  }
}

/** Makes a row what another one is, and touches nothing that is the same already.
 * @param {HTMLElement} old
 * @param {HTMLElement} fresh
 */
function morph(old, fresh) {
  const id = old.contains(document.activeElement) ? document.activeElement?.id : "";
  const callbacks = {
    // What the reader has opened is theirs to close.
    beforeAttributeUpdated: (/** @type {string} */ name, /** @type {Element} */ _, /** @type {string} */ change) =>
      name !== "open" || change === "update",
  };
  Idiomorph.morph(old, fresh, { callbacks });
  // Where "Register" was there is "Registered" now: the focus goes on to what took its place.
  if (id && !document.getElementById(id)) {
    const number = id.slice(id.lastIndexOf("-") + 1);
    /** @type {HTMLElement | null} */ (document.querySelector(`.action-cell [id$="-${number}"]`))?.focus();
  }
}

/** @param {Iterable<HTMLElement>} fresh */
function change(fresh) {
  for (const row of fresh) {
    const old = document.getElementById(row.id);
    // Text that is selected stays, and the row is asked for again.
    if (old && isSelected(old)) etag = "";
    else if (old) morph(old, row);
  }
}

/**
 * A list of tables, of which each answer is the whole.
 * @param {HTMLElement} old
 * @param {HTMLElement} whole
 */
function compare(old, whole) {
  const had = [...rows(old)].map((row) => row.id);
  const fresh = [...rows(whole)];
  const there = new Set(fresh.map((row) => row.id));
  change(fresh.filter((row) => had.includes(row.id)));
  announce(fresh.filter((row) => !had.includes(row.id)).length, had.filter((id) => !there.has(id)));
}

/**
 * @param {number} fresh
 * @param {string[]} gone
 */
function announce(fresh, gone) {
  const box = document.getElementById("fresh");
  if (!box) return;
  for (const id of gone) {
    const row = document.getElementById(id);
    if (row) {
      row.classList.add("gone");
      row.title = box.dataset.gone ?? "";
    }
  }
  const words = fresh === 1 ? box.dataset.one : box.dataset.many?.replace("{count}", `${fresh}`);
  const text = fresh ? words ?? "" : "";
  if (box.textContent?.trim() === text) return;
  box.replaceChildren();
  if (!text) return;
  const button = document.createElement("button");
  button.className = "button";
  button.id = "show-fresh";
  button.textContent = text;
  button.addEventListener("click", show);
  box.append(button);
}

async function show() {
  const old = list();
  if (!old) return;
  const had = new Set([...rows(old)].map((row) => row.id));
  const answer = await fetch(old.dataset.refresh ?? "", { headers: { "HX-Request": "true" } });
  if (!answer.ok || answer.redirected) return location.reload();
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const whole = page.getElementById(old.id);
  if (!whole) return location.reload();
  old.replaceWith(document.adoptNode(whole));
  etag = "";
  announce(0, []);
  /** @type {any} */ (globalThis).htmx?.process(whole);
  const first = [...rows(whole)].find((row) => !had.has(row.id));
  // The button that was pressed is gone: whoever uses the keyboard goes on at the first new row.
  /** @type {HTMLElement | null | undefined} */ (first?.querySelector("a"))?.focus();
}

/** A star is set where it is: no page is loaded. @param {SubmitEvent} event */
async function star(event) {
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!button?.classList.contains("star")) return;
  event.preventDefault();
  const data = new FormData(form, button);
  const answer = await fetch(button.formAction, { method: "POST", body: data, headers: { "X-Requested-With": "fetch" } });
  if (answer.status !== 204) return location.reload();
  const wanted = button.value === "yes";
  button.setAttribute("aria-pressed", `${wanted}`);
  button.value = wanted ? "no" : "yes";
}

document.addEventListener("submit", (event) => { star(event).catch(() => location.reload()); });
document.addEventListener("htmx:afterSwap", () => { etag = ""; announce(0, []); });
// A search is asked for while it is typed, and once more when its field is left.
document.addEventListener("htmx:beforeHistoryUpdate", ({ detail: { history } }) => {
  if (new URL(history.path, location.href).href === location.href) history.type = "replace";
});
setInterval(() => ask().catch(() => undefined), SECONDS * 1000);
document.addEventListener("visibilitychange", () => ask().catch(() => undefined));
