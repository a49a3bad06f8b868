import { deepEqual, equal } from "node:assert/strict";

import { brief, joined, madeOf, whole } from "../../../../static/js/table/state/hand_names.js";
import { speaker } from "../../../../static/js/words.js";
import { WORDS } from "../../felt.js";

const CASES = JSON.parse(Deno.readTextFileSync(new URL("../../../tables/hand_names.json", import.meta.url)));

for (const language of ["en", "it"]) {
  const { say } = speaker(WORDS[language], language);
  Deno.test(`hands are named as the server names them: ${language}`, () => {
    for (const { ranking, cards, kicker, ...words } of CASES) {
      equal(whole(madeOf({ ranking, cards: cards.split(" ").filter(Boolean), kicker }), say), words[language]);
    }
  });
}

const { say } = speaker(WORDS.en, "en");

/** @param {string} ranking @param {string} cards @param {string} [kicker] @param {number} [room] */
const short = (ranking, cards, kicker, room) => brief(madeOf({ ranking, cards: cards.split(" "), kicker }), say, room);

Deno.test("there is room for symbols on the felt", () => {
  equal(short("two_pair", "Ks Kd Th Td 2c"), "Two pair K 10");
  equal(short("pair", "As Ad Qh 7d 2c", "T"), "Pair A, 10 kicker");
  equal(short("pair", "As Ad Qh 7d 2c", "h"), "Pair A, ♥ kicker");
  equal(short("eight_low", "8s 6d 4h 2d Ac"), "8-6-4-2-A");
  equal(short("royal_flush", "As Ks Qs Js Ts"), "Royal flush");
  equal(madeOf({ ranking: null }), null);
});

Deno.test("a hand in little room loses the word, then the kicker, and last its long name", () => {
  const forms = [30, 22, 19, 17, 5].map((room) => short("three_of_a_kind", "7s 7d 7h Ad Tc", "T", room));
  deepEqual(forms, ["Three of a kind 7, 10 kicker", "Three of a kind 7, 10", "Three of a kind 7", "Three of a kind 7", "Trips 7"]);
  equal(short("full_house", "As Ad Ah Kd Kc", undefined, 5), "Full house A K");
});

Deno.test("names are joined as a sentence lists them", () => {
  equal(joined(["ada"], say), "ada");
  equal(joined(["ada", "bice", "carla"], say), "ada, bice and carla");
});
