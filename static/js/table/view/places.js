// Where everything lies on the felt, in pixels of the stage: seats in equal steps along a rounded oval,
// the reader's at the bottom, the others clockwise; all as large as still lies whole and apart. Pure.

/** @import { Style } from "../../types/page.d.ts" */

/** @typedef {{ width: number, height: number, seats: number, cards: number, letters: number, mine: boolean, draw?: boolean, priced?: boolean }} Laid */
/** @typedef {{ x: number, y: number, w: number, h: number }} Box */
/** @typedef {ReturnType<typeof sizesOf>} Sizes */

const SAMPLES = 720;
const ROUNDNESS = 2.8;
// Pixels between two things, and from the edge of the stage.
const GAP = 4;
const RING = 5;
// Less of that does not matter.
const ENOUGH = 1;
// Sizes to try, each that much smaller than the one before, down to the least that can be read.
const SMALLER = 0.955;
const TRIES = 25;
// Between open cards and the upper edge of a seat: those that win are raised.
const RAISED = 0.09;
// What the plate covers of the cards above it.
const TUCKED = 0.1;
const SPREAD = 0.78;
// The line of a price below a seat.
const PRICE = 14;
// Beside the last word of a seat, which is as wide as its plate (seat.css), and the width of a letter in it.
const PADDING = 12;
const LETTER = 0.52;

/** Sizes of everything, `part` of what they are where there is plenty of room. Below a seat its last word
 * has a line of its own, unless the stage is `tight`: there it takes the line of the name.
 * @param {Laid} laid
 * @param {number} part
 */
function sizesOf({ width, height, cards, letters, mine, draw = false, priced = false }, part) {
  const unit = part * Math.min(Math.sqrt(width * height), 1.35 * width, 1.6 * height) / 100;
  /** @param {number} share @param {number} least @param {number} most */
  const size = (share, least, most) => Math.min(most, Math.max(least, unit * share));
  const tight = part < 0.75;
  const small = size(2.1, 11.5, 15);
  const text = size(2.4, 12, 17);
  const plateW = size(20 * Math.min(1.4, Math.sqrt(Math.max(1, width / height))), 74, 176);
  const plateH = size(7, tight ? 33 : 37, 56);
  const faces = size(7.8, 17, 56);
  const board = size(9.4, 18, 72);
  const own = size(11, 22, 80);
  const label = (tight ? 0 : 15) + (priced ? PRICE : 0);
  const step = Math.min(SPREAD, cards > 2 ? (1.9 * plateW / own - 1) / (cards - 1) : 1);
  const ownW = own * (cards > 2 ? 1 + step * (cards - 1) : 2.07);
  const ownH = own * (1.4 + RAISED - 0.08) + plateH + label;
  const seatH = faces * (1.4 + RAISED - TUCKED) + plateH + label;
  const gap = text * (tight ? 0.2 : 0.45);
  const pot = text * 1.75;
  const side = small * 1.5;
  // Without a board lines of words stand in its place: two where there is room beside them, else four.
  const words = width > small * 50 ? { w: small * 24, h: small * 2.6 } : { w: small * 12, h: small * 5 };
  const table = draw ? words.h : board * 1.4;
  const middleW = Math.max(board * 5.4, text * 8, draw ? words.w : 0);
  // How high chips lie on each other above the line of a bet.
  const pile = tight ? 0 : text * 0.6;
  return {
    small, text, plateW, plateH, faces, hole: faces * 0.87, board, own, ownStep: step * own, tight, said: label, gap, pot, side, pile, table,
    seat: { w: Math.max(plateW, 2.06 * faces), h: seatH },
    // Without a reader at the table the seat at the bottom is as the others.
    mine: mine ? { w: Math.max(plateW, ownW), h: ownH } : { w: Math.max(plateW, 2.06 * faces), h: seatH },
    middle: { w: middleW, h: pot + gap + table + gap + side },
    bet: { w: text * (0.62 * letters + (tight ? 0.4 : 1.8)) + 6, h: text * 1.3 + 2 + pile },
  };
}

/** @param {Box} one @param {Box} other */
function overlap(one, other) {
  const across = (one.w + other.w) / 2 + GAP - Math.abs(one.x - other.x);
  const down = (one.h + other.h) / 2 + GAP - Math.abs(one.y - other.y);
  return Math.max(0, Math.min(across, down));
}

