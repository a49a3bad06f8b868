// Every word comes from the page; scripts know no language.

import { moneyIn, roomCurrency } from "./money.js";

/** @import { Values, Voice } from "./types/page.d.ts" */

/** @type {Record<string, string>} */
export const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** The dictionary in the <template> of this id, of <data value="key">sentence</data>.
 * @param {string} id
 * @returns {Record<string, string>}
 */
export function dictionary(id) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById(id));
  const entries = [...template.content.querySelectorAll("data")];
  return Object.fromEntries(entries.map((entry) => [entry.value, entry.textContent.trim()]));
}

/** Speaks in the page's language: sentences with {names}, amounts, money, cards.
 * @param {Record<string, string>} sentences
 * @param {string} locale
 * @returns {Voice}
 */
export function speaker(sentences, locale) {
  const numbers = new Intl.NumberFormat(locale, { useGrouping: "always" });
  /** @param {number} chips */
  const amount = (chips) => numbers.format(chips);
  /** @type {((cents: number) => string) | undefined} */
  let written;
  /** @param {number} cents */
  const money = (cents) => (written ??= moneyIn(locale, roomCurrency()))(cents);
  /** Of one there may be another sentence, whose key ends in `_one`.
   * @param {string} key
   * @param {Values} values
   */
  const say = (key, values = {}) => {
    const one = values.count === 1 ? sentences[`${key}_one`] : undefined;
    return (one ?? sentences[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
  };
  /** @param {string} code */
  const card = (code) =>
    code === "??"
      ? say("card_hidden")
      : say("card", { rank: say(`rank_${code[0]}`), suit: say(`suit_${code[1]}`) });
  const places = new Intl.PluralRules(locale, { type: "ordinal" });
  /** @param {number} place */
  const ordinal = (place) => say(`place_${places.select(place)}`, { place: numbers.format(place) });
  return { say, amount, money, ordinal, card, cards: (codes) => codes.map(card).join(", ") };
}

/** @param {string} code */
export const rankText = (code) => (code[0] === "T" ? "10" : code[0]);
/** @param {string} code */
export const cardText = (code) => rankText(code) + SUITS[code[1]];
