// The clock by which the end of an all-in is seen. The server tells it at once: the streets that run out,
// and who wins. Every part of the page draws the state that is presented here, so that no word,
// number or sound comes before its card.

/**
 * @import { Event as HandEvent, UpdateFrame } from "../../types/frames.d.ts"
 * @import { Message, Offer, Revealing, Seen, State } from "../../types/page.d.ts"
 */

import { heard } from "../state/heard.js";
import { myTurn } from "../state/mine.js";

// Hands that were opened are looked at for as long as each street that follows.
const STREET_MS = 1500;
const FAST_MS = 800;
const FLOP_STEP_MS = 90;
// How long a card takes to turn up (pot.css).
const TURN_MS = 320;

/** @typedef {{ at: number, told: number, seen: number, turning: number }} Step */

/** Cards of one street turn up one after the other; `shown` cards lay there before.
 * @param {number} index
 * @param {number} shown
 */
export const turnsUpAfter = (index, shown) => (index < shown || index > 2 ? 0 : index * FLOP_STEP_MS);

/** What is presented, and from when on in ms: so many of the `events` are told, and so many cards
 * are seen while others turn. The last step is the end, as the server told it. Without a card to
 * turn there is none.
 * @param {HandEvent[]} events
 * @param {number} shown cards that lay there before
 * @param {number} pace
 * @returns {Step[]}
 */
export function stepsOf(events, shown, pace) {
  /** @type {Step[]} */
  const steps = [];
  let [seen, at] = [shown, 0];
  events.forEach((event, told) => {
    if (event.e !== "street" || !event.cards.length) return;
    const last = steps.at(-1);
    if (last) last.told = told;
    else steps.push({ at, told, seen, turning: 0 });
    at += pace;
    const turning = event.cards.length;
    steps.push({ at, told, seen, turning });
    const lies = at + turnsUpAfter(seen + turning - 1, seen) + TURN_MS;
    seen += turning;
    steps.push({ at: lies, told: events.length, seen, turning: 0 });
  });
  return steps;
}

/** The table before anything of its end is seen: hands lie open, and all chips are in the pot.
 * @param {Seen} before
 * @param {Seen} state
 */
function unwon(before, { table }) {
  const { hand } = table;
  if (!hand) return table;
  const won = new Map(hand.seats.map((part) => [part.seat, part.won]));
  const here = new Set(table.seats.map(({ seat }) => seat));
  // Who leaves with the end of the hand sits there until it is seen.
  const gone = before.table.seats.filter(({ seat }) => won.has(seat) && !here.has(seat));
  return {
    ...table,
    notice: before.table.notice,
    seats: [
      ...table.seats.map((seat) => ({ ...seat, stack: seat.stack - (won.get(seat.seat) ?? 0) })),
      ...gone,
    ],
    hand: {
      ...hand,
      finished: false,
      results: [],
      seats: hand.seats.map((part) => ({ ...part, stack: part.stack - part.won, won: 0, ranking: null })),
    },
  };
}

/** What is sold, as far as it was sold before.
 * @param {Offer | null} before
 * @param {Offer | null} offer
 */
function soldBefore(before, offer) {
  return before && offer && {
    ...offer,
    until: before.until && offer.until,
    rebuy: before.rebuy && offer.rebuy,
    add_on: before.add_on && offer.add_on,
    re_entry: before.re_entry && offer.re_entry,
  };
}

/** The state as of a step: what the end of the hand changes is as it was before it.
 * @param {Run} run
 * @param {State} state
 * @returns {State}
 */
