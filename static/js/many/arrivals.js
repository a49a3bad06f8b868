// Tables that open by themselves: the page asks where its reader sits now.

const SECONDS = 4;

/** Asks the room for `url`; null for no answer.
 * @param {string} url
 * @returns {Promise<Response | null>}
 */
async function ask(url) {
  const answer = await fetch(url, { headers: { "X-Requested-With": "fetch" } }).catch(() => null);
  return answer?.ok && !answer.redirected ? answer : null;
}

/** Calls `onMine` every few seconds with the tables that the reader sits at.
 * @param {string} url
 * @param {(ats: string[]) => void} onMine
 */
export function watchSeats(url, onMine) {
  async function look() {
    const answer = await (await ask(url))?.json().catch(() => null);
    if (answer) onMine(answer.tables);
  }
  setInterval(look, SECONDS * 1000);
  document.addEventListener("visibilitychange", () => document.hidden || look());
  return look;
}

/** The tile of a table; null where the room has none for this reader.
 * @param {string} url
 * @param {string} at
 * @returns {Promise<HTMLElement | null>}
 */
export async function fetchTile(url, at) {
  const text = await (await ask(`${url}?at=${at}`))?.text();
  if (!text) return null;
  const page = new DOMParser().parseFromString(text, "text/html");
  const tile = page.querySelector(".tile");
  return tile ? document.adoptNode(/** @type {HTMLElement} */ (tile)) : null;
}
