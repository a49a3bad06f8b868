// What a browser keeps of its reader's choices. Several tabs share it: each writes only what was chosen
// in it, and hears of the rest.

/**
 * @param {string} key
 * @returns {Record<string, any>}
 */
export function read(key) {
  try {
    return { ...JSON.parse(localStorage.getItem(key) ?? "{}") };
  } catch {
    return {};
  }
}

/** Keeps `wish`, and leaves the rest of what is kept under `key` as it is.
 * @param {string} key
 * @param {object} wish
 */
export function write(key, wish) {
  try {
    localStorage.setItem(key, JSON.stringify({ ...read(key), ...wish }));
  } catch {
    // Storage may be forbidden or full: the choice then lasts as long as the page.
  }
}

/** Calls `ear` when another tab has changed what is kept under one of `keys`.
 * @param {string[]} keys
 * @param {() => void} ear
 */
export function heed(keys, ear) {
  addEventListener("storage", (event) => {
    const { key } = /** @type {StorageEvent} */ (event);
    if (key === null || keys.includes(key)) ear();
  });
}
