import { deepEqual, equal, ok } from "node:assert/strict";

import { lay } from "../../static/js/table/places.js";
import { speaker } from "../../static/js/table/words.js";

Deno.test("amounts are written as the reader writes them", () => {
  equal(speaker({}, "en").amount(1500), "1,500");
  equal(speaker({}, "it").amount(1500), "1.500");
});

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
