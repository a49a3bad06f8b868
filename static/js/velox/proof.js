// A VeloX draw recomputed from its public record, with nothing but the browser's own hashes.

/**
 * @typedef {object} DrawRecord
 * @property {number} seats
 * @property {string} [currency] its ISO 4217 code; euro where a record names none
 * @property {number} buy_in in the smallest unit of the currency
 * @property {string} event
 * @property {Record<string, string>} player_seeds
 * @property {string} commitment
 * @property {string | null} server_seed null until it is revealed
 */
/** @typedef {Array<[multiplier: number, tickets: number]>} Odds the highest multiplier first */

const TICKETS = 1_000_000n;
const WORD = 2n ** 64n;
const UNBIASED = WORD - (WORD % TICKETS);
const SEED = /^[0-9a-f]{64}$/;

/** The record says too little, or nothing that could be a draw. */
export class Unreadable extends Error {}

/** @param {string} hex */
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** @param {ArrayBuffer} buffer */
const hex = (buffer) =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The SHA-256 of the server's seed, which was promised before anybody sat down.
 * @param {string} serverSeed
 */
export async function commitment(serverSeed) {
  return hex(await crypto.subtle.digest("SHA-256", bytes(serverSeed)));
}

/** What is hashed with the server's seed, but for the counter: players in the order of their ids.
 * @param {DrawRecord} record
 */
export function text({ seats, currency = "EUR", buy_in: buyIn, event, player_seeds: seeds }) {
  const ids = Object.keys(seeds).sort((one, other) => Number(one) - Number(other));
  const game = `${event}:${ids.map((id) => seeds[id]).join("|")}`;
  if (currency !== "EUR") return `velox:v2:${seats}max:${currency}:${buyIn}:${game}`;
  const euros = `${Math.floor(buyIn / 100)}.${String(buyIn % 100).padStart(2, "0")}`;
  return `velox:v1:${seats}max:${euros}:${game}`;
}

/** The first 64-bit word that favours no ticket, as sixteen hexadecimal digits.
 * @param {string} serverSeed
 * @param {string} cause
 */
export async function word(serverSeed, cause) {
  const use = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(serverSeed), use, false, ["sign"]);
  for (let counter = 0; ; counter += 1) {
    const data = new TextEncoder().encode(`${cause}:${counter}`);
    const mac = hex(await crypto.subtle.sign("HMAC", key, data));
    const taken = mac.match(/.{16}/g)?.find((digits) => BigInt(`0x${digits}`) < UNBIASED);
    if (taken) return taken;
  }
}

/** The multiplier of a ticket.
 * @param {number} ticket
 * @param {Odds} odds
 */
export function multiplierOf(ticket, odds) {
  let end = 0;
  return odds.find(([, tickets]) => (end += tickets) > ticket)?.[0] ?? null;
}

/** Every step of a draw, by the names that the page gives them.
 * @param {DrawRecord} record
 * @param {Odds} odds
 * @returns {Promise<Record<string, string>>}
 */
export async function recompute(record, odds) {
  const seed = record.server_seed ?? "";
  if (!SEED.test(seed)) throw new Unreadable();
  const cause = text(record);
  const taken = await word(seed, cause);
  const ticket = Number(BigInt(`0x${taken}`) % TICKETS);
  return {
    commitment: await commitment(seed),
    text: cause,
    word: taken,
    ticket: String(ticket),
    multiplier: String(multiplierOf(ticket, odds)),
  };
}
