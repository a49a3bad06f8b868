// Hands in words, as tables/hand_names.py says them: "a pair of aces, queen kicker". Pure.

/** @import { Made, Voice } from "../../types/page.d.ts" */

import { rankText, SUITS } from "../../words.js";

/** Where the ranks that name a hand lie among its cards, what makes it first; elsewhere the first does.
 * @type {Record<string, number[]>}
 */
const NAMING = { two_pair: [0, 2], full_house: [0, 3] };
const LOWS = new Set(["five_low", "six_low", "seven_low", "eight_low"]);
/** Hands that players have a shorter name for. */
const SHORTER = new Set(["two_pair", "three_of_a_kind", "four_of_a_kind", "straight_flush", "minimum_straight_flush"]);

/** What is won or shown: the kind of hand, the ranks that name it, and the card or suit that decided.
 * @param {{ ranking: string | null, cards?: string[], kicker?: string }} hand
 * @returns {Made | null}
 */
export function madeOf({ ranking, cards = [], kicker }) {
  if (!ranking) return null;
  const places = LOWS.has(ranking) ? [...cards.keys()] : NAMING[ranking] ?? [0];
  return { name: ranking, ranks: cards.length ? places.map((place) => cards[place][0]) : [], kicker };
}

/** A hand as a sentence names it; without its ranks its kind alone.
 * @param {Made} made
 * @param {Voice["say"]} say
 */
export function whole({ name, ranks, kicker }, say) {
  if (!ranks.length) return say(`ranking_${name}`).toLowerCase();
  if (LOWS.has(name)) return ranks.map(rankText).join("-");
  const [first, second = first] = ranks;
  const hand = say(`hand_${name}`, {
    rank: say(`rank_${first}`), first: say(`several_${first}`), of_first: say(`of_several_${first}`),
    second: say(`several_${second}`), high: say(`high_${first}`),
  });
  if (!kicker) return hand;
  return kicker in SUITS
    ? say("by_suit", { hand, suit: say(`suit_${kicker}`) })
    : say("kicker", { hand, rank: say(`rank_${kicker}`) });
}

/** A hand in symbols, "Two pair K 10, Q kicker", in the longest of its forms that has at most so many
 * letters: the kicker as a word, the kicker, without it, and by the short name of its kind.
 * @param {Made} made
 * @param {Voice["say"]} say
 * @param {number} [room]
 */
export function brief({ name, ranks, kicker = "" }, say, room = Infinity) {
  const symbols = ranks.map(rankText);
  const low = LOWS.has(name) && ranks.length > 0;
  const kind = low ? "" : say(`ranking_${name}`);
  const shown = name === "royal_flush" ? "" : symbols.join(low ? "-" : " ");
  const card = kicker && (SUITS[kicker] ?? rankText(kicker));
  const hand = [kind, shown].filter(Boolean).join(" ");
  const forms = [
    ...(card ? [`${hand}, ${say("kicker_brief", { rank: card })}`, `${hand}, ${card}`] : []),
    hand, ...(SHORTER.has(name) ? [`${say(`brief_${name}`)} ${shown}`] : []),
  ];
  return forms.find(({ length }) => length <= room) ?? /** @type {string} */ (forms.at(-1));
}

/** Names as a sentence lists them.
 * @param {string[]} names
 * @param {Voice["say"]} say
 */
export const joined = (names, say) =>
  names.length < 2 ? names.join() : say("and", { names: names.slice(0, -1).join(", "), last: names.at(-1) });