function presented({ before, end, table, events, steps, place }, state) {
  const { told, seen, turning } = steps[place];
  const { hand } = table;
  const now = state.table;
  if (!hand || !now) return state;
  const street = events.slice(0, told).findLast((event) => event.e === "street");
  const sitting = new Map(now.seats.map((seat) => [seat.seat, seat]));
  const dealt = new Set(hand.seats.map(({ seat }) => seat));
  const held = table.seats.filter(({ seat }) => dealt.has(seat)).map((seat) => {
    const sitter = sitting.get(seat.seat);
    return sitter?.user === seat.user ? { ...sitter, stack: seat.stack, price: seat.price } : seat;
  });
  const entry = before.entry?.state === "playing" && state.entry
    ? { ...state.entry, state: before.entry.state, seat_at: before.entry.seat_at, free: before.entry.free,
      at_stake: before.entry.at_stake }
    : state.entry;
  return {
    ...state,
    table: {
      ...now,
      notice: table.notice,
      seats: [...held, ...now.seats.filter(({ seat }) => !dealt.has(seat))],
      hand: {
        ...hand,
        street: street?.e === "street" ? street.street : (before.table?.hand?.street ?? hand.street),
        board: hand.board.slice(0, seen),
      },
    },
    turning: hand.board.slice(seen, seen + turning),
    boardBefore: turning ? seen : steps[Math.max(0, place - 1)].seen,
    log: end.log.slice(0, end.log.length - events.length + told),
    said: events.slice(0, told).reduce(heard, before.said),
    lastHand: before.lastHand,
    standing: before.standing,
    // Whoever the end takes from the table is not lost before it is seen.
    connected: before.connected,
    offer: soldBefore(before.offer, state.offer),
    out: before.out && state.out,
    place: before.out ? state.place : null,
    closed: before.closed && state.closed,
    bounty: before.bounty && state.bounty,
    rise: before.rise && state.rise,
    entry,
  };
}

/** @typedef {{
 *   before: State, end: Seen, table: Seen["table"], events: HandEvent[], message: UpdateFrame, steps: Step[],
 *   place: number,
 * }} Run
 */

/** Whether the end may still be held back: the next hand, a turn, a new table or leaving costs none.
 * @param {Run} run
 * @param {State} state
 * @param {Message} message
 */
function holds({ end }, state, message) {
  const { table, moved, left, past } = state;
  const same = table?.id === end.table.id && table.hand_no === end.table.hand_no && table.hand?.finished;
  return same && message.type !== "snapshot" && moved === null && left === null && !past && !myTurn(state);
}

/** Presents states in the time that cards take. `atOnce` says whether nothing is to move, `fast`
 * whether streets follow each other quickly; `onStep` is called when more is seen, with what is told
 * of it.
 * @param {{ atOnce: () => boolean, fast: () => boolean, onStep: (message: Message) => void }} table
 * @returns {Revealing}
 */
export function revealing({ atOnce, fast, onStep }) {
  /** @type {Run | null} */
  let run = null;
  let began = 0;
  let timer = 0;
  /** @type {{ state: State, place: number, presented: State } | null} */
  let last = null;

  function stop() {
    clearTimeout(timer);
    run = null;
    last = null;
  }

  function wait() {
    if (run) timer = setTimeout(step, Math.max(0, began + run.steps[run.place + 1].at - performance.now()));
  }

  function step() {
    if (!run) return;
    const { steps, place, events, message } = run;
    const news = { ...message, events: events.slice(steps[place].told, steps[place + 1].told) };
    if (place + 2 === steps.length) stop();
    else {
      run.place += 1;
      wait();
    }
    onStep(news);
  }

  /** What is seen, all of it.
   */
  function end() {
    if (!run) return;
    run.place = run.steps.length - 2;
    clearTimeout(timer);
    step();
  }

  const hide = () => document.hidden && end();
  document.addEventListener("visibilitychange", hide);

  return {
    take(before, state, message) {
      if (run && !holds(run, state, message)) stop();
      if (message.type !== "update" || state.table === before.table || atOnce() || document.hidden) return message;
      if (!before.table || !state.table?.hand?.finished) return message;
      const dealt = message.events.some((event) => event.e === "start");
      const shown = dealt ? 0 : (before.table.hand?.board.length ?? 0);
      const steps = stepsOf(message.events, shown, fast() ? FAST_MS : STREET_MS);
      if (!steps.length) return message;
      const [was, over] = [/** @type {Seen} */ (before), /** @type {Seen} */ (state)];
      run = { before, end: over, table: unwon(was, over), events: message.events, message, steps, place: 0 };
      began = performance.now();
      wait();
      return { ...message, events: message.events.slice(0, steps[0].told) };
    },
    present(state) {
      if (!run) return state;
      if (last?.state !== state || last.place !== run.place) {
        last = { state, place: run.place, presented: presented(run, state) };
      }
      return last.presented;
    },
    close() {
      stop();
      document.removeEventListener("visibilitychange", hide);
    },
  };
}
