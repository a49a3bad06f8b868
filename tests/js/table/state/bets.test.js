import { deepEqual } from "node:assert/strict";

import { checkOrFold, sized, sizing } from "../../../../static/js/table/state/bets.js";
import { presets } from "../../../../static/js/table/state/presets.js";
import { hand, legal } from "../../felt.js";

const sizes = (shown, may) => presets(shown, may).map(([key, , to]) => [key, to]);

for (const [name, total, bet, may, expected] of [
  [
    "Blinds 50/100, first to act: the pot is a raise to 350.",
    150, 100, { call: 100, raise: [200, 5000], all_in: 5000 },
    [["minimum", 200], ["half_pot", 225], ["pot_size", 350], ["all_in", 5000]],
  ],
  [
    "Nothing bet yet: a bet of half the pot and of the pot.",
    640, 0, { call: null, check: true, bet: [20, 1480], raise: null, all_in: 1480 },
    [["minimum", 20], ["half_pot", 320], ["pot_size", 640], ["all_in", 1480]],
  ],
  [
    "Half a pot below the minimum is no choice of its own.",
    30, 20, { call: 20, raise: [60, 900], all_in: 900 },
    [["minimum", 60], ["pot_size", 70], ["all_in", 900]],
  ],
  [
    "A pot limit that stops short of the stack.",
    150, 100, { call: 100, raise: [200, 350], all_in: null },
    [["minimum", 200], ["half_pot", 225], ["pot_size", 350]],
  ],
  [
    "A house that counts the pot before the call stops even shorter.",
    150, 100, { call: 100, raise: [200, 250], all_in: null },
    [["minimum", 200], ["half_pot", 225], ["maximum", 250]],
  ],
  [
    "Short: the only raise left is everything.",
    300, 200, { call: 200, raise: null, all_in: 260 }, [["all_in", 260]],
  ],
  [
    "Too short even to call: nothing to size.",
    300, 200, { call: 150, raise: null, all_in: 150 }, [],
  ],
]) {
  Deno.test(`presets are legal sizes: ${name}`, () => {
    deepEqual(sizes(hand({ total, bet }), legal(may)), expected);
  });
}

Deno.test("a size becomes the action that puts it in", () => {
  for (const [to, action] of [
    [220, { kind: "raise", to: 220 }],
    [100, { kind: "raise", to: 220 }],
    [1520, { kind: "all_in" }],
  ]) {
    deepEqual(sized(sizing(hand(), legal()), legal(), to), action);
  }
});

Deno.test("a pot-sized raise counts what the house will take (PL-1, RAKE-1)", () => {
  const may = legal({ call: null, check: true, bet: [20, 1000], raise: null, all_in: null });
  deepEqual(sizes(hand({ total: 960, bet: 0, rake: 40 }), may), [
    ["minimum", 20],
    ["half_pot", 500],
    ["pot_size", 1000],
  ]);
});

Deno.test("check/fold never pays (PRE-1)", () => {
  deepEqual(checkOrFold(legal({ check: true })), { kind: "check" });
  deepEqual(checkOrFold(legal({ check: false })), { kind: "fold" });
});