/** The line along which seats stand, from the bottom clockwise, with how far each point is along it.
 * @param {Laid} laid
 * @param {Sizes} sizes
 */
function rim({ width, height }, { seat, mine }) {
  const rx = Math.max(0, (width - seat.w) / 2 - GAP);
  const ry = Math.max(0, (height - seat.h) / 2 - GAP);
  /** @type {Array<{ x: number, y: number, way: number }>} */
  const points = [];
  let way = 0;
  for (let i = 0; i <= SAMPLES; i += 1) {
    const angle = Math.PI / 2 + (i * 2 * Math.PI) / SAMPLES;
    const power = 2 / ROUNDNESS;
    /** @param {number} value */
    const bend = (value) => Math.sign(value) * Math.abs(value) ** power;
    const x = width / 2 + rx * bend(Math.cos(angle));
    const y = height / 2 + ry * bend(Math.sin(angle));
    const last = points.at(-1);
    if (last) way += Math.hypot(x - last.x, y - last.y);
    points.push({ x, y, way });
  }
  return { points, round: way, bottom: { x: width / 2, y: height - GAP - mine.h / 2, ...mine } };
}

/** Seats in equal steps along the line, and then pushed apart along it where they would touch.
 * @param {Laid} laid
 * @param {Sizes} sizes
 * @returns {Box[]}
 */
function seated(laid, sizes) {
  const { points, round, bottom } = rim(laid, sizes);
  const count = laid.seats;
  const ways = Array.from({ length: count }, (_, seat) => (round * seat) / count);
  /** @param {number} way */
  const at = (way) => {
    let [low, high] = [0, points.length - 1];
    while (low < high) {
      const half = (low + high) >> 1;
      if (points[half].way < way) low = half + 1;
      else high = half;
    }
    return points[low];
  };
  const boxes = () => ways.map((way, seat) => (seat ? { ...at(way), ...sizes.seat } : bottom));
  let now = boxes();
  for (let turn = 0; turn < 60; turn += 1) {
    const moves = ways.map((_, seat) => {
      const before = overlap(now[seat], now[(seat + count - 1) % count]);
      const after = overlap(now[seat], now[(seat + 1) % count]);
      return (before - after) / 2;
    });
    if (moves.every((move) => Math.abs(move) < 0.25)) break;
    for (let seat = 1; seat < count; seat += 1) ways[seat] += moves[seat];
    now = boxes();
  }
  return now;
}

/** Where the bet of a seat lies: near to it, towards the middle, and on nothing.
 * @param {Box} seat
 * @param {Box} middle
 * @param {Box} size
 * @param {Box[]} taken
 * @param {Laid} laid
 * @returns {{ box: Box, worst: number, strays: boolean }}
 */
function bet(seat, middle, size, taken, { width, height }) {
  let best = { box: { ...size, x: seat.x, y: seat.y }, worst: Infinity, cost: Infinity, strays: true };
  // How far off the seat is: beyond it, off the cloth, chips lie only where there is no other room.
  const reach = Math.hypot((seat.x - middle.x) / width, (seat.y - middle.y) / height);
  const rows = Math.max(4, size.h / 3);
  for (let y = size.h / 2 + GAP; y < height - size.h / 2; y += rows) {
    for (let x = size.w / 2 + GAP; x < width - size.w / 2; x += 6) {
      const box = { ...size, x, y };
      const outside = Math.max(0, (Math.hypot((x - middle.x) / width, (y - middle.y) / height)) / reach - 0.9);
      const cost = Math.hypot((x - seat.x) * 0.8, y - seat.y) + 1000 * outside;
      if (best.worst === 0 && cost >= best.cost) continue;
      let worst = 0;
      for (const other of taken) {
        worst = Math.max(worst, overlap(box, other));
        if (worst > best.worst) break;
      }
      if (worst < best.worst || (worst === best.worst && cost < best.cost)) best = { box, worst, cost, strays: outside > 0 };
    }
  }
  return best;
}

/** One try: where all lies in these sizes, and by how much the worst lies on something else. Only the
 * `last` has bets although seats lie on each other. A `strict` one wants all bets on the cloth.
 * @param {Laid} laid
 * @param {Sizes} sizes
 * @param {boolean} strict
 * @param {boolean} [last]
 */
