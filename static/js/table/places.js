// Where seats and bets stand, in percent of the stage: equal steps along a rounded oval, the
// reader at the bottom, the others clockwise. "wide" is a landscape stage, "tall" a phone.

/** @import { Style } from "../types/page.d.ts" */

const SAMPLES = 1440;
// From so many seats on a phone's felt is laid out closer.
export const CROWDED = 7;

// Percent of the stage; bets lie that part of the way out: sideways, up, down.
const SHAPES = {
  wide: { rx: 41, ry: 37, cy: 47, aspect: 1.7, roundness: 2.5, bets: [0.63, 0.5, 0.5], narrow: false },
  tall: { rx: 38, ry: 39, cy: 48.4, aspect: 0.78, roundness: 3.2, bets: [0.5, 0.68, 0.6], narrow: true },
};
// On a phone there is little room beside the word under a seat: of one at the top between few others
// bets lie beside it, of one at the upper side beside its plate or nearer to the middle, and nowhere on
// the board.
const ASIDE = 20;
const FEW = 6;
const EDGE = 33;
const BESIDE = 0.9;
const INWARDS = 0.3;
const BOARD = { middle: 49.5, crowded: 40.5, reach: 11 };

/** @typedef {(typeof SHAPES)["wide"]} Shape */

/**
 * @param {Shape} shape
 * @param {number} angle
 */
function rim(shape, angle) {
  const power = 2 / shape.roundness;
  /** @param {number} value */
  const bend = (value) => Math.sign(value) * Math.abs(value) ** power;
  return [shape.rx * bend(Math.cos(angle)), shape.ry * bend(Math.sin(angle))];
}

/** `count` points of the rim, the same way apart, starting at the bottom, clockwise.
 * @param {Shape} shape
 * @param {number} count
 */
function evenly(shape, count) {
  /** @type {number[][]} */
  const points = [];
  const walked = [0];
  for (let i = 0; i <= SAMPLES; i += 1) {
    points.push(rim(shape, Math.PI / 2 + (i * 2 * Math.PI) / SAMPLES));
    if (i === 0) continue;
    const across = (points[i][0] - points[i - 1][0]) * shape.aspect;
    const down = points[i][1] - points[i - 1][1];
    walked.push(walked[i - 1] + Math.hypot(across, down));
  }
  const round = walked[SAMPLES];
  return Array.from({ length: count }, (_, seat) => {
    const goal = (round * seat) / count;
    const after = Math.max(1, walked.findIndex((way) => way >= goal));
    const part = (goal - walked[after - 1]) / (walked[after] - walked[after - 1]);
    /** @param {number} axis */
    const between = (axis) =>
      points[after - 1][axis] + part * (points[after][axis] - points[after - 1][axis]);
    return [between(0), between(1)];
  });
}

/** Where a bet lies of who sits at a point, on a phone.
 * @param {number[]} seat
 * @param {Shape} shape
 * @param {number} count
 */
function betOnPhone([x, y], { cy, bets }, count) {
  if (Math.abs(x) < 1) return [y < 0 && count <= FEW ? ASIDE : 0, cy + y * bets[y < 0 ? 1 : 2]];
  const side = Math.abs(x) > EDGE;
  const way = y < 0 ? (side ? BESIDE : bets[1]) : bets[2];
  const middle = count < CROWDED ? BOARD.middle : BOARD.crowded;
  const from = cy + y * way - middle;
  const clear = Math.max(BOARD.reach, Math.abs(from));
  const inwards = y < 0 && !side && count <= FEW ? INWARDS : bets[0];
  return [x * inwards, middle + (cy + y < middle - 2 ? -clear : clear)];
}

/**
 * @param {Shape} shape
 * @param {number} count
 */
function placed(shape, count) {
  /** @param {number} value */
  const percent = (value) => `${value.toFixed(2)}%`;
  return evenly(shape, count).map(([x, y]) => {
    const wide = [x * shape.bets[0], shape.cy + y * shape.bets[y < 0 ? 1 : 2]];
    const [betX, betY] = shape.narrow ? betOnPhone([x, y], shape, count) : wide;
    return { x: percent(50 + x), y: percent(shape.cy + y), betX: percent(50 + betX), betY: percent(betY) };
  });
}

/** @type {Map<number, Style[]>} */
const known = new Map();

/** CSS custom properties for each of `count` places; place 0 is the bottom one.
 * @param {number} count
 */
export function places(count) {
  let all = known.get(count);
  if (!all) {
    const wide = placed(SHAPES.wide, count);
    const tall = placed(SHAPES.tall, count);
    all = wide.map((place, i) => ({
      "--wide-x": place.x,
      "--wide-y": place.y,
      "--wide-bet-x": place.betX,
      "--wide-bet-y": place.betY,
      "--tall-x": tall[i].x,
      "--tall-y": tall[i].y,
      "--tall-bet-x": tall[i].betX,
      "--tall-bet-y": tall[i].betY,
    }));
    known.set(count, all);
  }
  return all;
}

/** The place of seat `no` when seat `mine` (null: nobody's) sits at the bottom.
 * @param {number} no
 * @param {number | null} mine
 * @param {number} count
 */
export function placeOf(no, mine, count) {
  return (no - (mine ?? 1) + count) % count;
}
