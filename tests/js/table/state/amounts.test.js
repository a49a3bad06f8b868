import { deepEqual, equal } from "node:assert/strict";

import { moneyIn } from "../../../../static/js/money.js";
import { chipsField, moneyField } from "../../../../static/js/table/state/amounts.js";

const EURO = { code: "EUR", digits: 2 };
const YEN = { code: "JPY", digits: 0 };

Deno.test("chips are read as players type them", () => {
  for (const [locale, text, chips] of [
    ["en", "40", 40], ["en", " 40 ", 40], ["en", "1,200", 1200], ["en", "1.200", 1200],
    ["it", "1.200", 1200], ["it", "1,200", 1200], ["en", "1,234,567", 1234567],
    ["en", "1k", 1000], ["en", "1.5k", 1500], ["it", "1,5k", 1500], ["en", "1,5K", 1500],
    ["en", "1.500k", 1500], ["it", "1.500k", 1500000], ["en", "12.25 k", 12250],
    ["en", "2.5bb", 50], ["it", "2,5bb", 50], ["en", "2,5 BB", 50], ["en", "100bb", 2000],
    ["en", "2.33bb", 47], ["en", "0.5bb", 10],
  ]) {
    equal(chipsField(locale).read(text, 20), chips, `${locale}: ${text}`);
  }
});

Deno.test("what is no amount of chips, no whole one, or could be two is not read", () => {
  for (const text of [
    "", "x", "-40", "4e3", "40 60", "1,2,3", "1,23,456", "1.234.5", "1,234,5", "1.2345",
    "2,5", "2.5", "0.500", "1.", "k", "bb", "1kk", "1kbb", "€40", "1.2345k", "40bbb",
  ]) {
    equal(chipsField("en").read(text, 20), null, text);
  }
});

Deno.test("money is read as people type it, in both languages", () => {
  for (const locale of ["en", "it"]) {
    for (const [text, cents] of [
      ["", null], ["€", null], ["2", 200], ["0.5", 50], ["0,05 €", 5], ["€1,234.50", 123450],
      ["1.234,50 €", 123450], ["1,000,000", 100000000], [".25", 25], ["10.00", 1000],
      ["2,5", 250], ["100bb", 1000], ["1k", 100000], ["0.500", null], ["1,2345", null],
      ["ten", null], ["1.234.50", null], ["0.125", null], ["€ 5", 500], ["5€ 5", null],
    ]) {
      equal(moneyField(locale, EURO).read(text, 10), cents, `${locale}: ${text}`);
    }
  }
});

Deno.test("a currency without decimals has none, and its sign may stand beside the amount", () => {
  for (const [locale, text, yen] of [
    ["en", "¥1,500", 1500], ["en", "1500 jpy", 1500], ["it", "1.500 JPY", 1500], ["it", "1,500", 1500],
    ["en", "15.5", null], ["en", "€15", null], ["en", "2.5bb", 25], ["en", "1k", 1000],
  ]) {
    equal(moneyField(locale, YEN).read(text, 10), yen, `${locale}: ${text}`);
  }
  equal(moneyField("en", YEN).write(1500), "1,500");
});

Deno.test("money is written in its currency, whole amounts without decimals", () => {
  /** @type {Array<[string, import("../../../../static/js/types/page.d.ts").Currency, string[]]>} */
  const said = [
    ["en", EURO, ["€5", "€1,234.50"]],
    ["it", EURO, ["5\u00a0€", "1.234,50\u00a0€"]],
    ["en", YEN, ["¥500", "¥123,450"]],
    ["it", YEN, ["500\u00a0JPY", "123.450\u00a0JPY"]],
    ["en", { code: "GBP", digits: 2 }, ["£5", "£1,234.50"]],
    ["en", { code: "PLN", digits: 2 }, ["PLN\u00a05", "PLN\u00a01,234.50"]],
    ["it", { code: "PLN", digits: 2 }, ["5\u00a0PLN", "1.234,50\u00a0PLN"]],
  ];
  for (const [locale, currency, written] of said) {
    deepEqual([500, 123450].map(moneyIn(locale, currency)), written);
  }
});

Deno.test("thousands of euro are marked as the language marks them", () => {
  for (const [locale, text, cents] of [
    ["en", "1,000", 100000],
    ["it", "1.000", 100000],
    ["en", "1.000", null],
    ["it", "1,000", null],
  ]) {
    equal(moneyField(locale, EURO).read(text, 10), cents, `${locale}: ${text}`);
  }
});

Deno.test("money in a field is the reader's own and read again", () => {
  for (const [locale, written] of [
    ["en", ["0.05", "10.00", "1,234.50"]],
    ["it", ["0,05", "10,00", "1.234,50"]],
  ]) {
    const field = moneyField(locale, EURO);
    deepEqual([5, 1000, 123450].map(field.write), written);
    deepEqual(written.map((text) => field.read(text, 10)), [5, 1000, 123450]);
  }
});
