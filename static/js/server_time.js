// The server's time. The device's own clock may be wrong, and may be put right while the page is open:
// only the time that has passed here counts.

/** @import { Time } from "./types/page.d.ts" */

const SAMPLES = 8;

/** What has passed since the page began, counted from what the device's clock said then. */
const passed = () => performance.timeOrigin + performance.now();

/** The server's time, from the moments that it tells: the least delayed of the last ones is the truest.
 * @returns {Time}
 */
export function serverClock(local = passed) {
  /** @type {number[]} */
  const offsets = [];
  return {
    observe(iso) {
      offsets.push(Date.parse(iso) - local());
      if (offsets.length > SAMPLES) offsets.shift();
    },
    now: () => local() + (offsets.length ? Math.max(...offsets) : 0),
  };
}
