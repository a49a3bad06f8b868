// What is seen to move when the table changes: a list of motions, each from one place to another. Pure.

/**
 * @import { HandTold, SeatView } from "../../types/frames.d.ts"
 * @import { Message, Motion, Seen, State } from "../../types/page.d.ts"
 */

/** The cards of a deal, one after the other round the table, from the left of the dealer.
 * @param {HandTold} hand
 * @param {Record<string, string[]>} dealt
 * @returns {Motion[]}
 */
function deal(hand, dealt) {
  const seats = Object.keys(dealt).map(Number).sort((a, b) => a - b);
  const first = Math.max(0, seats.findIndex((seat) => seat > hand.button));
  const order = [...seats.slice(first), ...seats.slice(0, first)];
  const most = Math.max(0, ...Object.values(dealt).map((cards) => cards.length));
  const cards = Array.from({ length: most }, (_, card) => order.map((seat) => ({ seat, card }))).flat();
  return cards
    .filter(({ seat, card }) => card < dealt[seat].length)
    .map(({ seat, card }, i, all) => ({
      kind: "deal", from: { part: "dealer", seat: hand.button }, to: { part: "card", seat, card }, after: i / all.length,
    }));
}

/** @param {number} seat @param {number} amount @returns {Motion} */
const bet = (seat, amount) => ({
  kind: "bet", from: { part: "plate", seat }, to: { part: "spot", seat }, chips: amount, after: 0,
});
/** @param {number} seat @returns {Motion} */
const muck = (seat) => ({
  kind: "muck", from: { part: "hole", seat }, to: { part: "pot" }, after: 0,
});

/** The prices on the heads of those who have gone without chips, to whoever took them: the seats
 * whose own price has risen, else the winners of the hand.
 * @param {Seen} before
 * @param {Seen} state
 * @returns {Motion[]}
 */
function bounties(before, state) {
  const now = new Map(state.table.seats.map((seat) => [seat.user, seat]));
  const gone = before.table.seats.filter(({ user, price, stack }) => price && !stack && !now.has(user));
  if (!gone.length) return [];
  const was = new Map(before.table.seats.map((seat) => [seat.user, seat.price ?? 0]));
  /** @param {SeatView} seat */
  const rose = (seat) => (seat.price ?? 0) > (was.get(seat.user) ?? Infinity);
  const takers = state.table.seats.filter(rose).map(({ seat }) => seat);
  const won = (before.table.hand?.seats ?? []).filter((part) => part.won > 0).map(({ seat }) => seat);
  return gone.flatMap(({ seat, price }) => (takers.length ? takers : won).map((taker) => ({
    kind: /** @type {const} */ ("bounty"), from: { part: "plate", seat }, to: { part: "plate", seat: taker },
    cents: price, after: 0,
  })));
}

/** What moves as `message` turns `before` into `state`. A snapshot moves nothing: nobody saw what
 * was before.
 * @param {State} before
 * @param {State} state
 * @param {Message} message
 * @returns {Motion[]}
 */
export function motionsOf(before, state, message) {
  if (message.type === "moved" && state.table) {
    const broken = message.reason === "break";
    return state.table.seats
      .filter(({ user }) => broken || user === state.user)
      .map(({ seat }) => ({ kind: "leave", from: { part: "plate", seat }, to: { part: "out", seat }, after: 0 }));
  }
  if (message.type !== "update" || state.table === before.table || !state.table || !before.table) return [];
  const { hand } = state.table;
  if (!hand) return bounties(/** @type {Seen} */ (before), /** @type {Seen} */ (state));
  /** @type {Motion[]} */
  const motions = bounties(/** @type {Seen} */ (before), /** @type {Seen} */ (state));
  for (const event of message.events) {
    if (event.e === "hole") motions.push(...deal(hand, event.cards));
    if (event.e === "blind" || event.e === "ante") motions.push(bet(event.seat, event.amount));
    if (event.e === "act" && event.added > 0) motions.push(bet(event.seat, event.added));
    if (event.e === "act" && event.kind === "fold") motions.push(muck(event.seat));
    if (event.e === "muck") motions.push(muck(event.seat));
  }
  const { collected } = state;
  if (collected && collected !== before.collected) {
    motions.push(...collected.bets.map(({ seat, amount }) => /** @type {Motion} */ ({
      kind: "collect", from: { part: "spot", seat }, to: { part: "pot" }, chips: amount, after: 0,
    })));
  }
  if (hand.finished && !before.table.hand?.finished) {
    motions.push(...hand.seats.filter((part) => part.won > 0).map((part) => /** @type {Motion} */ ({
      kind: "win", from: { part: "pot" }, to: { part: "won", seat: part.seat }, chips: part.won, after: 0,
    })));
  }
  return motions;
}

/** The cards that lie on the board, or turn up there.
 * @param {State} state
 */
const boardOf = ({ table, turning }) => (table?.hand?.board.length ?? 0) + turning.length;

/** What is heard of the same change, each once: names of sounds.
 * @param {Motion[]} motions
 * @param {State} before
 * @param {State} state
 * @param {Message} message
 */
export function soundsOf(motions, before, state, message) {
  /** @type {Record<string, string>} */
  const names = { deal: "card", muck: "fold", bet: "chips", collect: "pot", win: "win", bounty: "win" };
  const heard = motions.flatMap(({ kind }) => names[kind] ?? []);
  if (message.type === "update" && boardOf(state) > boardOf(before)) heard.push("card");
  const checks = message.type === "update"
    && message.events.some((event) => event.e === "act" && event.kind === "check");
  if (checks) heard.push("check");
  return [...new Set(heard)];
}
