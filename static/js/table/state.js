// What the page knows, and how each frame of the server changes it. Pure: no clock, no socket.

/**
 * @import { HandTold, Event as HandEvent, LegalTold, SnapshotFrame, Table, UpdateFrame } from "../types/frames.d.ts"
 * @import { Line, Message, Refused, State } from "../types/page.d.ts"
 */

import { apply } from "./difference.js";

const LOG_LINES = 100;

/** What is known at first; `user` is null for who only watches.
 * @param {number | null} user
 * @returns {State}
 */
export function initial(user) {
  return {
    user,
    connection: "connecting",
    version: 0,
    newest: 0,
    stale: false,
    table: null,
    cards: [],
    cardsVersion: 0,
    mayOpen: false,
    log: [],
    known: 0,
    said: {},
    collected: null,
    boardBefore: 0,
    lastHand: null,
    connected: null,
    refusal: null,
    bounty: null,
    message: null,
    offer: null,
    moved: null,
    movedFor: null,
    out: false,
    place: null,
    closed: false,
    pending: false,
    checkFold: false,
    // At a cash table: its terms, and what the table knows of the reader alone.
    cash: null,
    stay: null,
    chosen: null,
    left: null,
    // In a pool: how the reader's entry stands.
    entry: null,
    views: false,
    past: false,
  };
}

/** The id of the last hand that this page saw finished.
 * @param {State} state
 * @param {Table} table
 */
const lastHand = (state, { hand, hand_id }) => (hand?.finished ? hand_id : state.lastHand);

/**
 * @param {State} state
 * @param {SnapshotFrame} frame
 * @returns {State}
 */
function snapshot(state, frame) {
  const { table, so_far } = frame;
  const sameTable = state.table?.id === table.id;
  const newest = Math.max(sameTable ? state.newest : 0, frame.version);
  const sameHand = sameTable && state.table?.hand_no === table.hand_no;
  const told = lines(so_far.events, so_far.first, table.hand_no, so_far.names);
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
    log: [...state.log.filter((line) => !told.length || line.hand !== table.hand_no), ...told]
      .slice(-LOG_LINES),
    known: so_far.first + told.length,
    said: so_far.events.reduce(heard, {}),
    collected: null,
    boardBefore: table.hand?.board.length ?? 0,
    lastHand: lastHand(state, table),
    left: state.left ?? takenAway(state, table),
    pending: false,
    checkFold: sameHand && state.checkFold,
    views: sameHand && state.views,
    past: false,
  };
}

/**
 * @param {State} state
 * @param {UpdateFrame} frame
 * @returns {State}
 */
function update(state, frame) {
  if (elsewhere(state, frame) || state.past) return state;
  if (frame.version <= state.version) return state;
  if (state.stale || !state.table || frame.version !== state.version + 1) {
    return { ...state, stale: true, newest: Math.max(state.newest, frame.version) };
  }
  const table = /** @type {Table} */ (apply(state.table, frame.change));
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
    log: [...state.log, ...lines(frame.events, first, table.hand_no, names)].slice(-LOG_LINES),
    known: first + frame.events.length,
    said: frame.events.reduce(heard, state.said),
    collected: collected(state.table.hand, table, frame),
    boardBefore: dealt ? 0 : (state.table.hand?.board.length ?? 0),
    lastHand: lastHand(state, table),
    pending: false,
    checkFold: state.checkFold && !dealt,
    left: state.left ?? takenAway(state, table),
  };
}

/** Whether a frame is of another table than the one that is shown: in a pool one goes from table to
 * table, and frames of two of them overlap.
 * @param {State} state
 * @param {{ table_id?: number }} frame
 */
function elsewhere(state, { table_id }) {
  return state.table !== null && table_id !== undefined && table_id !== state.table.id;
}

/** Lines of the log; an event has the same id whether it is heard at once or told again.
 * @param {HandEvent[]} events
 * @param {number} first
 * @param {number} hand
 * @param {Record<string, string>} names
 * @returns {Line[]}
 */
function lines(events, first, hand, names) {
  return events.map((event, i) => {
    const seat = "seat" in event ? event.seat : "";
    return { id: `${hand}.${first + i}`, event, name: names[seat] ?? String(seat), hand };
  });
}

/** What the reader takes from a cash table that they no longer sit at, or null.
 * @param {State} state
 * @param {Table} table
 */
function takenAway(state, table) {
  const seat = state.cash && !state.entry && mySeat(state);
  return seat && !mySeat({ ...state, table }) ? seat.stack : null;
}

/** The last word of each seat on this street; changing cards is a street of its own.
 * @param {State["said"]} said
 * @param {HandEvent} event
 * @returns {State["said"]}
 */
function heard(said, event) {
  if (event.e === "start" || event.e === "street") return {};
  if (event.e === "draw") {
    const drawn = Object.entries(said).filter(([, { e }]) => e === "draw");
    return { ...Object.fromEntries(drawn), [event.seat]: event };
  }
  return event.e === "act" ? { ...said, [event.seat]: event } : said;
}

