import { deepEqual } from "node:assert/strict";

import { stepsOf, turnsUpAfter } from "../../../../static/js/table/motion/reveal.js";

/** The events of an all-in before the flop, from the call on; `from` leaves out so many streets. */
const events = (from = 0) => [
  { e: "act", seat: 2, kind: "call" },
  { e: "show", seat: 3, cards: ["Ks", "Kd"] },
  ...[["flop", ["2s", "5h", "9s"]], ["turn", ["Jd"]], ["river", ["6h"]]].slice(from)
    .map(([street, cards]) => ({ e: "street", street, cards })),
  { e: "win", seat: 2, amount: 600 },
  { e: "end" },
];

Deno.test("the cards of a flop turn up one after the other, and others at once", () => {
  deepEqual([0, 1, 2, 3, 4].map((place) => turnsUpAfter(place, 0)), [0, 90, 180, 0, 0]);
  deepEqual([2, 3, 4].map((place) => turnsUpAfter(place, 3)), [0, 0, 0]);
});

Deno.test("a board that runs out is seen street by street, and the end after its last card", () => {
  deepEqual(stepsOf(events(), 0, 1500), [
    { at: 0, told: 2, seen: 0, turning: 0 },
    { at: 1500, told: 2, seen: 0, turning: 3 },
    { at: 2000, told: 3, seen: 3, turning: 0 },
    { at: 3000, told: 3, seen: 3, turning: 1 },
    { at: 3320, told: 4, seen: 4, turning: 0 },
    { at: 4500, told: 4, seen: 4, turning: 1 },
    { at: 4820, told: 7, seen: 5, turning: 0 },
  ]);
  deepEqual(stepsOf(events(2), 4, 800).map(({ at, seen }) => [at, seen]), [[0, 4], [800, 4], [1120, 5]]);
});

Deno.test("without a card to turn nothing is held back", () => {
  deepEqual(stepsOf(events(3), 5, 1500), []);
});
