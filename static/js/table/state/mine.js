// What the table is to its reader: seat, hand, turn, and what they may do. Pure.

/**
 * @import { LegalTold, TableView } from "../../types/frames.d.ts"
 * @import { State } from "../../types/page.d.ts"
 */

/** The reader's seat at this table, or null.
 * @param {State} state
 */
export function mySeat(state) {
  if (state.user === null) return null;
  return state.table?.seats.find((seat) => seat.user === state.user) ?? null;
}

/** The reader's part in the hand, or null.
 * @param {State} state
 */
export function myHand(state) {
  const seat = mySeat(state);
  return state.table?.hand?.seats.find((part) => part.seat === seat?.seat) ?? null;
}

/** Whether the reader holds cards in a hand that goes on and could still decide on it.
 * @param {State} state
 */
export function inHand(state) {
  return state.table?.hand?.finished === false && myHand(state)?.status === "active";
}

/** Whether the reader has lost the last chip at a cash table, and none come by themselves.
 * @param {State} state
 */
export function isBroke(state) {
  const { stay, table } = state;
  const seat = mySeat(state);
  if (!seat || !stay || stay.leaving || seat.stack > 0) return false;
  const playing = table?.hand?.finished === false && myHand(state) !== null && myHand(state)?.status !== "folded";
  return !playing && (seat.away || !stay.rebuys);
}

/** Whether the reader's entry in a pool plays no hand at the table that is shown.
 * @param {State} state
 */
export function hasGone({ entry, table }) {
  return entry !== null && (entry.state !== "playing" || entry.seat_at !== table?.id);
}

/** FAST-1: whether the reader may fold before their turn: facing a bet, and not all-in.
 * @param {State} state
 */
export function mayFoldNow(state) {
  const hand = state.table?.hand;
  const mine = myHand(state);
  if (!state.entry || hasGone(state) || !hand || !mine || !inHand(state) || mine.stack === 0) return false;
  return hand.bet > mine.bet;
}

/** Whether the reader could take a seat at this cash table.
 * @param {State} state
 */
export function mayChoose(state) {
  const here = state.cash !== null && state.entry === null && state.user !== null && mySeat(state) === null;
  return here && !state.closed && state.left === null;
}

/** The seats that nobody has taken, and that are held for nobody else.
 * @param {TableView} table
 * @param {number | null} user
 */
export function freeSeats({ max_seats, seats, held = [] }, user) {
  const others = held.filter((each) => each.user !== user);
  const taken = new Set([...seats, ...others].map((each) => each.seat));
  const all = Array.from({ length: max_seats }, (_, i) => i + 1);
  return all.filter((seat) => !taken.has(seat));
}

/** What the reader may do now, or null when it is not their turn.
 * @param {State} state
 * @returns {LegalTold | null}
 */
export function myTurn(state) {
  const turn = state.table?.hand?.turn;
  if (!turn || turn.seat !== mySeat(state)?.seat || hasGone(state)) return null;
  const { legal } = turn;
  // The table offers everybody to open, so that nobody learns who could (DRAW-2).
  const closed = (legal.cip ?? 0) > 0 && !state.mayOpen;
  return closed ? { ...legal, cip: undefined, bet: null, all_in: null } : legal;
}

/** SHOW-2: which cards the reader may still show: who lost at the showdown, or won since all others
 * folded.
 * @param {State} state
 * @returns {string[]}
 */
export function mayShow(state) {
  const hand = state.table?.hand;
  const mine = myHand(state);
  if (!hand?.finished || !mine || state.entry?.state === "playing" || mine.status === "folded") return [];
  const alone = hand.seats.filter((part) => part.status !== "folded").length === 1;
  /** @param {{ cards: string[] }} part */
  const seen = (part) => part.cards.some((card) => card !== "??");
  const lost = mine.won === 0 && hand.seats.some((part) => part !== mine && seen(part));
  if (!lost && !(alone && mine.won > 0)) return [];
  return state.cards.filter((card) => !mine.cards.includes(card));
}
