// How tables share the page. Pure.

// Width to height of a table that looks right.
const ASPECT = 1.55;
// From this width on a table needs no shrinking, and below that part of its size nobody can read it.
const ROOMY = 640;
const SMALLEST = 0.7;

/** The columns with which `count` tables become as large as they can.
 * @param {number} count
 * @param {number} width
 * @param {number} height
 */
export function columnsFor(count, width, height) {
  let best = 1;
  let largest = 0;
  for (let columns = 1; columns <= count; columns += 1) {
    const wide = width / columns;
    const high = height / Math.ceil(count / columns);
    const size = Math.min(wide, high * ASPECT);
    if (size > largest) [best, largest] = [columns, size];
  }
  return best;
}

/** By how much what is on a table shrinks that is so wide.
 * @param {number} width
 */
export const zoomFor = (width) => Math.min(1, Math.max(SMALLEST, Math.round((width / ROOMY) * 20) / 20));