/** The bets that this frame moved into the pot, so that they can be seen to move.
 * @param {HandTold | null} before
 * @param {Table} table
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

/**
 * @param {State} state
 * @param {Refused} frame
 * @returns {State}
 */
function refused(state, frame) {
  return {
    ...state,
    pending: false,
    checkFold: false,
    stale: state.stale || (frame.version ?? 0) > state.version,
    refusal: { message: frame.message, code: frame.code, rule: frame.rule },
  };
}

/** @type {{ [T in Message["type"]]: (state: State, message: Extract<Message, { type: T }>) => State }} */
const STEPS = {
  snapshot,
  update,
  refused,
  cards: (state, frame) => (elsewhere(state, frame) ? state : {
    ...state, cards: frame.cards, cardsVersion: frame.version, mayOpen: frame.may_open ?? false,
  }),
  entry: (state, frame) => ({
    ...state, entry: frame, pending: false, left: frame.state === "gone" ? frame.took : state.left,
  }),
  views: (state, { on }) => ({ ...state, views: on }),
  you: (state, frame) => ({ ...state, stay: frame.stay }),
  moved: (state, frame) => ({ ...state, moved: frame.table, movedFor: frame.reason }),
  out: (state, frame) => ({ ...state, out: true, place: frame.place }),
  bounty: (state, frame) => ({
    ...state,
    bounty: {
      paid: frame.paid + (state.bounty?.paid ?? 0),
      names: [...(state.bounty?.names ?? []), frame.name],
    },
  }),
  offer: (state, { offer }) => ({ ...state, offer }),
  bounty_read: (state) => ({ ...state, bounty: null }),
  closed: (state) => ({ ...state, closed: true }),
  in_again: (state) => ({ ...state, out: false, place: null }),
  message: (state, frame) => ({ ...state, message: { text: frame.text, warning: frame.warning } }),
  message_read: (state) => ({ ...state, message: null }),
  presence: (state, frame) => ({ ...state, connected: new Set(frame.connected) }),
  connection: (state, { status }) => ({
    ...state, connection: status, newest: 0, pending: false, connected: null,
  }),
  sent: (state) => ({ ...state, pending: true, checkFold: false, refusal: null }),
  watch_on: (state) => ({ ...state, out: false }),
  choose_seat: (state, { seat }) => ({ ...state, chosen: seat }),
  check_fold: (state, { on }) => ({ ...state, checkFold: on }),
  // Why the server has closed the socket for good stays to be read.
  refusal_read: (state) => (state.connection === "ended" ? state : { ...state, refusal: null }),
};

/** The state after a frame of the server or a gesture of the reader; unknown ones change nothing.
 * @param {State} state
 * @param {Message} message
 */
export function reduce(state, message) {
  const step = /** @type {((state: State, message: Message) => State) | undefined} */ (
    STEPS[message.type]);
  return step?.(state, message) ?? state;
}

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

/** Whether the reader's entry in a pool plays no hand at the table that is shown.
 * @param {State} state
 */
export function hasGone({ entry, table }) {
  return entry !== null && (entry.state !== "playing" || entry.seat_at !== table?.id);
}

/** FAST-1: whether the reader may fold before their turn.
 * @param {State} state
 */
export function mayFoldNow(state) {
  const hand = state.table?.hand;
  const mine = myHand(state);
  if (!state.entry || hasGone(state) || !hand || !mine || !inHand(state) || mine.stack === 0) return false;
  const before = hand.board.length === 0;
  if (before && mine.seat === hand.big_blind) return false;
  const owes = hand.bet > mine.bet;
  return !(owes && (!before || mine.bet > 0));
}

/** Whether the reader could take a seat at this cash table.
 * @param {State} state
 */
export function mayChoose(state) {
  const here = state.cash !== null && state.entry === null && state.user !== null && mySeat(state) === null;
  return here && !state.closed && state.left === null;
}

/** The seats that nobody has taken, and that are held for nobody else.
 * @param {Table} table
 * @param {number | null} user
 */
export function freeSeats({ max_seats, seats, held = [] }, user) {
  const kept = held.filter((each) => each.user !== user);
  const taken = new Set([...seats, ...kept].map((each) => each.seat));
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

/** SHOW-2: a loser at the showdown may still show what was mucked.
 * @param {State} state
 */
export function mayShow(state) {
  const hand = state.table?.hand;
  const mine = myHand(state);
  if (!hand?.finished || !mine || state.entry?.state === "playing" || mine.status === "folded" || state.cards.length === 0) return false;
  /** @param {{ cards: string[] }} part */
  const seen = (part) => part.cards.some((card) => card !== "??");
  return !seen(mine) && mine.won === 0 && hand.seats.some(seen);
}
