// Light or dark, as the reader has chosen; without a choice as their system is. No module: it must
// have run before the page is painted. The settings of the table
// read it too (table/settings.js).

(() => {
  const KEY = "montepremi.table";
  const page = document.documentElement;

  /** @returns {Record<string, unknown>} */
  const chosen = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY) ?? "{}");
    } catch {
      return {};
    }
  };
  const show = () => {
    const theme = chosen().theme;
    page.dataset.theme = theme === "light" || theme === "dark" ? theme : "system";
  };

  show();
  addEventListener("storage", show);
  addEventListener("DOMContentLoaded", () => {
    const choice = /** @type {HTMLSelectElement | null} */ (document.querySelector("select.theme"));
    if (!choice) return;
    choice.value = page.dataset.theme ?? "system";
    choice.addEventListener("change", () => {
      page.dataset.theme = choice.value;
      try {
        localStorage.setItem(KEY, JSON.stringify({ ...chosen(), theme: choice.value }));
      } catch {
        // Storage may be forbidden or full: the choice then lasts as long as the page.
      }
    });
  });
})();
