// How what the server tells of the table changes what the page knows: the whole of it, and news. Pure.

/**
 * @import { Event as HandEvent, HandTold, SnapshotFrame, TableView, UpdateFrame, WinTold, Won } from "../../types/frames.d.ts"
 * @import { Line, State } from "../../types/page.d.ts"
 */

import { apply } from "./difference.js";
import { mySeat } from "./mine.js";

const LOG_LINES = 100;

/** The id of the last hand that this page saw finished.
 * @param {State} state
 * @param {TableView} table
 */
const lastHand = (state, { hand, hand_id }) => (hand?.finished ? hand_id : state.lastHand);

/**
 * @param {State} state
 * @param {SnapshotFrame} frame
 * @returns {State}
 */
export function snapshot(state, frame) {
  const { table, so_far } = frame;
  const sameTable = state.table?.id === table.id;
  const newest = Math.max(sameTable ? state.newest : 0, frame.version);
  const sameHand = sameTable && state.table?.hand_no === table.hand_no;
  const log = lines(so_far.events, so_far.first, table, so_far.names);
  return {
    ...state,
    version: frame.version,
    newest,
    // An update that overtook this snapshot was dropped: ask once more.
    stale: frame.version < newest,
    table,
    cards: frame.you?.cards ?? [],
    cardsVersion: frame.version,
    mayOpen: frame.you?.may_open ?? false,
    stay: frame.you?.stay ?? null,
    log: [...state.log.filter((line) => !log.length || line.hand !== table.hand_no), ...log]
      .slice(-LOG_LINES),
    known: so_far.first + log.length,
    said: so_far.events.reduce(heard, {}),
    collected: null,
    boardBefore: table.hand?.board.length ?? 0,
    lastHand: lastHand(state, table),
    left: state.left ?? takenAway(state, table),
    pending: false,
    ahead: sameTable ? state.ahead : null,
    facts: so_far.events.reduce(facts, sameHand ? state.facts : null),
    views: sameHand && state.views,
    past: false,
  };
}

/**
 * @param {State} state
 * @param {UpdateFrame} frame
 * @returns {State}
 */
export function update(state, frame) {
  if (elsewhere(state, frame) || state.past) return state;
  if (frame.version <= state.version) return state;
  if (state.stale || !state.table || frame.version !== state.version + 1) {
    return { ...state, stale: true, newest: Math.max(state.newest, frame.version) };
  }
  const table = /** @type {TableView} */ (apply(state.table, frame.change));
  const dealt = frame.events.some((event) => event.e === "start");
  // The next hand of a pool's table is others': what is to be seen there is over.
  if (dealt && state.entry && state.entry.seat_at !== state.table.id) return { ...state, past: true };
  const first = dealt ? 0 : state.known;
  const people = [...state.table.seats, ...table.seats];
  const names = Object.fromEntries(people.map((seat) => [seat.seat, seat.name]));
  return {
    ...state,
    version: frame.version,
    newest: frame.version,
    table,
    cards: dealt && state.cardsVersion !== frame.version ? [] : state.cards,
    log: [...state.log, ...lines(frame.events, first, table, names)].slice(-LOG_LINES),
    known: first + frame.events.length,
    said: frame.events.reduce(heard, state.said),
    collected: collected(state.table.hand, table, frame),
    boardBefore: dealt ? 0 : (state.table.hand?.board.length ?? 0),
    lastHand: lastHand(state, table),
    pending: false,
    flying: null,
    facts: frame.events.reduce(facts, state.facts),
    left: state.left ?? takenAway(state, table),
  };
}

/** Whether a frame is of another table than the one that is shown: in a pool one goes from table to
 * table, and frames of two of them overlap.
 * @param {State} state
 * @param {{ table_id?: number }} frame
 */
export function elsewhere(state, { table_id }) {
  return state.table !== null && table_id !== undefined && table_id !== state.table.id;
}

/** Lines of the log; an event has the same id whether it is heard at once or told again. The first
 * win of a pot has all of its wins, as the table tells them.
 * @param {HandEvent[]} events
 * @param {number} first
 * @param {TableView} table
 * @param {Record<string, string>} names
 * @returns {Line[]}
 */
function lines(events, first, { hand, hand_no }, names) {
  /** @param {number | string} seat */
  const nameOf = (seat) => names[seat] ?? String(seat);
  return events.map((event, i) => ({
    id: `${hand_no}.${first + i}`,
    event,
    name: nameOf("seat" in event ? event.seat : ""),
    hand: hand_no,
    ...(event.e === "show" && { best: hand?.seats.find(({ seat }) => seat === event.seat)?.best }),
    ...(event.e === "win" && { wins: sharing(events, i).map((win) => ({
      ...win, name: nameOf(win.seat), kicker: hand?.results.find((result) => isSame(result, win))?.kicker,
    })) }),
  }));
}

/** All wins of the pot of which the event at `place` is the first; none at the others.
 * @param {HandEvent[]} events
 * @param {number} place
 * @returns {Won[]}
 */
function sharing(events, place) {
  const wins = events.filter((event) => event.e === "win");
  const pot = wins.filter((win) => win.pot === /** @type {Won} */ (events[place]).pot);
  return pot[0] === events[place] ? pot : [];
}

/** @param {WinTold} one @param {WinTold} other */
const isSame = (one, other) => one.pot === other.pot && one.seat === other.seat && one.side === other.side;

/** What the reader takes from a cash table that they no longer sit at, or null.
 * @param {State} state
 * @param {TableView} table
 */
function takenAway(state, table) {
  const seat = state.cash && !state.entry && mySeat(state);
  return seat && !mySeat({ ...state, table }) ? seat.stack : null;
}

/** What the game of a hand is, which its first event tells.
 * @param {State["facts"]} before
 * @param {HandEvent} event
 */
function facts(before, event) {
  return event.e === "start" && event.rules ? { contests: event.rules.contests, cards: event.cards } : before;
}

/** The last word of each seat on this street; changing cards is a street of its own.
 * @param {State["said"]} said
 * @param {HandEvent} event
 * @returns {State["said"]}
 */
export function heard(said, event) {
  if (event.e === "start" || event.e === "street") return {};
  if (event.e === "draw") {
    const drawn = Object.entries(said).filter(([, { e }]) => e === "draw");
    return { ...Object.fromEntries(drawn), [event.seat]: event };
  }
  return event.e === "act" ? { ...said, [event.seat]: event } : said;
}

/** The bets that this frame moved into the pot, so that they can be seen to move.
 * @param {HandTold | null} before
 * @param {TableView} table
 * @param {UpdateFrame} frame
 * @returns {State["collected"]}
 */
function collected(before, table, frame) {
  /** @param {HandEvent} event */
  const ends = (event) => event.e === "street" || event.e === "end";
  // The first round of a draw ends without an event of its own.
  const over = frame.events.some(ends) || table.hand?.street === "draw";
  if (!before || before.finished || !over) return null;
  const bets = Object.fromEntries(before.seats.map((seat) => [seat.seat, seat.bet]));
  for (const event of frame.events) {
    if (ends(event)) break;
    if (event.e === "act") bets[event.seat] += event.added ?? 0;
    if (event.e === "uncalled") bets[event.seat] -= event.amount;
  }
  const moved = Object.entries(bets).filter(([, amount]) => amount > 0);
  return { version: frame.version, bets: moved.map(([seat, amount]) => ({ seat: +seat, amount })) };
}
