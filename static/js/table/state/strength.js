// What the reader's own cards make, of the facts of the game that is played. Nobody else's cards are
// looked at, and the server is not asked: a street comes to all in one frame. Pure.

/**
 * @import { ContestTold } from "../../types/frames.d.ts"
 * @import { Facts, Made } from "../../types/page.d.ts"
 */

const RANKS = "23456789TJQKA";
const LOW_RANKS = "A2345678";
const ACE = 12;
const FIVE = 5;

/** What makes a hand, worst first; a short deck may have a flush above a full house. */
const ORDER = [
  "high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house",
  "four_of_a_kind", "minimum_straight_flush", "straight_flush", "royal_flush",
];
/** How often ranks come, most first, and what that makes.
 * @type {Record<string, string>}
 */
const GROUPS = { 2: "pair", 22: "two_pair", 3: "three_of_a_kind", 32: "full_house", 4: "four_of_a_kind" };
/** @type {Record<string, string>} */
const LOWS = { 5: "five_low", 6: "six_low", 7: "seven_low", 8: "eight_low" };

/** @param {string[]} cards @param {number} count @returns {string[][]} */
function choose(cards, count) {
  if (count === 0) return [[]];
  return cards.flatMap((card, i) => choose(cards.slice(i + 1), count - 1).map((rest) => [card, ...rest]));
}

/** The cards that may make a hand: five, or as many as there are.
 * @param {string[]} hole
 * @param {string[]} board
 * @param {number} ofHand
 */
function sets(hole, board, ofHand) {
  if (!ofHand) {
    const all = [...hole, ...board];
    return choose(all, Math.min(FIVE, all.length));
  }
  const others = choose(board, Math.min(FIVE - ofHand, board.length));
  return choose(hole, ofHand).flatMap((own) => others.map((rest) => [...own, ...rest]));
}

/** What up to five cards make: [name, how good, the ranks that say which].
 * @param {string[]} cards
 * @param {{ lowest: number, flushFirst: boolean, italian: boolean }} deck
 * @returns {{ name: string, score: number[], ranks: string[] }}
 */
function high(cards, { lowest, flushFirst, italian }) {
  const values = cards.map((card) => RANKS.indexOf(card[0]));
  /** @param {number} value */
  const count = (value) => values.filter((each) => each === value).length;
  let order = [...new Set(values)].sort((a, b) => count(b) - count(a) || b - a);
  const groups = order.map(count).filter((each) => each > 1).join("");
  let name = GROUPS[groups] ?? "high_card";
  if (!groups && cards.length === FIVE) {
    const flush = new Set(cards.map((card) => card[1])).size === 1;
    // The ace also plays below the deck's lowest card.
    const low = order[0] === ACE && order[1] === lowest + 3 && order[4] === lowest;
    const straight = low || order[0] - order[4] === 4;
    if (low) order = [...order.slice(1), -1];
    const top = italian && low ? "minimum_straight_flush" : !low && order[0] === ACE ? "royal_flush" : "straight_flush";
    name = flush && straight ? top : flush ? "flush" : straight ? "straight" : "high_card";
  }
  const place = ORDER.indexOf(name);
  const above = flushFirst && (name === "flush" || name === "full_house");
  const worth = above ? (name === "flush" ? place + 1 : place - 1) : place;
  const shown = name === "royal_flush" ? 0 : name === "two_pair" || name === "full_house" ? 2 : 1;
  return { name, score: [worth, ...order], ranks: order.slice(0, shown).map((value) => RANKS[value]) };
}

/** A low, or null: five different ranks eight or below.
 * @param {string[]} cards
 */
function low(cards) {
  const values = cards.map((card) => LOW_RANKS.indexOf(card[0])).sort((a, b) => b - a);
  if (values.length < FIVE || values.includes(-1) || new Set(values).size < FIVE) return null;
  return {
    name: LOWS[values[0] + 1], score: values.map((value) => -value), ranks: values.map((value) => LOW_RANKS[value]),
  };
}

/** @param {number[]} one @param {number[]} other */
function better(one, other) {
  const at = one.findIndex((value, i) => value !== other[i]);
  return at >= 0 && one[at] > (other[at] ?? -1);
}

/**
 * @param {ContestTold} contest
 * @param {Facts} facts
 * @param {string[]} hole
 * @param {string[]} board
 * @returns {Made | null}
 */
function best(contest, facts, hole, board) {
  const deck = {
    lowest: RANKS.length - facts.cards / 4,
    flushFirst: contest.flush_over_full,
    italian: contest.by === "italian",
  };
  const made = sets(hole, board, contest.of_hand)
    .map((cards) => (contest.by === "low" ? low(cards) : high(cards, deck)))
    .filter((each) => each !== null)
    .reduce((top, each) => (top === null || better(each.score, top.score) ? each : top), /** @type {any} */ (null));
  return made && { name: made.name, ranks: made.ranks };
}

/** What one's cards make so far, contest by contest; empty while one holds none.
 * @param {Facts | null} facts
 * @param {string[]} hole
 * @param {string[]} board
 * @returns {Made[]}
 */
export function strength(facts, hole, board) {
  if (!facts || !hole.length || hole.some((card) => card === "??")) return [];
  return facts.contests.map((contest) => best(contest, facts, hole, board)).filter((made) => made !== null);
}

/** The cards from the highest down, those of one rank together. The order is for the eye alone: an
 * action names cards.
 * @param {string[]} cards
 */
export const sorted = (cards) =>
  [...cards].sort((a, b) => RANKS.indexOf(b[0]) - RANKS.indexOf(a[0]) || a[1].localeCompare(b[1]));
