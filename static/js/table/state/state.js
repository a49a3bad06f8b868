// What the page knows, and how each frame and gesture changes it. Pure: no clock, no socket.

/** @import { Message, Refused, Standing, State, Status } from "../../types/page.d.ts" */

import { chosen, standing } from "./ahead.js";
import { elsewhere, snapshot, update } from "./heard.js";
import { mySeat } from "./mine.js";

/** What is known at first; `user` is null for who only watches.
 * @param {number | null} user
 * @returns {State}
 */
export function initial(user) {
  return {
    user,
    connection: "connecting",
    quality: "unknown",
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
    turning: [],
    lastHand: null,
    connected: null,
    refusal: null,
    bounty: null,
    rise: null,
    message: null,
    offer: null,
    standing: null,
    early: {},
    moved: null,
    movedFor: null,
    out: false,
    place: null,
    ended: null,
    sat: null,
    closed: false,
    pending: false,
    // A decision that is not answered yet, and what became of one when the connection had failed.
    flying: null,
    fate: null,
    ahead: null,
    facts: null,
    // At a cash table: its terms, and what the table knows of the reader alone.
    cash: null,
    // The reader's own colours and notes, by user; null for readers who keep none.
    marks: null,
    stay: null,
    chosen: null,
    left: null,
    // In a pool: how the reader's entry stands.
    entry: null,
    views: false,
    past: false,
  };
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
    flying: null,
    ahead: null,
    stale: state.stale || (frame.version ?? 0) > state.version,
    refusal: { message: frame.message, code: frame.code, rule: frame.rule },
  };
}

/** A line that was only silent is the same line, and nothing was missed.
 * @param {State} state
 * @param {{ status: Status }} news
 * @returns {State}
 */
function connection(state, { status }) {
  const same = status === "silent" || state.connection === "silent" && status === "open";
  if (same) return { ...state, connection: status };
  const flying = state.flying && { ...state.flying, adrift: true };
  return { ...state, connection: status, newest: 0, pending: false, flying, connected: null };
}

/** The place and the prize that the reader has moved up to since the event stood otherwise.
 * @param {State} state
 * @param {Standing} standing
 */
function rise(state, { left, sure }) {
  const { standing } = state;
  const plays = standing && !state.out && mySeat(state);
  return plays && sure > standing.sure ? { place: left, prize: sure } : state.rise;
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
    ...state,
    entry: frame,
    pending: false,
    flying: state.flying?.adrift ? state.flying : null,
    left: frame.state === "gone" ? frame.took : state.left,
  }),
  views: (state, { on }) => ({ ...state, views: on }),
  you: (state, frame) => ({ ...state, stay: frame.stay }),
  moved: (state, frame) => ({ ...state, moved: frame.table, movedFor: frame.reason }),
  out: (state, frame) => ({ ...state, out: true, place: frame.place }),
  bounty: (state, { name, by, paid, user }) => ({
    ...state, bounty: [...(state.bounty ?? []), { name, by, paid, mine: user === state.user }],
  }),
  offer: (state, { offer }) => ({ ...state, offer }),
  standing: (state, { standing }) => ({ ...state, standing, rise: rise(state, standing) }),
  ended: (state, { ended }) => ({ ...state, ended, place: ended.place }),
  bounty_read: (state) => ({ ...state, bounty: null }),
  rise_read: (state) => ({ ...state, rise: null }),
  closed: (state) => ({ ...state, closed: true }),
  in_again: (state) => ({ ...state, out: false, place: null, ended: null }),
  message: (state, frame) => ({ ...state, message: { text: frame.text, warning: frame.warning } }),
  // Shown by the page itself (chat.js).
  chat: (state) => state,
  marked: (state, { user, mark }) => ({ ...state, marks: { ...state.marks, [user]: mark } }),
  message_read: (state) => ({ ...state, message: null }),
  presence: (state, frame) => ({ ...state, connected: new Set(frame.connected) }),
  connection,
  quality: (state, { quality }) => (quality === state.quality ? state : { ...state, quality }),
  sent: (state, { flying }) => ({
    ...state, pending: true, flying, ahead: null, refusal: null,
  }),
  fate: (state, { fate }) => ({
    ...state, flying: fate === "again" ? state.flying : null, fate,
  }),
  fate_read: (state) => ({ ...state, fate: null }),
  watch_on: (state) => ({ ...state, out: false }),
  choose_seat: (state, { seat }) => ({ ...state, chosen: seat }),
  ahead: (state, { kind }) => ({ ...state, ahead: chosen(state, kind) }),
  // Why the server has closed the socket for good stays to be read.
  refusal_read: (state) => (state.connection === "ended" ? state : { ...state, refusal: null }),
};

/** Keeps the table of an event as its reader last sat at it: the felt stays as it was at the end.
 * @param {State} state
 * @returns {State}
 */
function sitting(state) {
  const sits = !state.cash && state.table !== null && state.table !== state.sat && mySeat(state);
  return sits ? { ...state, sat: state.table } : state;
}

/** What is shown: a table that its event has left empty stays as the reader last sat at it.
 * @param {State} state
 * @returns {State}
 */
export function asItWas(state) {
  const { sat, table } = state;
  if (!state.out || !sat || !table || sat.id !== table.id || table.seats.length) return state;
  return { ...state, table: { ...table, seats: sat.seats, hand: sat.hand, hand_no: sat.hand_no } };
}

/** The answer of the event in a message, or null.
 * @param {Message} message
 */
function answerIn(message) {
  if (message.type === "standing") return message.standing;
  return message.type === "offer" ? message.offer : null;
}

/** The state after a frame of the server or a gesture of the reader; unknown ones change nothing. An
 * answer of the event that overtook the end of a hand waits for it: it would tell who won.
 * @param {State} state
 * @param {Message} message
 * @returns {State}
 */
export function reduce(state, message) {
  if ((answerIn(message)?.version ?? 0) > state.version) {
    return { ...state, early: { ...state.early, [message.type]: message } };
  }
  const next = after(state, message);
  const { early } = next;
  if (next.version === state.version || next.stale) return next;
  return Object.values(early).reduce(reduce, { ...next, early: {} });
}

/**
 * @param {State} state
 * @param {Message} message
 */
function after(state, message) {
  const step = /** @type {((state: State, message: Message) => State) | undefined} */ (
    STEPS[message.type]);
  const next = sitting(step?.(state, message) ?? state);
  // A choice made before one's turn is void once what it answered has changed.
  return next.ahead && next.ahead !== standing(next) ? { ...next, ahead: null } : next;
}
