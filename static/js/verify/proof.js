// Checks that a finished hand was dealt from the deck promised before it. The same as
// tables/engine/verification.py, which says more about it; needs nothing but the proof itself.

/**
 * @import { Event as HandEvent, Start } from "../types/frames.d.ts"
 *
 * @typedef {{ index: number, card: string, salt: string, path: string[] }} Opening
 *
 * What one may know of a finished hand: the answer of its proof's address, or a file that kept it.
 * @typedef {object} Told
 * @property {string} commitment
 * @property {[Start, ...HandEvent[]]} events
 * @property {Opening[]} proofs
 * @property {number} table_id
 * @property {number} number
 * @property {Array<{ seat: number, name: string }>} [players]
 *
 * A card that was seen, and the places of the promised order that the rules may deal it from.
 * @typedef {object} Place
 * @property {string} card
 * @property {string} street
 * @property {number | null} seat null for the board
 * @property {number} number
 * @property {number[]} among
 *
 * @typedef {Omit<Place, "among"> & { at: number | null, fault: string | null }} Finding
 */

const HIDDEN = "??";

/** What was given is no proof of a hand. */
export class Unreadable extends Error {}

/** Seats clockwise, beginning with the first left of the button.
 * @param {Start} start
 */
function dealingOrder({ positions, stacks }) {
  /** @param {number} seat */
  const later = (seat) => Number(seat <= positions.button);
  const seats = Object.keys(stacks).map(Number);
  return seats.sort((a, b) => later(a) - later(b) || a - b);
}

/** How many cards the deck has, and how many are promised: discards may have an order too.
 * @param {Start} start
 */
function promised({ cards, rules }) {
  const changes = rules.streets.some(({ round }) => round === "exchange");
  return [cards, changes ? 2 * cards : cards];
}

/**
 * @param {number} from
 * @param {number} to
 */
const range = (from, to, step = 1) =>
  Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, i) => from + i * step);

/** Every card that the events show and the places that the rules may deal it from.
 * @param {Told["events"]} events
 */
export function places([start, ...events]) {
  const order = dealingOrder(start);
  const [deck, whole] = promised(start);
  const burnt = Object.fromEntries(start.rules.streets.map(({ name, burn }) => [name, burn]));
  const held = start.rules.streets.reduce((sum, street) => sum + street.each, 0);
  /** @type {Map<number, number[][]>} */
  const changed = new Map();
  const known = new Set();
  /** @type {Place[]} */
  const places = [];
  let dealt = 0;

  const next = () => {
    dealt += 1;
    return dealt > deck ? range(deck, whole) : [dealt - 1];
  };
  /**
   * @param {number} seat
   * @param {string[]} cards
   */
  const hole = (seat, cards, allKept = true) => {
    const mine = range(order.indexOf(seat), held * order.length, order.length);
    return cards.map((card, i) => (
      { card, street: "hole", seat, number: i + 1, among: allKept ? [mine[i]] : mine }));
  };
  /**
   * @param {number} seat
   * @param {string[]} cards
   */
  const drawn = (seat, cards) => cards.map((card, i) => (
    { card, street: "draw", seat, number: i + 1, among: /** @type {number[][]} */ (changed.get(seat))[i] }));
  /**
   * @param {number} seat
   * @param {Place[]} seen
   */
  const own = (seat, seen) => {
    for (const { card } of seen) known.add(`${seat}.${card}`);
    places.push(...seen);
  };

  /** @type {{ [E in HandEvent["e"]]?: (event: Extract<HandEvent, { e: E }>) => void }} */
  const steps = {
    hole: ({ cards }) => {
      for (const seat of order) own(seat, hole(seat, cards[seat]));
      dealt = Object.values(cards).flat().length;
    },
    street: ({ street, cards }) => {
      dealt += burnt[street];
      places.push(...cards.map((card, i) => (
        { card, street, seat: null, number: i + 1, among: next() })));
    },
    draw: ({ seat, cards }) => {
      changed.set(seat, cards.map(next));
      own(seat, drawn(seat, cards));
    },
    show: ({ seat, cards }) => {
      const still = cards.length - (changed.get(seat)?.length ?? 0);
      const shown = [
        ...hole(seat, cards.slice(0, still), still === cards.length),
        ...drawn(seat, cards.slice(still)),
      ];
      places.push(...shown.filter(({ card }) => !known.has(`${seat}.${card}`)));
    },
  };
  for (const event of events) {
    const step = /** @type {((event: HandEvent) => void) | undefined} */ (steps[event.e]);
    step?.(event);
  }
  return places
    .filter(({ card }) => card !== HIDDEN)
    .sort((a, b) => a.among[0] - b.among[0] || a.number - b.number);
}

