// News replace parts of a page every few seconds, but never what a finger is on: between its down
// and its up another button would stand there, and the press would be lost. Nor what is selected, which
// its reader is about to copy.

let pressed = false;

/** Whether the reader has selected text in this part of the page.
 * @param {Element} part
 */
export function isSelected(part) {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(part, true);
}

addEventListener("pointerdown", () => { pressed = true; }, { capture: true });
for (const end of ["pointerup", "pointercancel", "blur"]) {
  // The click comes after the finger has gone up.
  addEventListener(end, (event) => {
    // A finger that comes down takes the focus from somewhere: that is no end.
    if (end === "blur" && event.target !== window) return;
    setTimeout(() => { pressed = false; });
  }, { capture: true });
}
document.addEventListener("htmx:beforeSwap", (event) => {
  const trigger = event.detail.requestConfig.elt.getAttribute("hx-trigger") ?? "";
  const held = pressed || isSelected(event.detail.target);
  if (held && trigger.startsWith("every")) event.detail.shouldSwap = false;
});
