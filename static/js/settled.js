// Ignores a press on a control that has just taken the place of another one: the reader aimed at the
// other. Covers every control of the page, however it was drawn: tables, lists, dialogs, tiles.

/** How long a new control, key or focus is not pressed. */
export const SETTLED_MS = 400;

// What the reader's own gesture changes elsewhere is drawn so soon: "Raise to 220" becomes "All-in".
const OWN_MS = 100;
const CONTROLS = "button, a[href], summary, input, select";

/**
 * A control at a place, in coordinates of the document.
 * @typedef {{ control: Element, stable: string, text: string, box: DOMRect }} Place
 * @typedef {Place & { until: number, changed: boolean }} Gone
 */

/** @type {Map<Element, Place>} */
let places = new Map();
/** Places as they were up to SETTLED_MS ago.
 * @type {Gone[]}
 */
let gone = [];
let awaited = 0;
/** @type {{ at: number, on: EventTarget | null }} */
let gesture = { at: -Infinity, on: null };
/** The press that is under way.
 * @type {{ control: Element | null, stable: string, early: boolean } | null}
 */
let held = null;
/** What was pressed last, by a pointer or by Enter or Space.
 * @type {{ place: Place, at: number, keyed: boolean } | null}
 */
let last = null;

/** What a control does, as far as the page shows it.
 * @param {Element} control
 */
function meaning(control) {
  const names = ["id", "class", "name", "value", "href", "formaction"];
  return names.map((name) => control.getAttribute(name) ?? "").join("\n");
}

/** The text of a control without its amounts.
 * @param {Element} control
 */
const label = (control) => (control.textContent ?? "").replace(/[\d.,\s\u202f\u00a0]+/g, " ").trim();

/** Whether two places hold the same control. A part of the page that was fetched again holds other
 * elements with the same ids, or links with the same address and text; buttons without ids, those of
 * a table's turns, are told by themselves.
 * @param {Place | undefined} one
 * @param {Place} other
 */
function isSame(one, other) {
  if (!one || one.stable !== other.stable) return false;
  if (one.control === other.control) return true;
  return one.text === other.text && (one.control.id !== "" || one.control.hasAttribute("href"));
}

/** The dialog that lies over the page, or null. */
const modal = () => [...document.querySelectorAll("dialog:modal")].at(-1) ?? null;

/** The controls that can be pressed now, each with its place. */
function look() {
  /** @type {Map<Element, Place>} */
  const controls = new Map();
  const top = modal() ?? document;
  for (const control of top.querySelectorAll(CONTROLS)) {
    const { x, y, width, height } = control.getBoundingClientRect();
    // One table of a stack lies upon the others, and covers their buttons.
    if (!width || control.closest(".stack-layout .tile:not(.focused)")) continue;
    const box = new DOMRect(x + scrollX, y + scrollY, width, height);
    controls.set(control, { control, stable: meaning(control), text: label(control), box });
  }
  return controls;
}

/** Notes which controls have left their places, or mean something else. */
function refresh() {
  cancelAnimationFrame(awaited);
  awaited = 0;
  const now = performance.now();
  gone = gone.filter(({ until }) => now - until < SETTLED_MS);
  const before = places;
  places = look();
  const own = now - gesture.at < OWN_MS ? gesture.on : null;
  for (const old of before.values()) {
    const { control, box } = old;
    const fresh = places.get(control);
    // Readers open and close dialogs and menus themselves, and go on to another place in them.
    const inside = control.closest("details, dialog") !== null;
    if (!fresh && control.isConnected && (inside || modal())) continue;
    const elsewhere = own instanceof Node && !control.contains(own);
    const changed = !fresh || fresh.stable !== old.stable || (fresh.text !== old.text && !elsewhere);
    // A dialog moves into its place.
    const moved = fresh && (Math.abs(fresh.box.x - box.x) > 1 || Math.abs(fresh.box.y - box.y) > 1);
    if (changed || (moved && !inside)) gone.push({ ...old, until: now, changed });
  }
}

/** Whether another control was here a moment ago.
 * @param {Element} control
 * @param {{ x: number, y: number } | null} point  null for a press of a key, which has no place
 */
function isEarly(control, point) {
  // Drawn, and not seen yet.
  if (awaited) refresh();
  const now = performance.now();
  const here = places.get(control);
  const recent = gone.filter(({ until }) => now - until < SETTLED_MS);
  const before = last !== null && now - last.at < SETTLED_MS ? last : null;
  if (recent.some((other) => other.control === control && other.changed)) return true;
  // The focus has gone to another control by itself, or a dialog has come under the pointer.
  if (!point) return Boolean(before?.keyed && !isSame(here, before.place));
  const others = [...recent, ...(before && !before.keyed ? [before.place] : [])];
  return others.some((other) =>
    other.control !== control && !isSame(here, other) && holds(other.box, point));
}

/**
 * @param {DOMRect} box
 * @param {{ x: number, y: number }} point
 */
function holds(box, point) {
  const [x, y] = [point.x + scrollX - box.x, point.y + scrollY - box.y];
  return x >= 0 && y >= 0 && x <= box.width && y <= box.height;
}

/** @param {EventTarget | null} target */
const controlOf = (target) => (target instanceof Element ? target.closest(CONTROLS) : null);

/** @param {Event} event */
const note = ({ target }) => { gesture = { at: performance.now(), on: target }; };

/** Whether the click that ends a press counts.
 * @param {PointerEvent} event
 * @param {Element} control
 */
function counts(event, control) {
  const keyed = !held && event.detail === 0;
  const early = held
    ? held.early || held.control !== control || held.stable !== meaning(control)
    : isEarly(control, keyed ? null : event);
  const place = places.get(control);
  if (!early) last = place ? { place, at: performance.now(), keyed } : null;
  return !early;
}

document.addEventListener("pointerdown", (event) => {
  const control = controlOf(event.target);
  held = {
    control,
    stable: control ? meaning(control) : "",
    early: control !== null && isEarly(control, event),
  };
  // What has moved without a change of the page, by scrolling or in an animation.
  places = look();
  note(event);
}, { capture: true });
document.addEventListener("pointercancel", () => { held = null; }, { capture: true });
document.addEventListener("keydown", (event) => {
  held = null;
  // The reader goes to another control.
  if (/^(Tab|Arrow.*)$/.test(event.key)) last = null;
  note(event);
}, { capture: true });
document.addEventListener("input", note, { capture: true });
document.addEventListener("click", (event) => {
  const control = controlOf(event.target);
  // What a script or a label presses for the reader was pressed elsewhere.
  if (control && event.isTrusted && !counts(/** @type {PointerEvent} */ (event), control)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  held = null;
  note(event);
}, { capture: true });

const later = () => { if (!awaited) awaited = requestAnimationFrame(refresh); };
new MutationObserver(later).observe(document.body, {
  subtree: true, childList: true, characterData: true,
  attributeFilter: ["class", "hidden", "open", "id", "name", "value", "href", "formaction"],
});
addEventListener("resize", later);
places = look();
