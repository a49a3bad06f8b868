// Says in a dialog of the desk that the room has answered with an error, or not at all.

/** @param {Event} event */
function fail(event) {
  const { target } = /** @type {CustomEvent<{ target: Element }>} */ (event).detail;
  const modal = document.getElementById("modal-content");
  const words = document.getElementById("desk-failed")?.cloneNode(true);
  if (!modal || !(words instanceof HTMLElement)) return;
  words.removeAttribute("id");
  words.hidden = false;
  if (target === modal) modal.replaceChildren(words);
  if (target.id !== "dialog-form") return;
  for (const earlier of target.querySelectorAll(".desk-failed")) earlier.remove();
  target.prepend(words);
}

for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(failure, fail);
}