function tried(laid, sizes, strict, last = false) {
  const seats = seated(laid, sizes);
  const { width } = laid;
  /** @param {Box} box */
  const over = (box) => Math.abs(box.x - width / 2) < (box.w + sizes.middle.w) / 2;
  const centre = seats[0].y;
  const above = seats.filter((box) => over(box) && box.y < centre - seats[0].h / 2 - sizes.middle.h / 2);
  const top = Math.max(GAP, ...above.filter((box) => box.y < laid.height / 2).map((box) => box.y + box.h / 2 + GAP));
  const bottom = Math.min(...seats.filter((box) => over(box) && !above.includes(box)).map((box) => box.y - box.h / 2 - GAP));
  const middle = { x: width / 2, y: (top + bottom) / 2, ...sizes.middle };
  let worst = Math.max(0, ...seats.map((seat, i) => Math.max(overlap(seat, middle),
    ...seats.slice(i + 1).map((other) => overlap(seat, other)))));
  // Hints draw a ring around the reader's cards.
  const taken = [{ ...seats[0], w: seats[0].w + RING, h: seats[0].h + RING }, ...seats.slice(1), middle];
  if (worst > ENOUGH && !last) return { seats, bets: seats, middle, worst: worst + laid.width, sizes };
  const bets = seats.map((seat) => {
    const fit = bet(seat, middle, /** @type {Box} */ (sizes.bet), taken, laid);
    worst = Math.max(worst, fit.worst, strict && fit.strays ? ENOUGH + 1 : 0);
    taken.push(fit.box);
    return fit.box;
  });
  return { seats, bets, middle, worst, sizes };
}

/** The largest try that fits, or null.
 * @param {Laid} laid
 * @param {boolean} strict
 */
function largest(laid, strict) {
  let [fits, fails] = [TRIES + 1, -1];
  let best = null;
  while (fits - fails > 1) {
    const middle = Math.floor((fits + fails) / 2);
    const attempt = tried(laid, sizesOf(laid, SMALLER ** middle), strict);
    if (attempt.worst <= ENOUGH) [fits, best] = [middle, attempt];
    else fails = middle;
  }
  return best;
}

/** Where all lies, as large as it can be.
 * @param {Laid} laid
 */
export const lay = (laid) =>
  largest(laid, true) ?? largest(laid, false) ?? tried(laid, sizesOf(laid, SMALLER ** TRIES), false, true);

/** What was laid before stays, as everything that is drawn asks for it.
 * @type {Map<string, ReturnType<typeof tried>>}
 */
const known = new Map();
const MOST_KNOWN = 32;

/** CSS custom properties of the scene and of each place, and how many letters a seat's last word has room
 * for; place 0 is the bottom one.
 * @param {Laid} laid
 */
export function places(laid) {
  const key = Object.values(laid).join();
  const layout = known.get(key) ?? lay(laid);
  known.delete(key);
  known.set(key, layout);
  if (known.size > MOST_KNOWN) known.delete([...known.keys()][0]);
  const { seats, bets, middle, sizes } = layout;
  /** @param {number} value */
  const px = (value) => `${value.toFixed(1)}px`;
  /** @type {Style} */
  const scene = {
    "--plate-w": px(sizes.plateW), "--plate-h": px(sizes.plateH), "--faces-w": px(sizes.faces),
    "--hole-w": px(sizes.hole), "--mine-w": px(sizes.own), "--mine-step": px(sizes.ownStep),
    "--board-w": px(sizes.board), "--small": px(sizes.small), "--text": px(sizes.text),
    "--seat-h": px(sizes.seat.h), "--mine-h": px(sizes.mine.h), "--said-h": px(sizes.said),
    "--gap": px(sizes.gap), "--pot-h": px(sizes.pot), "--side-h": px(sizes.side), "--table-h": px(sizes.table), "--middle-w": px(middle.w), "--middle": px(middle.y),
  };
  return {
    tight: sizes.tight,
    room: Math.floor((sizes.plateW - PADDING) / (sizes.small * LETTER)),
    scene,
    at: seats.map((seat, i) => (/** @type {Style} */ ({
      "--x": px(seat.x), "--y": px(seat.y), "--bet-x": px(bets[i].x), "--bet-y": px(bets[i].y + sizes.pile / 2),
    }))),
  };
}

/** The place of seat `no` when seat `mine` (null: nobody's) sits at the bottom.
 * @param {number} no
 * @param {number | null} mine
 * @param {number} count
 */
export function placeOf(no, mine, count) {
  return (no - (mine ?? 1) + count) % count;
}
