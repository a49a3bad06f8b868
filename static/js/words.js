// Every word comes from the page; scripts know no language.

const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** The dictionary in a <template> of <data value="key">sentence</data>. */
export function dictionary(template) {
  const entries = [...template.content.querySelectorAll("data")];
  return Object.fromEntries(entries.map((entry) => [entry.value, entry.textContent.trim()]));
}

/** Speaks in the page's language: sentences with {names}, amounts, money, cards. */
export function speaker(sentences, locale) {
  const numbers = new Intl.NumberFormat(locale, { useGrouping: "always" });
  const amount = (chips) => numbers.format(chips);
  const money = (cents) =>
    (cents / 100).toLocaleString(locale, {
      style: "currency", currency: "EUR", useGrouping: "always", minimumFractionDigits: cents % 100 ? 2 : 0,
    });
  const say = (key, values = {}) =>
    (sentences[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  const card = (code) =>
    code === "??"
      ? say("card_hidden")
      : say("card", { rank: say(`rank_${code[0]}`), suit: say(`suit_${code[1]}`) });
  return { say, amount, money, card, cards: (codes) => codes.map(card).join(", ") };
}

export const rankText = (code) => (code[0] === "T" ? "10" : code[0]);
export const cardText = (code) => rankText(code) + SUITS[code[1]];
