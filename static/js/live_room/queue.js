// What was entered on this device and the room has not taken yet: each under a key of its own, so that
// two windows never write over each other; numbered, and sent in that order.

/** @typedef {"bust" | "count" | "penalty" | "mistake"} Kind */
/** @typedef {Record<string, unknown>} Said */
/** @typedef {{
 *   no: number, key: string, user: number, at: number, kind: Kind, table: number, words: string,
 *   said: Said, refused?: string,
 * }} Kept */
/** @typedef {Omit<Kept, "no" | "key" | "at" | "refused">} New */

/** The entries of one event that wait on this device.
 * @param {number} event */
export function queue(event) {
  const prefix = `floor:${event}:`;
  const last = `${prefix}last`;
  const entries = `${prefix}entry:`;

  /** @returns {Kept[]} */
  function all() {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(entries));
    return keys.map((key) => /** @type {Kept} */ (read(key))).sort((a, b) => a.no - b.no || a.at - b.at);
  }

  /** Keep it; where the device cannot, this throws, and nothing was accepted.
   * @param {New} wish
   * @param {number} [place] of an entry that it replaces
   * @returns {Kept} */
  function add(wish, place) {
    const no = place ?? Math.max(Number(read(last) ?? 0), ...all().map((each) => each.no)) + 1;
    const entry = { ...wish, no, key: uuid(), at: Date.now() };
    put(entry);
    if (place === undefined) localStorage.setItem(last, String(no));
    return entry;
  }

  /** @param {Kept} entry */
  const put = (entry) => localStorage.setItem(entries + entry.key, JSON.stringify(entry));
  /** @param {Kept} entry */
  const drop = (entry) => localStorage.removeItem(entries + entry.key);
  /** @param {Kept} entry */
  const has = (entry) => localStorage.getItem(entries + entry.key) !== null;
  return { all, add, put, drop, has };
}

/** Something small that an event's page keeps on this device.
 * @template T
 * @param {number} event
 * @param {string} name
 * @returns {{ get: () => T | null, set: (value: T) => void }} */
export function note(event, name) {
  const key = `floor:${event}:${name}`;
  return {
    get: () => /** @type {T | null} */ (read(key)),
    set: (value) => localStorage.setItem(key, JSON.stringify(value)),
  };
}

/** @param {string} key */
function read(key) {
  const text = localStorage.getItem(key);
  return text === null ? null : JSON.parse(text);
}

/** A random key; a room without HTTPS has no crypto.randomUUID. */
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
