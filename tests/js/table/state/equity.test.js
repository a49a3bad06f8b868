import { deepEqual, ok } from "node:assert/strict";

import { equities } from "../../../../static/js/table/state/equity.js";
import { SPOTS } from "../../felt.js";

/** @param {number[]} parts @param {number[]} expected @param {number} within */
const near = (parts, expected, within) => parts.every((part, i) => Math.abs(part - expected[i]) < within);

Deno.test("from the flop on hands win the parts that the engine finds", () => {
  ok(SPOTS.length > 30);
  for (const { parts, ...spot } of SPOTS) ok(near(equities(spot), parts, 1e-9), JSON.stringify(spot));
});

Deno.test("a spot has the same chances each time, and in whichever order its hands are", () => {
  const { rules } = SPOTS[0];
  const [aces, kings] = [["Ah", "Ad"], ["Kh", "Kd"]];
  const once = equities({ hands: [aces, kings], board: [], rules });
  deepEqual(equities({ hands: [aces, kings], board: [], rules }), once);
  deepEqual(equities({ hands: [kings, aces], board: [], rules }).toReversed(), once);
  // Drawn by lot: near 82 of 100.
  ok(near(once, [0.82, 0.18], 0.02), String(once));
});
