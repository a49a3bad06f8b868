// Menus are <details data-menu>: one is open at a time, and Escape or a press outside closes it. The
// focus goes back to what opened it.

const OPEN = "details[data-menu][open]";

/** @param {Element} menu */
function close(menu) {
  const held = menu.contains(document.activeElement);
  menu.removeAttribute("open");
  if (held) menu.querySelector("summary")?.focus();
}

/** @param {Element | null} but */
function closeAll(but) {
  for (const menu of document.querySelectorAll(OPEN)) if (!menu.contains(but)) close(menu);
}

addEventListener("pointerdown", (event) => {
  // A dialog that a menu has opened lies over it.
  const at = /** @type {Element} */ (event.target);
  if (!at.closest("dialog[open]")) closeAll(at);
}, { capture: true });

// The event of a menu that opens does not rise.
document.addEventListener("toggle", (event) => {
  const menu = /** @type {Element} */ (event.target);
  if (menu.matches(OPEN)) closeAll(menu);
}, { capture: true });

addEventListener("keydown", (/** @type {Event & { key?: string }} */ event) => {
  if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
  const menu = document.querySelector(OPEN);
  if (!menu) return;
  event.stopPropagation();
  close(menu);
  menu.querySelector("summary")?.focus();
}, { capture: true });
