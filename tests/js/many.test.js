import { deepEqual, equal } from "node:assert/strict";

import { focusOn, secondsLeft, step } from "../../static/js/many/focus.js";
import { columnsFor } from "../../static/js/many/layout.js";
import { qualityOf } from "../../static/js/table/state/connection.js";
import { isFor } from "../../static/js/table/state/socket.js";

/** A table; with `due` (seconds) it waits for its reader until then. */
const at = (name, due = null) => ({ at: name, turn: due !== null, due: (due ?? 0) * 1000 });

for (const [name, tables, focused, reader, expected] of [
  ["nobody waits: the first", [at("a"), at("b")], null, "", "a"],
  ["nobody waits: where one is", [at("a"), at("b")], "b", "", "b"],
  ["to the one with least time", [at("a"), at("b", 20), at("c", 9)], "a", "", "c"],
  ["from no table at which it is one's turn", [at("a", 20), at("b", 9)], "a", "", "a"],
  ["but when there is hardly any left there, and more here", [at("a", 20), at("b", 4)], "a", "", "b"],
  ["not when there is little here too", [at("a", 5), at("b", 4)], "a", "", "a"],
  ["never while the reader is busy", [at("a"), at("b", 4)], "a", "busy", "a"],
  ["a key holds the focus at one's turn", [at("a", 20), at("b", 4)], "a", "keyed", "a"],
  ["and not after it", [at("a"), at("b", 20)], "a", "keyed", "b"],
  ["the table in focus is gone", [at("b"), at("c", 9)], "a", "busy", "c"],
  ["there is none", [], "a", "", null],
]) {
  Deno.test(`the focus goes to the most urgent table and never away from a hand: ${name}`, () => {
    const busy = reader === "busy", keyed = reader === "keyed";
    equal(focusOn(tables, focused, { busy, keyed, now: 0 }), expected);
  });
}

Deno.test("the next table is one that waits if there is any", () => {
  equal(step([at("a"), at("b"), at("c")], "c", 1), "a");
  equal(step([at("a"), at("b"), at("c")], "a", -1), "c");
  // Those that wait come first.
  equal(step([at("a"), at("b"), at("c", 9)], "a", 1), "c");
  equal(step([at("a")], "a", 1), "a");
  equal(step([], null, 1), null);
});

Deno.test("the strip counts no time where no clock runs", () => {
  equal(secondsLeft({ turn: true, due: 9500 }, 1000), 9);
  equal(secondsLeft({ turn: true, due: 500 }, 1000), 0);
  equal(secondsLeft({ turn: true, due: Infinity }, 1000), null);
  equal(secondsLeft({ turn: false, due: 9500 }, 1000), null);
});

Deno.test("tables are as large as they can be", () => {
  for (const [count, width, height, columns] of [
    [1, 1440, 850, 1], [2, 1440, 850, 2], [4, 1440, 850, 2], [6, 1440, 850, 3],
    [12, 1920, 1030, 4], [2, 700, 1000, 1],
  ]) {
    equal(columnsFor(count, width, height), columns);
  }
});

Deno.test("how well the line does is the middle of its last round trips", () => {
  deepEqual([[20], [20, 25, 900], [310, 25, 900]].map(qualityOf), ["good", "good", "slow"]);
});

const five = { at: "table/5", shown: 5 };
for (const [name, line, frame, expected] of [
  ["its own", five, { type: "update", table_id: 5 }, true],
  ["another's", five, { type: "update", table_id: 6 }, false],
  ["a refusal of another's wish", five, { type: "refused", at: "table/6" }, false],
  ["a refusal of the whole socket", five, { type: "refused" }, true],
  // An entry of a pool hears its table and the one that it goes to.
  ["where an entry goes", { at: "pool/3/1", shown: 7, next: 8 }, { type: "snapshot", table_id: 8 }, true],
  ["where an entry is", { at: "pool/3/1", shown: 7, next: 8 }, { type: "update", table_id: 7 }, true],
  ["another entry's", { at: "pool/3/1", shown: 7 }, { type: "entry", pool: 3, no: 2 }, false],
  ["an entry's own", { at: "pool/3/2", shown: 7 }, { type: "entry", pool: 3, no: 2 }, true],
  ["another pool's", { at: "pool/3/1" }, { type: "snapshot", table_id: 0, at: "pool/4/1" }, false],
]) {
  Deno.test(`a frame is for the line of its table: ${name}`, () => {
    equal(isFor({ next: null, shown: null, ...line }, frame), expected);
  });
}
