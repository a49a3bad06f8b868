import { deepEqual, equal } from "node:assert/strict";

import { brief, joined, madeOf, whole } from "../../static/js/table/hand_names.js";
import { speaker } from "../../static/js/words.js";
import { WORDS } from "./felt.js";

const CASES = JSON.parse(Deno.readTextFileSync(new URL("../tables/hand_names.json", import.meta.url)));

for (const language of ["en", "it"]) {
  const { say } = speaker(WORDS[language], language);
  Deno.test(`hands are named as the server names them: ${language}`, () => {
    for (const { ranking, cards, kicker, ...words } of CASES) {
      equal(whole(madeOf({ ranking, cards: cards.split(" ").filter(Boolean), kicker }), say), words[language]);
    }
  });
}

const { say } = speaker(WORDS.en, "en");

/** @param {string} ranking @param {string} cards @param {string} [kicker] */
const short = (ranking, cards, kicker) => brief(madeOf({ ranking, cards: cards.split(" "), kicker }), say);

Deno.test("there is room for symbols on the felt", () => {
  deepEqual(short("two_pair", "Ks Kd Th Td 2c"), { kind: "Two pair", ranks: "K 10", kicker: "" });
  deepEqual(short("pair", "As Ad Qh 7d 2c", "T"), { kind: "Pair", ranks: "A", kicker: "10" });
  deepEqual(short("pair", "As Ad Qh 7d 2c", "h"), { kind: "Pair", ranks: "A", kicker: "♥" });
  deepEqual(short("eight_low", "8s 6d 4h 2d Ac"), { kind: "", ranks: "8-6-4-2-A", kicker: "" });
  deepEqual(short("royal_flush", "As Ks Qs Js Ts"), { kind: "Royal flush", ranks: "", kicker: "" });
  equal(madeOf({ ranking: null }), null);
});

Deno.test("names are joined as a sentence lists them", () => {
  equal(joined(["ada"], say), "ada");
  equal(joined(["ada", "bice", "carla"], say), "ada, bice and carla");
});
