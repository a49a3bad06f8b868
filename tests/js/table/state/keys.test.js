import { equal, deepEqual } from "node:assert/strict";

import { keyFault, restoredKeys, USUAL_KEYS, usualKey } from "../../../../static/js/table/state/keys.js";

const own = { ...USUAL_KEYS, f: "x", r: "f" };

Deno.test("a key does what its reader has chosen, and nothing where another has taken its place", () => {
  equal(usualKey(own, "x"), "f");
  equal(usualKey(own, "f"), "r");
  equal(usualKey(own, "r"), "");
  equal(usualKey(own, "c"), "c");
  // Keys that nobody changes.
  for (const fixed of ["v", "o", "1", "arrowup", "?"]) equal(usualKey(own, fixed), fixed);
});

Deno.test("a key is refused that is none, or does something else", () => {
  for (const typed of ["", "xy", " ", "3"]) equal(keyFault(own, "c", typed), "key_unusable");
  for (const typed of ["x", "f", "a", "v", "n", "?"]) equal(keyFault(own, "c", typed), "key_taken");
  for (const typed of ["c", "r", "q", "."]) equal(keyFault(own, "c", typed), "");
});

Deno.test("keys that were kept are the reader's as long as each is one of its own", () => {
  deepEqual(restoredKeys(own), own);
  deepEqual(restoredKeys({ f: "x" }), { ...USUAL_KEYS, f: "x" });
  for (const kept of [undefined, { f: "c" }, { f: "v" }, { f: 3 }, { f: "" }]) deepEqual(restoredKeys(kept), USUAL_KEYS);
});
