// Shows what is typed as a password, while its box is ticked.

import { element } from "./element.js";

const label = element("#show-password");
const box = /** @type {HTMLInputElement} */ (element("input", label));
const fields = /** @type {NodeListOf<HTMLInputElement>} */ (
  label.closest("form")?.querySelectorAll("input[type=password]") ?? []
);

const show = () => {
  for (const field of fields) field.type = box.checked ? "text" : "password";
};

label.hidden = fields.length === 0;
box.addEventListener("change", show);
// A browser that comes back to the page may keep the tick.
show();
