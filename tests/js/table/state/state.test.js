import { deepEqual, equal } from "node:assert/strict";

import { initial, reduce } from "../../../../static/js/table/state/state.js";
import { snapshot, table } from "../../felt.js";

const ME = 103;
const before = reduce(initial(ME), snapshot(table({ version: 12 })));
const end = { type: "update", version: 13, now: "2026-11-20T12:00:00Z", change: {}, events: [] };
const lost = (version) => ({ type: "offer", offer: { sells: true, until: "2026-11-20T12:02:00Z", version } });
const first = (version) => ({ type: "standing", standing: { left: 2, sure: 0, rank: 1, version } });

Deno.test("an answer of the event that overtook the end of a hand waits for it", () => {
  const early = [lost(13), first(13)].reduce(reduce, before);
  deepEqual([early.offer, early.standing], [null, null]);
  const told = reduce(early, end);
  deepEqual([told.offer?.version, told.standing?.rank, told.early], [13, 1, {}]);
});

Deno.test("an answer waits through a lost frame for the table shown anew", () => {
  const missed = reduce(reduce(before, first(15)), { ...end, version: 15 });
  deepEqual([missed.stale, missed.standing], [true, null]);
  equal(reduce(missed, snapshot(table({ version: 15 }))).standing?.rank, 1);
});

for (const version of [11, 12, null, undefined]) {
  Deno.test(`an answer that knows no more than the table is taken at once: ${version}`, () => {
    equal(reduce(before, first(version)).standing?.rank, 1);
  });
}

Deno.test("a note that the reader has written is shown at once, beside those there are", () => {
  const mark = { note: "calls", colour: "red" };
  const kept = reduce({ ...before, marks: { 7: { note: "", colour: "blue" } } }, { type: "marked", user: 104, mark });
  deepEqual(kept.marks, { 7: { note: "", colour: "blue" }, 104: mark });
});
