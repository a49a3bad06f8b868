// Checks that a finished hand was dealt from the deck promised before it. The same as
// tables/engine/verification.py, which says more about it; needs nothing but the proof itself.

const DECK = 52;
const BURNT = 1;
const HIDDEN = "??";

/** What was given is no proof of a hand. */
export class Unreadable extends Error {}

/** Seats clockwise, beginning with the first left of the button. */
function dealingOrder(start) {
  const { button } = start.positions;
  const later = (seat) => Number(seat <= button);
  return Object.keys(start.stacks).map(Number).sort((a, b) => later(a) - later(b) || a - b);
}

function hole(order, seat, cards) {
  return cards.map((card, i) => ({
    at: i * order.length + order.indexOf(seat), card, street: "hole", seat, number: i + 1,
  }));
}

/** Every card that the events show and its place in the deck, by the rules of dealing. */
export function places(events) {
  let order = [];
  let dealt = 0;
  const found = new Map();
  const see = (place) => place.card !== HIDDEN && found.set(`${place.at}.${place.card}`, place);
  for (const event of events) {
    if (event.e === "start") order = dealingOrder(event);
    if (event.e === "hole") {
      for (const seat of order) hole(order, seat, event.cards[seat]).forEach(see);
      dealt = Object.values(event.cards).flat().length;
    }
    if (event.e === "show") hole(order, event.seat, event.cards).forEach(see);
    if (event.e === "street") {
      dealt += BURNT;
      event.cards.forEach((card, i) =>
        see({ at: dealt + i, card, street: event.street, seat: null, number: i + 1 }));
      dealt += event.cards.length;
    }
  }
  return [...found.values()].sort((a, b) => a.at - b.at);
}

const isHex = (text) => /^([0-9a-f]{2})*$/.test(text);
const bytes = (hex) => (hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16));

async function hash(...parts) {
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(parts.flat()));
  return [...new Uint8Array(digest)];
}

/** Whether the path from the card leads to the root of the tree over the whole deck. */
async function leadsTo(root, { index, card, salt, path }) {
  if (![salt, ...path].every(isHex)) return false;
  let node = await hash(0, bytes(salt), [...new TextEncoder().encode(card)]);
  const others = path.map(bytes);
  let position = index;
  for (let width = DECK; width > 1; width = Math.ceil(width / 2)) {
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

function wellFormed({ index, card, salt, path }) {
  return Number.isInteger(index) && [card, salt, ...path].every((text) => typeof text === "string");
}

async function fault(told, place, seen) {
  if (seen.filter(({ card }) => card === place.card).length > 1) return "twice";
  const opening = told.proofs.find(({ index }) => index === place.at);
  if (!opening) return "not_opened";
  if (opening.card !== place.card) return "another_card";
  return (await leadsTo(told.commitment, opening)) ? null : "not_committed";
}

/** Each card that was seen and what is wrong with it (null: nothing). Throws Unreadable. */
export async function examine(told) {
  try {
    if (!/^[0-9a-f]{64}$/.test(told.commitment)) throw new Unreadable("no fingerprint");
    if (!told.proofs.every(wellFormed)) throw new Unreadable("a broken opening");
    const seen = places(told.events);
    if (seen.length === 0) throw new Unreadable("no card was seen");
    return await Promise.all(
      seen.map(async (place) => ({ ...place, fault: await fault(told, place, seen) })));
  } catch (error) {
    throw error instanceof TypeError ? new Unreadable(error.message) : error;
  }
}
