// The page of many tables: which are open, which is in focus, and how they share the room.

/**
 * @import { ManyOptions, SettingsStore, Voice } from "../types/page.d.ts"
 * @typedef {ReturnType<typeof openTile>} Tile
 */

import { element } from "../element.js";
import { SETTLED_MS } from "../settled.js";
import { soon } from "../table/motion/frames.js";
import { html, render } from "../table/view/ui.js";
import { fetchTile, watchSeats } from "./arrivals.js";
import { watchReader } from "./busy.js";
import { focusOn, step } from "./focus.js";
import { columnsFor, zoomFor } from "./layout.js";
import { heedOptions, loadOptions, saveOptions } from "./options.js";
import { Strip, Tools } from "./strip.js";
import { openTile } from "./tile.js";

const TICK_MS = 500;
const WORD_MS = 12_000;
// A page so narrow, or a phone on its side, shows one table and the strip.
const NARROW = "(max-width: 40rem), (max-height: 30rem) and (orientation: landscape)";

/** Opens the tables of the page, and keeps it.
 * @param {{
 *   socket: { lineTo: (at: string) => import("../types/page.d.ts").LineTo },
 *   voices: { table: Voice, cash: Voice, many: Voice }, settings: SettingsStore,
 * }} page
 */
export function openPage({ socket, voices, settings }) {
  const main = element("#content");
  const { mineUrl = "", tileUrl = "", usual, most } = main.dataset;
  const space = element(".tiles", main);
  const nobody = element(".none", main);
  const sharedBar = element(".shared-bar", main);
  const strip = element(".strip");
  const tools = element(".tools");
  const voice = voices.many;
  const title = document.title;
  const narrow = matchMedia(NARROW);
  const reader = watchReader();

  /** @type {Map<string, Tile>} */
  const tiles = new Map();
  /** Tables that have left, and do not come again by themselves.
   * @type {Set<string>}
   */
  const left = new Set();
  /** @type {Set<string>} */
  const coming = new Set();
  /** @type {string | null} */
  let focused = null;
  let goneOnAt = 0;
  let called = "";
  let shown = "";
  /** @type {ManyOptions} */
  let options = loadOptions();

  const room = () => Number(options.more ? most : usual);
  const all = () => [...tiles.values()];
  const looked = () => all().map((tile) => tile.looked());

  /** @param {HTMLElement} root */
  function open(root) {
    /** @type {Tile} */
    const tile = openTile({
      root,
      lineTo: socket.lineTo,
      voices,
      settings,
      shares: () => options.shared && !narrow.matches,
      onDrawn: () => soon(draw),
      onOver: ([key, values]) => leave(tile.at, voice.say(key, { ...values, name: tile.name })),
      onMoved: (at) => goOn(tile, at),
    });
    tiles.set(tile.at, tile);
    root.addEventListener("focusin", () => focus(tile.at));
    root.addEventListener("pointerdown", () => focus(tile.at), true);
    tile.bar.addEventListener("focusin", () => focus(tile.at));
    arrange();
  }

  /** Puts one more table up, unless there is no room or it has left.
   * @param {string} at
   * @param {Element | null} before
   */
  async function add(at, before = null) {
    if (tiles.has(at) || coming.has(at) || left.has(at) || tiles.size + coming.size >= room()) return;
    coming.add(at);
    const root = await fetchTile(tileUrl, at);
    coming.delete(at);
    if (!root || tiles.has(at)) return;
    space.insertBefore(root, before);
    open(root);
  }

  /** The reader was moved: the next table comes in the place of this one.
   * @param {Tile} tile
   * @param {string} at
   */
  async function goOn(tile, at) {
    const inFocus = focused === tile.at;
    left.delete(at);
    const before = tile.root.nextElementSibling;
    leave(tile.at, voice.say("gone_moved", { name: tile.name }));
    await add(at, before);
    if (inFocus && tiles.has(at)) focus(at);
  }

  /** @param {string} at
   * @param {string} [word]
   */
  function leave(at, word) {
    const tile = tiles.get(at);
    if (!tile) return;
    left.add(at);
    tiles.delete(at);
    tile.close();
    if (word) tell(word);
    arrange();
  }

  /** @param {string} word */
  function tell(word) {
    const line = document.createElement("p");
    line.textContent = word;
    element(".goodbyes", main).append(line);
    setTimeout(() => line.remove(), WORD_MS);
  }

  /** @param {string | null} at */
  function focus(at) {
    if (at === focused) return;
    focused = at;
    mark();
    soon(draw);
  }

  /** Shows which table is in focus, and its buttons in the shared bar. */
  function mark() {
    const shared = options.shared && !narrow.matches;
    let depth = 0;
    for (const tile of all()) {
      const here = tile.at === focused;
      tile.root.classList.toggle("focused", here);
      tile.root.style.setProperty("--depth", String(here ? tiles.size - 1 : depth));
      if (!here) depth += 1;
      if (here && shared) sharedBar.replaceChildren(tile.bar);
    }
    if (!shared || !focused) sharedBar.replaceChildren();
  }

  /** The focus goes to whoever waits longest, unless the reader is busy. */
  function look() {
    const now = performance.now();
    const follows = options.follows || !focused || !tiles.has(focused);
    const at = follows ? focusOn(looked(), focused, { ...reader(), now }) : focused;
    if (at !== focused) goneOnAt = performance.now();
    focus(at);
    tellTurn(now);
  }

  /** Says, once a turn, at which table it is the reader's turn.
   * @param {number} now
   */
  function tellTurn(now) {
    const waiting = all().filter((tile) => tile.looked().turn);
    const names = waiting.map(({ name }) => name).join(", ");
    const turns = waiting.length ? `(${waiting.length}) ● ${voice.say("your_turn")} · ` : "";
    document.title = turns + title;
    if (names !== called) {
      called = names;
      element(".whose-turn", main).textContent = names && voice.say("your_turn_at", { name: names });
    }
    const shown = all().map((tile) => tile.shown(now, tile.at === focused));
    render(html`<${Strip} tables=${shown} voice=${voice} focus=${goTo}
      close=${(/** @type {string} */ at) => leave(at)} />`, strip);
  }

  function draw() {
    look();
    nobody.hidden = tiles.size > 0;
  }

  /** Shares the room among the tables. */
  function arrange() {
    const layout = narrow.matches ? "tabs" : options.layout;
    main.className = `${layout}-layout ${options.shared && !narrow.matches ? "shares" : ""}`;
    const { clientWidth, clientHeight } = space;
    const columns = layout === "tiles" ? columnsFor(tiles.size, clientWidth, clientHeight) : 1;
    space.classList.toggle("uneven", columns === 2 && tiles.size % 2 === 1);
    space.style.setProperty("--columns", String(columns));
    space.style.setProperty("--count", String(tiles.size));
    space.style.setProperty("--zoom", String(layout === "tiles" ? zoomFor(clientWidth / columns) : 1));
    mark();
    drawTools();
    tellShown();
    soon(draw);
  }

  /** The strip of calls leaves out what the tables here say themselves. */
  function tellShown() {
    const speaks = all().map(({ root }) => root.dataset.speaks).join() || "0";
    if (speaks === shown) return;
    shown = speaks;
    // Read when the strip's socket opens, which may be later.
    element("#calls").dataset.here = speaks;
    document.dispatchEvent(new Event("tables-shown"));
  }

  function drawTools() {
    render(html`<${Tools} options=${options} change=${change} next=${() => next(1)} voice=${voice}
      most=${most} several=${tiles.size > 1} />`, tools);
  }

  /** @param {Partial<ManyOptions>} wish */
  function change(wish) {
    saveOptions(wish);
    apply({ ...options, ...wish });
  }

  /** @param {ManyOptions} wanted */
  function apply(wanted) {
    options = wanted;
    for (const tile of all()) tile.redraw();
    arrange();
  }

  /** Goes to a table as the reader wishes.
   * @param {string | null} at
   */
  function goTo(at) {
    goneOnAt = 0;
    focus(at);
  }

  /** @param {number} steps */
  const next = (steps) => goTo(step(looked(), focused, steps));

  /** @param {KeyboardEvent} event */
  function press(event) {
    const at = /** @type {HTMLInputElement} */ (event.target);
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
    if (settings.get().shortcuts && plain && event.key?.toLowerCase() === "n" && at.type !== "text") {
      event.preventDefault();
      next(event.shiftKey ? -1 : 1);
      return;
    }
    // After the focus has gone on by itself, keys are not meant for where it has gone.
    if (performance.now() - goneOnAt < SETTLED_MS) return;
    const tile = focused === null ? undefined : tiles.get(focused);
    tile?.press(event);
  }

  for (const root of space.querySelectorAll(".tile")) open(/** @type {HTMLElement} */ (root));
  const seek = watchSeats(mineUrl, (ats) => {
    // Who sits there again comes again.
    for (const at of left) if (!ats.includes(at)) left.delete(at);
    for (const at of ats) add(at);
    const hidden = ats.filter((at) => !tiles.has(at) && !coming.has(at) && !left.has(at));
    element(".no-room", main).textContent = hidden.length
      ? voice.say("full", { count: hidden.length, most: room() }) : "";
  });
  document.addEventListener("keydown", press);
  heedOptions(() => apply(loadOptions()));
  setInterval(() => soon(draw), TICK_MS);
  new ResizeObserver(arrange).observe(space);
  narrow.addEventListener("change", arrange);
  // Whoever comes back by the browser's button finds what has come meanwhile.
  addEventListener("pageshow", () => seek());
}
