// What part of the pot each open hand would win on average. Pure: the same spot has the same chances for
// every reader, in play and on replay.

/**
 * @import { GameTold } from "../../types/frames.d.ts"
 * @import { Spot } from "../../types/page.d.ts"
 */

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const ACE = 12;
const BOARD = 5;
// A hand's kind is above these digits: five ranks to the base 16.
const KIND = 16 ** 5;
/** Up to so many boards are all dealt out; of more, so many are drawn by lot. */
export const MOST_BOARDS = 20_000;
export const SAMPLED = 4_000;

/** Rank times four plus suit.
 * @param {string} code
 */
export const numbered = (code) => RANKS.indexOf(code[0]) * 4 + SUITS.indexOf(code[1]);

/** The highest rank of a straight among the bits of `ranks`, or -1; the ace also plays below `lowest`.
 * @param {number} ranks
 * @param {number} lowest
 */
function straight(ranks, lowest) {
  for (let top = ACE; top >= lowest + 4; top -= 1) {
    if (((ranks >> (top - 4)) & 31) === 31) return top;
  }
  const wheel = (15 << lowest) | (1 << ACE);
  return (ranks & wheel) === wheel ? lowest + 3 : -1;
}

/** @param {number} ranks */
function topFive(ranks) {
  let score = 0;
  let taken = 0;
  for (let rank = ACE; rank >= 0 && taken < 5; rank -= 1) {
    if (ranks & (1 << rank)) {
      score = score * 16 + rank;
      taken += 1;
    }
  }
  return score * 16 ** (5 - taken);
}

/** How good the best five of five to seven cards are: more is better, equal is a tie.
 * @param {number[]} cards
 * @param {{ lowest: number, flushOverFull: boolean }} rules
 */
export function high(cards, { lowest, flushOverFull }) {
  const suits = [0, 0, 0, 0];
  const counts = new Uint8Array(13);
  let ranks = 0;
  for (const card of cards) {
    suits[card & 3] |= 1 << (card >> 2);
    counts[card >> 2] += 1;
    ranks |= 1 << (card >> 2);
  }
  const flush = suits.find((bits) => bitCount(bits) >= 5) ?? 0;
  const straightFlush = flush ? straight(flush, lowest) : -1;
  if (straightFlush >= 0) return 8 * KIND + straightFlush;
  /** @type {number[]} */
  const grouped = [];
  for (let rank = ACE; rank >= 0; rank -= 1) if (counts[rank]) grouped.push(rank);
  grouped.sort((a, b) => counts[b] - counts[a] || b - a);
  const [first, second] = grouped;
  const most = counts[first];
  /** @param {number[]} used */
  const kickers = (...used) => topFive(ranks & ~used.reduce((bits, rank) => bits | (1 << rank), 0));
  if (most === 4) return 7 * KIND + first * 16 + Math.floor(kickers(first) / 16 ** 4);
  const full = most === 3 && counts[second] >= 2;
  if (full && !flushOverFull) return 6 * KIND + first * 16 + second;
  if (flush) return (flushOverFull ? 6 : 5) * KIND + topFive(flush);
  if (full) return 5 * KIND + first * 16 + second;
  const run = straight(ranks, lowest);
  if (run >= 0) return 4 * KIND + run;
  // What is below the kickers that count is cut off: two beside three of a kind, one beside two pair.
  if (most === 3) return 3 * KIND + first * 16 ** 2 + Math.floor(kickers(first) / 16 ** 3);
  if (most === 2 && counts[second] === 2) {
    return 2 * KIND + (first * 16 + second) * 16 + Math.floor(kickers(first, second) / 16 ** 4);
  }
  if (most === 2) return KIND + first * 16 ** 3 + Math.floor(kickers(first) / 16 ** 2);
  return topFive(ranks);
}

/** How good the best five different ranks, eight or below, are; 0 when there are none.
 * @param {number[]} cards
 */
export function low(cards) {
  let bits = 0;
  for (const card of cards) {
    const rank = card >> 2;
    if (rank === ACE) bits |= 1;
    else if (rank <= 6) bits |= 2 << rank;
  }
  if (bitCount(bits) < 5) return 0;
  let best = 0;
  for (let bit = 1, taken = 0; taken < 5; bit <<= 1) {
    if (!(bits & bit)) continue;
    best |= bit;
    taken += 1;
  }
  return 256 - best;
}

