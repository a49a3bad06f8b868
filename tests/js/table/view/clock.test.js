import { deepEqual, equal } from "node:assert/strict";

import { serverClock } from "../../../../static/js/server_time.js";
import { remaining } from "../../../../static/js/table/view/clock.js";

Deno.test("the time bank follows the action clock (TIME-2)", () => {
  const clock = {
    turn_at: "2026-11-20T12:00:00+00:00",
    action_until: "2026-11-20T12:00:20+00:00",
    due_at: "2026-11-20T12:00:50+00:00",
  };
  for (const [second, expected] of [
    [0, { bank: false, share: 1, seconds: 20, reserve: 30 }],
    [15, { bank: false, share: 0.25, seconds: 5, reserve: 30 }],
    [35, { bank: true, share: 0.5, seconds: 15, reserve: 0 }],
    [60, { bank: true, share: 0, seconds: 0, reserve: 0 }],
  ]) {
    deepEqual(remaining(clock, Date.parse(clock.turn_at) + second * 1000), expected);
  }
});

Deno.test("the least delayed frame sets the clock", () => {
  const clock = serverClock(() => 1000);
  [5, 6, 5].forEach((second) => clock.observe(`1970-01-01T00:00:0${second}Z`));
  equal(clock.now(), 6000);
});

Deno.test("the server's time goes on when the device's clock is put right", () => {
  const clock = serverClock();
  clock.observe("2026-11-20T12:00:00Z");
  const now = Date.now;
  Date.now = () => now() + 600_000;
  const shown = clock.now();
  Date.now = now;
  equal(Math.round((shown - Date.parse("2026-11-20T12:00:00Z")) / 60_000), 0);
});
