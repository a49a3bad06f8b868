// What the floor's sheet and the room say to each other. Nobody there, and a room that is busy or is
// being started anew, are the same: it is asked again.

/** @import { Kept } from "./queue.js" */
/** @typedef {{ no: number, entry: number, name: string, stack: number }} Seat */
/** @typedef {{ id: number, name: string, seats: Seat[] }} Table */
/** @typedef {{
 *   event: string, bounty: boolean, over: boolean, user: number, name: string, records: boolean,
 *   tables: Table[], csrf: string,
 * }} Picture */
/** @typedef {"away" | "signed_out" | "barred"} Silence */

// A room that does not answer for so long is away.
const PATIENCE = 8000;

/** The tables as they are now.
 * @param {string} url
 * @returns {Promise<Picture | Silence>} */
export async function ask(url) {
  const answer = await reach(url, {});
  return typeof answer === "string" ? answer : answer.ok ? answer.json() : "barred";
}

/** Have the room apply an entry.
 * @param {string} url
 * @param {string} csrf
 * @param {Kept} kept
 * @returns {Promise<{ said: string } | { refused: string } | Silence>} */
export async function send(url, csrf, { key, kind, user, table, at, said }) {
  const answer = await reach(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": csrf },
    body: JSON.stringify({ ...said, key, kind, user, table, age: Date.now() - at }),
  });
  if (typeof answer === "string") return answer;
  return answer.headers.get("Content-Type")?.startsWith("application/json") ? answer.json() : "barred";
}

/** @param {string} url
 * @param {RequestInit} options
 * @returns {Promise<Response | Silence>} */
async function reach(url, options) {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const headers = { Accept: "application/json", ...options.headers };
    const answer = await fetch(url, { ...options, headers, signal, redirect: "manual", cache: "no-store" });
    if (answer.type === "opaqueredirect") return "signed_out";
    return answer.status >= 500 || answer.status === 429 ? "away" : answer;
  } catch {
    return "away";
  }
}
