// An event played through: one hand after another, as long as the reader lets it play.

/** @param {string} id */
const way = (id) => /** @type {HTMLAnchorElement | null} */ (document.getElementById(id));

/** @type {Record<string, string>} */
const KEYS = { n: "hand-after", p: "hand-before" };

document.addEventListener("replay-over", () => {
  const after = way("hand-after");
  if (after) location.replace(`${after.href}#play`);
});
document.addEventListener("keydown", (event) => {
  const busy = /** @type {Element} */ (event.target).matches("input, select");
  if (busy || event.ctrlKey || event.metaKey || event.altKey) return;
  way(KEYS[event.key.toLowerCase()] ?? "")?.click();
});

if (location.hash === "#play") {
  /** @type {HTMLButtonElement | null} */
  const play = document.querySelector("[data-go=play]");
  play?.click();
}
