// The frames of tests/browser/felt.py, which is where they are written; FELT is a file with them.

const written = JSON.parse(Deno.readTextFileSync(Deno.env.get("FELT")));

export const MY_TURN = written.my_turn;

/** Spots with the parts of the pot that the engine gives to each hand. */
export const SPOTS = written.spots;

/** The words for cards and hands, by language and key. */
export const WORDS = written.words;

/** A hand as everybody sees it, before the flop; at the end of it with `finished`. */
export const hand = (changes = {}) => ({ ...structuredClone(written.hand), ...changes });

/** A full table; the reader, marco, is in seat 3. */
export const table = (changes = {}) => ({ ...structuredClone(written.table), ...changes });

/** Everything about a table. */
export const snapshot = (shown, { cards = [], events = [] } = {}) => {
  const frame = structuredClone(written.snapshot);
  frame.so_far.events = events;
  frame.you.cards = cards;
  return { ...frame, version: shown.version, table: shown };
};

/** What the reader may do, but for these. */
export const legal = (changes = {}) => ({ ...MY_TURN.legal, ...changes });