/** @param {string} text */
const isHex = (text) => /^([0-9a-f]{2})*$/.test(text);
/** @param {string} hex */
const bytes = (hex) => (hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16));

/** @param {Array<number | number[]>} parts */
async function hash(...parts) {
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(parts.flat()));
  return [...new Uint8Array(digest)];
}

/** Whether the path from the card leads to the root of the tree over the whole deck.
 * @param {string} root
 * @param {Opening} opening
 * @param {number} promisedCards
 */
async function leadsTo(root, { index, card, salt, path }, promisedCards) {
  if (![salt, ...path].every(isHex)) return false;
  let node = await hash(0, bytes(salt), [...new TextEncoder().encode(card)]);
  const others = path.map(bytes);
  let position = index;
  for (let width = promisedCards; width > 1; width = Math.ceil(width / 2)) {
    // A node without a right-hand neighbour moves up as it is.
    if ((position ^ 1) < width) {
      const other = others.shift();
      if (!other) return false;
      node = position % 2 ? await hash(1, other, node) : await hash(1, node, other);
    }
    position = Math.floor(position / 2);
  }
  return others.length === 0 && node.join() === bytes(root).join();
}

/** @param {Opening} opening */
function wellFormed({ index, card, salt, path }) {
  return Number.isInteger(index) && [card, salt, ...path].every((text) => typeof text === "string");
}

/**
 * @param {Told} hand
 * @param {number} width
 * @param {Place} place
 * @returns {Promise<Finding>}
 */
async function finding({ commitment, proofs }, width, { among, ...place }) {
  const openings = proofs.filter(({ card }) => card === place.card);
  const here = openings.find(({ index }) => among.includes(index));
  if (!here) return { ...place, at: null, fault: openings.length ? "elsewhere" : "not_opened" };
  const proved = await leadsTo(commitment, here, width);
  return { ...place, at: here.index, fault: proved ? null : "not_committed" };
}

/** A deck with the same card at two places was promised, and never a fair one.
 * @param {Finding} finding
 * @param {Finding[]} all
 * @param {number} deck
 */
function unlessTwice(finding, all, deck) {
  const same = all.filter(({ card, at }) => card === finding.card && at !== null && at < deck);
  return new Set(same.map(({ at }) => at)).size > 1 ? { ...finding, fault: "twice" } : finding;
}

/** Each card that was seen and what is wrong with it (null: nothing). Throws Unreadable.
 * @param {Told} hand
 */
export async function examine(hand) {
  try {
    if (!/^[0-9a-f]{64}$/.test(hand.commitment)) throw new Unreadable("no fingerprint");
    if (!hand.proofs.every(wellFormed)) throw new Unreadable("a broken opening");
    const seen = places(hand.events);
    if (seen.length === 0) throw new Unreadable("no card was seen");
    const [start] = hand.events;
    const [deck, width] = promised(start);
    const all = await Promise.all(seen.map((place) => finding(hand, width, place)));
    return all.map((each) => unlessTwice(each, all, deck));
  } catch (error) {
    throw error instanceof TypeError ? new Unreadable(error.message) : error;
  }
}
