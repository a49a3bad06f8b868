// News replace parts of a page every few seconds, but never what a finger is on: between its down
// and its up another button would stand there, and the press would be lost.

let pressed = false;

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
  const asked = event.detail.requestConfig.elt.getAttribute("hx-trigger") ?? "";
  if (pressed && asked.startsWith("every")) event.detail.shouldSwap = false;
});
