// A night on the host's phone: the clock, and names that are typed one after another.

import "../wall.js";

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("#night-add"));

document.addEventListener("htmx:afterSwap", (event) => {
  const from = event.detail.requestConfig.elt;
  if (!form || from !== form || document.querySelector("#night .message-error")) return;
  // Without a new key the next name would be the same player.
  /** @type {HTMLInputElement} */ (form.elements.namedItem("key")).value =
    crypto.randomUUID().replaceAll("-", "");
  const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
  name.value = "";
  name.focus();
});
