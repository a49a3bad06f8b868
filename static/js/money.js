// Amounts in the room's currency, which the page names.

/** @import { Currency } from "./types/page.d.ts" */

/** The room's currency, as the head of the page says it.
 * @returns {Currency}
 */
export function roomCurrency() {
  const meta = /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=currency]"));
  const [code, digits] = meta?.content.split(" ") ?? [];
  return { code, digits: Number(digits) };
}

/** Writes amounts in the smallest unit as money; whole ones without decimals.
 * @param {string} locale
 * @param {Currency} currency
 * @returns {(cents: number) => string}
 */
export function moneyIn(locale, { code, digits }) {
  const unit = 10 ** digits;
  /** @param {number} decimals */
  const format = (decimals) =>
    new Intl.NumberFormat(locale, {
      style: "currency", currency: code, useGrouping: "always",
      minimumFractionDigits: decimals, maximumFractionDigits: decimals,
    });
  const whole = format(0);
  const broken = format(digits);
  return (cents) => (cents % unit ? broken : whole).format(cents / unit);
}

/** The signs by which people name the currency, in small letters.
 * @param {string} locale
 * @param {Currency} currency
 */
export function signsOf(locale, { code }) {
  const parts = new Intl.NumberFormat(locale, { style: "currency", currency: code }).formatToParts(0);
  const sign = parts.find((part) => part.type === "currency")?.value ?? code;
  return [sign.toLowerCase(), code.toLowerCase()];
}
