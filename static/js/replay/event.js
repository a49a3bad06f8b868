// An event played through: one hand after another, as long as the reader lets it play.

/** @param {string} id */
const way = (id) => /** @type {HTMLAnchorElement | null} */ (document.getElementById(id));

const speed = /** @type {HTMLSelectElement} */ (document.querySelector(".replay-bar select"));

/** @type {Record<string, string>} */
const KEYS = { n: "hand-after", p: "hand-before" };

document.addEventListener("replay-over", () => {
  const after = way("hand-after");
  if (after) location.replace(`${after.href}#play=${speed.value}`);
});
document.addEventListener("keydown", (event) => {
  const busy = /** @type {Element} */ (event.target).matches("input, select");
  if (busy || event.ctrlKey || event.metaKey || event.altKey) return;
  way(KEYS[event.key.toLowerCase()] ?? "")?.click();
});

const [wish, pace] = location.hash.split("=");
if (wish === "#play") {
  if (pace) speed.value = pace;
  /** @type {HTMLButtonElement | null} */
  const play = document.querySelector("[data-go=play]");
  play?.click();
}
