/** Keys for cards below a line of a form at the desk: each adds what it says, one takes the last back. */

/** @param {MouseEvent} event */
function press(event) {
  const target = event.target;
  const key = target instanceof Element ? target.closest("button") : null;
  const keys = key?.closest(".card-keys");
  const line = keys?.parentElement?.querySelector("input");
  if (!key || !line) return;
  line.value = "removes" in key.dataset
    ? line.value.trimEnd().slice(0, -1)
    : (line.value + (key.dataset.adds ?? "")).replace(/ {2,}/g, " ").trimStart();
}

document.addEventListener("click", press);
