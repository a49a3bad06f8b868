// The fingerprints of decks that this browser was shown at the tables, before it saw any card.

/** @typedef {[table: number | string, number: number, fingerprint: string]} Shown */

const KEY = "montepremi.fingerprints";
const MOST = 500;

/** @returns {Shown[]} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** The first fingerprint that a hand was announced with stays the one that counts.
 * @param {number | string} table
 * @param {number} number
 * @param {string} fingerprint
 */
export function remember(table, number, fingerprint) {
  const seen = stored();
  if (seen.some(([t, n]) => t === table && n === number)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...seen, [table, number, fingerprint]].slice(-MOST)));
  } catch {
    // Storage may be forbidden or full: the hand can still be checked, against its own page.
  }
}

/** What this browser was shown for a hand, or null.
 * @param {number | string} table
 * @param {number} number
 */
export function remembered(table, number) {
  return stored().find(([t, n]) => t === table && n === number)?.[2] ?? null;
}
