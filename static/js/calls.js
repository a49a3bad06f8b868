// Calls a player on every page: what /ws/me/ says is shown as it is now, in one bar, at the bell, in
// the title, on the icon, by a sound. A page on which nothing happens asks for nothing.

import { heard, ring } from "./ring.js";
import { keepDevice } from "./devices.js";

/** @typedef {{
 *   type: "strip", html: string, turns: number, unread: number, latest: string, loud: string[], balance: string,
 *   opens: { notice: number, url: string } | null,
 * }} StripFrame
 */
/** @typedef {{ type: "chat", channel: string }} ChatNewsFrame */
/** @typedef {{ type: "hello", user: number, key: string, devices: string[], ended: string[] } | { type: "refused" } | { type: "pong" }} OtherFrame */

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
// The server's word that it is of no use to come again as one is.
const SHUT_OUT = [4401, 4403];
// A browser does not say why a socket did not open. So many times in a row, from a room that answers
// otherwise, it is for good: a proxy that lets none through, or an address that is not the room's.
const MOST_REFUSED = 5;

const plain = document.title;
const box = /** @type {HTMLElement} */ (document.getElementById("calls"));
const icon = document.querySelector('link[rel="icon"]');
const plainIcon = icon?.getAttribute("href") ?? "";

/** @type {WebSocket | null} */
let socket = null;
let pause = FIRST_PAUSE_MS;
let timer = 0;
let closed = 0;
let over = false;

/** How many wait for the reader, where the window cannot be seen.
 * @param {number} turns */
function entitle(turns) {
  // A table's title says its own turn.
  if (!box.dataset.here) document.title = turns ? `(${turns}) ${plain}` : plain;
  icon?.setAttribute("href", turns ? plainIcon.replace("logo.svg", "logo_call.svg") : plainIcon);
  const badge = turns ? navigator.setAppBadge?.(turns) : navigator.clearAppBadge?.();
  // A browser may have the method and no icon to put it on.
  badge?.catch(() => undefined);
}

/** What says the same stays where it is: focus stays, and a screen reader is not told twice.
 * @param {string} html */
function show(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").body;
  const old = new Map([...box.children].map((child) => [child.id, child]));
  const lines = [...fresh.children].map((line) => {
    const same = old.get(line.id);
    return same?.outerHTML === line.outerHTML ? same : document.adoptNode(line);
  });
  const focused = box.contains(document.activeElement) ? document.activeElement?.id : "";
  // One after the other: what is moved out of the page and back loses its focus.
  for (const child of [...box.children]) if (!lines.includes(child)) child.remove();
  lines.forEach((line, place) => {
    if (box.children[place] !== line) box.insertBefore(line, box.children[place] ?? null);
  });
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
}

/** @param {object} frame */
function say(frame) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
}

/** @param {number} notice */
function seen(notice) {
  say({ type: "seen", ids: [notice] });
}

/** A table whose seat was drawn opens, unless its reader is at another one or is typing.
 * @param {StripFrame} frame
 */
function openTable({ opens }) {
  const typing = document.activeElement?.matches("input:not([type=hidden]), textarea, select, dialog *");
  const busy = box.dataset.here || document.hidden || typing || document.querySelector("dialog[open]");
  if (!opens || busy || !heard(`open-${opens.notice}`)) return;
  seen(opens.notice);
  location.assign(opens.url);
}

/** @param {StripFrame} frame */
function take(frame) {
  show(frame.html);
  entitle(frame.turns);
  const balance = document.querySelector(".balance [data-balance]");
  if (balance && balance.textContent !== frame.balance) balance.textContent = frame.balance;
  count(frame);
  // All are noted before any is heard.
  if (frame.loud.filter(heard).length) ring();
  openTable(frame);
}

/** Shows how many notices are unread, and says the latest to a screen reader.
 * @param {StripFrame} frame
 */
function count({ unread, latest }) {
  const bell = document.getElementById("bell");
  const shown = bell?.querySelector("[data-unread]");
  if (!bell || !shown) return;
  // At a table the first frame tells what was there before.
  const more = shown.textContent !== "" && unread > Number(shown.textContent);
  shown.textContent = String(unread);
  /** @type {HTMLElement} */ (shown.parentElement).hidden = !unread;
  const announcement = document.querySelector("[data-latest]");
  if (announcement && more) announcement.textContent = latest;
}

function open() {
  clearTimeout(timer);
  if (over || socket) return;
  const here = box.dataset.here ?? "";
  socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws/me/?here=${here}&at=${encodeURIComponent(location.pathname)}&language=${document.documentElement.lang}`);
  socket.addEventListener("open", () => {
    pause = FIRST_PAUSE_MS;
    closed = 0;
    if ((box.dataset.here ?? "") !== here) say({ type: "here", shown: box.dataset.here });
    tellVisible();
  });
  socket.addEventListener("message", ({ data }) => {
    /** @type {StripFrame | ChatNewsFrame | OtherFrame} */
    const frame = JSON.parse(data);
    if (frame.type === "strip") take(frame);
    if (frame.type === "chat") document.dispatchEvent(new CustomEvent("chat", { detail: frame.channel }));
    if (frame.type === "hello") keepDevice(frame).catch(() => undefined);
  });
  socket.addEventListener("close", async ({ code }) => {
    socket = null;
    over = SHUT_OUT.includes(code);
    closed += 1;
    // Whoever comes back to the page has it tried once more.
    if (over || (closed >= MOST_REFUSED && (await roomAnswers()))) return;
    // Not all pages of a room that was away come back at once.
    timer = setTimeout(open, pause * (0.5 + Math.random()));
    pause = Math.min(LONGEST_PAUSE_MS, 2 * pause);
  });
}

/** Whether it is the room that says no, and not nobody. */
async function roomAnswers() {
  const answer = await fetch(plainIcon, { method: "HEAD", cache: "no-store" }).catch(() => null);
  return answer !== null && answer.status < 500;
}

function tellVisible() {
  say({ type: "visible", visible: !document.hidden });
}

// A notice is read where it is opened, in the bar and in the list of all.
document.addEventListener("click", ({ target }) => {
  const link = target instanceof Element ? target.closest("[data-notice] a") : null;
  const line = /** @type {HTMLElement | null | undefined} */ (link?.closest("[data-notice]"));
  if (line) seen(Number(line.dataset.notice));
});
// The page of many tables says which it shows, as they come and go.
document.addEventListener("tables-shown", () => say({ type: "here", shown: box.dataset.here }));
document.addEventListener("visibilitychange", () => {
  tellVisible();
  if (!document.hidden) open();
});
addEventListener("online", open);
// The table's page shows other tables when it follows its player: it speaks for those.
addEventListener("pageshow", open);
entitle(Number(box.dataset.turns ?? 0));
open();
