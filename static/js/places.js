// On a phone the lobby's sections are one row that scrolls: it begins at the one that is open.

const row = /** @type {HTMLElement | null} */ (document.querySelector(".places ul"));
const open = /** @type {HTMLElement | null} */ (row?.querySelector("[aria-current]") ?? null);
if (row && open) row.scrollLeft = open.offsetLeft - row.offsetLeft - (row.clientWidth - open.offsetWidth) / 2;
