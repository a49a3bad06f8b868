// An amount as a stack of chips. Pure.

// Chips of a tournament, and of a cash table in cents; each value has a colour of its own.
const TOURNAMENT = [1, 5, 25, 100, 500, 1_000, 5_000, 25_000, 100_000, 500_000, 1_000_000];
const CASH = [1, 5, 25, 100, 500, 2_500, 10_000, 50_000];
/** So many chips are drawn at most: a stack is read by its colours, not counted. */
export const MOST_DRAWN = 6;

/** The fewest chips that make `amount`, the largest first: [value, how many].
 * @param {number} amount
 * @param {boolean} cash
 */
export function denominations(amount, cash) {
  /** @type {Array<[number, number]>} */
  const stack = [];
  let left = amount;
  for (const value of (cash ? CASH : TOURNAMENT).toReversed()) {
    const count = Math.floor(left / value);
    if (count) stack.push([value, count]);
    left -= count * value;
  }
  return stack;
}

/** The colour of each chip that is drawn for `amount`, from the bottom of the stack: one of every
 * value first, the largest before the small ones, then more of them.
 * @param {number} amount
 * @param {boolean} cash
 */
export function drawn(amount, cash) {
  const scale = cash ? CASH : TOURNAMENT;
  const stack = denominations(amount, cash).slice(0, MOST_DRAWN);
  let room = MOST_DRAWN - stack.length;
  return stack.flatMap(([value, count]) => {
    const more = Math.min(room, count - 1);
    room -= more;
    return Array(1 + more).fill(scale.indexOf(value));
  });
}
