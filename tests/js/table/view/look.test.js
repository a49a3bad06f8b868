import { deepEqual, equal, ok } from "node:assert/strict";

import { lay } from "../../../../static/js/table/view/places.js";
import { bubble } from "../../../../static/js/table/view/standing.js";
import { speaker } from "../../../../static/js/table/view/words.js";

Deno.test("amounts are written as the reader writes them", () => {
  equal(speaker({}, "en").amount(1500), "1,500");
  equal(speaker({}, "it").amount(1500), "1.500");
});

Deno.test("a place is written as the reader writes it", () => {
  const english = { place_one: "{place}st", place_two: "{place}nd", place_few: "{place}rd", place_other: "{place}th" };
  const say = speaker(english, "en").ordinal;
  deepEqual([1, 2, 3, 4, 11, 22, 1113].map(say), ["1st", "2nd", "3rd", "4th", "11th", "22nd", "1,113th"]);
  const italian = Object.fromEntries(["one", "two", "few", "many", "other"].map((of) => [`place_${of}`, "{place}º"]));
  deepEqual([1, 8, 11].map(speaker(italian, "it").ordinal), ["1º", "8º", "11º"]);
});

for (const [name, standing, said] of [
  ["one from the money", { left: 4, out: 1, in_money: false, prize: 500 }, "bubble"],
  ["two who play for one prize have none", { left: 2, out: 1, in_money: false, prize: 500 }, ""],
  ["far from it", { left: 40, out: 31, in_money: false, prize: 500 }, "to_money"],
  ["in the money", { left: 2, out: 1, in_money: true, prize: 500 }, "next_step"],
]) {
  Deno.test(`the bubble: ${name}`, () => equal(bubble(standing, (key) => key), said));
}

Deno.test("of one there is another sentence", () => {
  const words = { left: "{count} hands", left_one: "1 hand", seats: "{count} seats" };
  const said = (key) => [1, 2].map((count) => speaker(words, "en").say(key, { count }));
  deepEqual(said("left"), ["1 hand", "2 hands"]);
  deepEqual(said("seats"), ["1 seats", "2 seats"]);
});

// Pixels that are left between two things.
const GAP = 4;
// Stages of phones, upright and on their side, of tiles and of a screen.
const STAGES = [[320, 316], [360, 372], [390, 560], [500, 316], [640, 300], [983, 630]];

for (let count = 2; count <= 10; count++) {
  Deno.test(`${count} seats, their bets and the board lie whole and apart, the reader at the bottom`, () => {
    for (const [width, height] of STAGES) {
      for (const cards of [2, 6]) {
        const { seats, bets, middle, worst } = lay({ width, height, seats: count, cards, letters: 5, mine: true });
        ok(worst < GAP, `${width}x${height}, ${cards} cards: ${worst}`);
        equal(seats[0].x, width / 2);
        equal(seats[0].y + seats[0].h / 2, Math.max(...seats.map(({ y, h }) => y + h / 2)));
        ok(seats[1].x < width / 2 || count === 2);
        for (const { x, y, w, h } of [...seats, ...bets, middle]) {
          ok(x - w / 2 >= 0 && x + w / 2 <= width && y - h / 2 >= 0 && y + h / 2 <= height);
        }
      }
    }
  });
}
