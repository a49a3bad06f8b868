import { deepEqual, equal, ok } from "node:assert/strict";

import { places } from "../../static/js/table/places.js";
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

for (let count = 2; count <= 10; count++) {
  Deno.test(`${count} seats stand apart with the reader at the bottom`, () => {
    for (const shape of ["wide", "tall"]) {
      const points = places(count).map((place) =>
        ["x", "y"].map((axis) => Number(place[`--${shape}-${axis}`].slice(0, -1)))
      );
      ok(Math.abs(points[0][0] - 50) <= 50e-6);
      equal(points[0][1], Math.max(...points.map(([, y]) => y)));
      ok(points[1][0] < 50 || count === 2);
      ok(points.every(([x, y]) => 0 < x && x < 100 && 0 < y && y < 100));
      equal(new Set(points.map(String)).size, count);
    }
  });
}
