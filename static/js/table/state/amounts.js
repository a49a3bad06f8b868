// Amounts as people type them. What could be misread is not read: it is better asked for again.

import { signsOf } from "../../money.js";

/** @import { Currency, Field, Words } from "../../types/page.d.ts" */

// Whole numbers, with or without marks between their thousands.
const WHOLE = /^(\d*|[1-9]\d{0,2}(,\d{3})+|[1-9]\d{0,2}(\.\d{3})+)$/;
const TYPED = /^([\d.,]*\d)\s*(k|bb)?$/;
const THOUSAND = 3;

/** A typed number in thousandths, or null. One or two digits after a mark are a fraction, of at most
 * so many `places`. Three are thousands; where there are fractions, not after the language's `point`.
 * @param {string} typed
 * @param {string} point
 * @param {number} places
 */
function thousandths(typed, point, places) {
  const marks = typed.match(/[.,]/g) ?? [];
  const last = marks.at(-1) ?? point;
  const behind = typed.length - 1 - typed.lastIndexOf(last);
  const alone = marks.length === 1 && (behind < THOUSAND || (places > 0 && last === point));
  const divided = alone || marks.some((mark) => mark !== last);
  const whole = divided ? typed.slice(0, -behind - 1) : typed;
  const part = divided ? typed.slice(-behind) : "";
  if (!WHOLE.test(whole) || (divided && whole.includes(last)) || part.length > places) return null;
  return Number(whole.replace(/\D/g, "")) * 1000 + Number(part.padEnd(THOUSAND, "0"));
}

/** @param {string} locale */
const decimalOf = (locale) => (1.5).toLocaleString(locale).replace(/\d/g, "");

/** A typed amount without the currency's sign.
 * @param {string} text
 * @param {string[]} signs
 */
function bare(text, signs) {
  const typed = text.trim().toLowerCase();
  const sign = signs.find((each) => typed.startsWith(each) || typed.endsWith(each)) ?? "";
  return (typed.startsWith(sign) ? typed.slice(sign.length) : typed.slice(0, -sign.length)).trim();
}

/** Amounts of so many decimals, which count in the smallest unit; `signs` may stand beside them.
 * @param {string} locale
 * @param {number} places
 * @param {string[]} signs
 * @returns {Field}
 */
function field(locale, places, signs) {
  const unit = 10 ** places;
  const numbers = new Intl.NumberFormat(locale, {
    minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: "always",
  });
  const point = decimalOf(locale);
  return {
    read(text, bigBlind) {
      const plain = bare(text, signs);
      const [, typed, suffix] = plain.match(TYPED) ?? [];
      if (typed === undefined) return null;
      const number = thousandths(typed, point, suffix ? THOUSAND : places);
      if (number === null) return null;
      // Multiples of the big blind fall on the nearest unit; nothing else is rounded.
      if (suffix === "bb") return Math.round((number * bigBlind) / 1000);
      return (number * unit * (suffix === "k" ? 1000 : 1)) / 1000;
    },
    write: (amount) => numbers.format(amount / unit),
    multiple: `${(2.5).toLocaleString(locale)}bb`,
  };
}

/** Whole chips.
 * @param {string} locale
 */
export const chipsField = (locale) => field(locale, 0, []);
/** Money, which counts in the smallest unit of the room's currency.
 * @param {string} locale
 * @param {Currency} currency
 */
export const moneyField = (locale, currency) => field(locale, currency.digits, signsOf(locale, currency));

/** What is wrong with a typed amount, in words; "" when it is in `range`.
 * @param {number | null} typed
 * @param {{ min: number, max: number }} range
 * @param {Words} words
 */
export function fault(typed, { min, max }, { say, amount, field }) {
  if (typed === null) {
    return say("amount_unclear", { example: field.write(min), multiple: field.multiple });
  }
  if (typed < min) return say("amount_small", { least: amount(min) });
  return typed > max ? say("amount_large", { most: amount(max) }) : "";
}

/** Writes chips in big blinds of so many, to a tenth.
 * @param {string} locale
 * @param {number} bigBlind
 */
export function inBigBlinds(locale, bigBlind) {
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, useGrouping: "always" });
  /** @param {number} chips */
  return (chips) => `${numbers.format(chips / Math.max(1, bigBlind))} BB`;
}

/** Big blinds of so many chips: what is typed falls on the nearest chip.
 * @param {string} locale
 * @param {number} bigBlind
 * @returns {Field}
 */
export function blindsField(locale, bigBlind) {
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, useGrouping: "always" });
  return {
    read(text) {
      const [, typed] = text.trim().toLowerCase().match(TYPED) ?? [];
      const number = typed === undefined ? null : thousandths(typed, decimalOf(locale), 2);
      return number === null ? null : Math.round((number * bigBlind) / 1000);
    },
    write: (amount) => numbers.format(amount / bigBlind),
    multiple: (2.5).toLocaleString(locale),
  };
}