/** @param {number} bits */
function bitCount(bits) {
  let count = 0;
  for (let left = bits; left; left &= left - 1) count += 1;
  return count;
}

/** Every choice of `count` of `items`.
 * @template T
 * @param {T[]} items
 * @param {number} count
 * @returns {T[][]}
 */
function choices(items, count) {
  if (count === 0) return [[]];
  return items.flatMap((item, i) => choices(items.slice(i + 1), count - 1).map((rest) => [item, ...rest]));
}

/** @param {number} from @param {number} count */
function howMany(from, count) {
  let ways = 1;
  for (let i = 0; i < count; i += 1) ways = (ways * (from - i)) / (i + 1);
  return Math.round(ways);
}

/** The best of a hand by `judge`, with just `ofHand` of its cards, or any where that is 0.
 * @param {number[]} hand
 * @param {number[]} board
 * @param {number} ofHand
 * @param {(cards: number[]) => number} judge
 */
function best(hand, board, ofHand, judge) {
  if (!ofHand) return judge([...hand, ...board]);
  let top = 0;
  for (const rest of choices(board, BOARD - ofHand)) {
    for (const own of choices(hand, ofHand)) top = Math.max(top, judge([...own, ...rest]));
  }
  return top;
}

/** The unseen cards that complete the board, one way after another: all of them, or some by lot.
 * @param {number[]} deck
 * @param {number} missing
 * @param {() => number} chance
 */
function* runs(deck, missing, chance) {
  if (howMany(deck.length, missing) <= MOST_BOARDS) {
    yield* choices(deck, missing);
    return;
  }
  for (let i = 0; i < SAMPLED; i += 1) {
    for (let at = 0; at < missing; at += 1) {
      const from = at + Math.floor(chance() * (deck.length - at));
      [deck[at], deck[from]] = [deck[from], deck[at]];
    }
    yield deck.slice(0, missing);
  }
}

/** Numbers from 0 to below 1 that come again for the same cards, in whatever order: xorshift from the
 * cards' hash.
 * @param {number[]} cards
 */
function lots(cards) {
  let state = 1;
  for (const card of [...cards].sort((a, b) => a - b)) state = Math.imul(state ^ (card + 1), 0x01000193) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Each hand's part of the pot on average, 0 to 1.
 * @param {Spot} spot
 */
export function equities({ hands, board, rules }) {
  const lowest = Math.max(0, RANKS.indexOf(rules.lowest));
  const own = hands.map((hand) => hand.map(numbered));
  const lying = board.map(numbered);
  const seen = new Set([...lying, ...own.flat()]);
  const chance = lots([...seen]);
  const deck = Array.from({ length: 52 }, (_, card) => card)
    .filter((card) => card >> 2 >= lowest && !seen.has(card));
  const won = hands.map(() => 0);
  let boards = 0;
  for (const run of runs(deck, BOARD - lying.length, chance)) {
    boards += 1;
    const whole = [...lying, ...run];
    const parts = rules.contests.map(({ by, of_hand, flush_over_full }) => {
      const order = { lowest, flushOverFull: flush_over_full };
      const scores = own.map((hand) =>
        best(hand, whole, of_hand, by === "low" ? low : (cards) => high(cards, order)));
      return winners(scores);
    }).filter((each) => each.length);
    for (const each of parts) {
      for (const i of each) won[i] += 1 / parts.length / each.length;
    }
  }
  return won.map((part) => part / boards);
}

/** @param {number[]} scores */
function winners(scores) {
  const top = Math.max(...scores);
  return top > 0 ? scores.flatMap((score, i) => (score === top ? [i] : [])) : [];
}

/** Whether a game has a board that such sums can be done for: not where cards are changed.
 * @param {GameTold} rules
 */
export const hasEquity = (rules) =>
  rules.contests.every(({ by }) => by !== "italian")
  && rules.streets.reduce((sum, street) => sum + street.board, 0) === BOARD;
