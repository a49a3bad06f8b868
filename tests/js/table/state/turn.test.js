import { deepEqual, equal } from "node:assert/strict";

import { handsUntilDealt } from "../../../../static/js/table/cash/entrance.js";
import { fate, sending } from "../../../../static/js/table/state/in_flight.js";
import { mayFoldNow, mayShow } from "../../../../static/js/table/state/mine.js";
import { initial, reduce } from "../../../../static/js/table/state/state.js";
import { hand, MY_TURN, snapshot, table } from "../../felt.js";

const known = (...frames) => frames.reduce(reduce, initial(7));

for (const [mine, offered] of [
  [{ cards: [] }, ["As", "Kd"]],
  [{ cards: ["??", "Kd"] }, ["As"]],
  [{ cards: ["As", "Kd"] }, []],
  [{ cards: [], status: "folded" }, []],
  [{ cards: [], won: 30 }, []],
]) {
  Deno.test(`a mucked loser is offered to show (SHOW-2): ${JSON.stringify(mine)}`, () => {
    const over = hand({ finished: true });
    over.seats[0].cards = ["Qh", "Qd"];
    Object.assign(over.seats[2], mine);
    const cards = ["As", "Kd"];
    deepEqual(mayShow(known(snapshot(table({ hand: over }), { cards }))), offered);
  });
}

Deno.test("who wins because all others folded may show, but not while the hand continues", () => {
  const alone = hand({ finished: true });
  alone.seats.forEach((part) => Object.assign(part, { cards: [], status: "folded" }));
  Object.assign(alone.seats[2], { cards: ["??", "??"], status: "active", won: 30 });
  const cards = ["As", "Kd"];
  deepEqual(mayShow(known(snapshot(table({ hand: alone }), { cards }))), cards);
  alone.finished = false;
  deepEqual(mayShow(known(snapshot(table({ hand: alone }), { cards }))), []);
});

for (const [name, bet, mine, stack, board, may] of [
  ["before a bet", 60, 0, 940, [], true],
  ["one's own raise is the highest bet", 60, 60, 940, [], false],
  ["a big blind that was raised", 60, 10, 990, [], true],
  ["a big blind that was not", 10, 10, 990, [], false],
  ["a flop without a bet", 0, 0, 990, ["As", "Kd", "2c"], false],
  ["a flop with one", 20, 0, 990, ["As", "Kd", "2c"], true],
  ["all in", 60, 20, 0, [], false],
]) {
  Deno.test(`fold now is offered to a player who faces a bet (FAST-1): ${name}`, () => {
    const going = hand({ bet, board });
    Object.assign(going.seats[2], { bet: mine, stack });
    const entry = { state: "playing", seat_at: 5 };
    equal(mayFoldNow({ ...known(snapshot(table({ hand: going }))), entry }), may);
  });
}

Deno.test("what a guest of a cash table has chosen is known", () => {
  const stay = { owes: true, dead: false, posts: false, straddles: false, leaving: false };
  deepEqual(known(snapshot(table()), { type: "you", stay }).stay, stay);
});

for (const [name, taken, away, posts, hands] of [
  // The button is 1, the blinds are 2 and 5, and the reader sits in seat 3 or waits for it.
  ["the button is there", [1, 2, 3, 5], [], false, 3],
  ["the button is away", [1, 2, 3, 5], [1], false, 2],
  ["nobody comes in between the blinds", [1, 2, 3, 5], [], true, 2],
  ["the small blind is gone", [1, 3, 5, 6], [], true, 2],
]) {
  Deno.test(`a newcomer is told with which hand they are dealt in (CASH-2): ${name}`, () => {
    const shown = table({ hand: hand({ small_blind: 2, big_blind: 5 }) });
    shown.seats = shown.seats.filter(({ seat }) => taken.includes(seat));
    shown.seats.forEach((each) => each.away = away.includes(each.seat));
    const state = { table: shown, user: 7 };
    equal(handsUntilDealt(state, posts), hands);
    // A player who sits after the blinds comes in with the next hand.
    Object.assign(shown.hand, { small_blind: 1, big_blind: 2 });
    equal(handsUntilDealt(state, posts), 1);
  });
}

const START = { e: "start" };
const CALL = { e: "act", seat: 3, kind: "call", to: 20, added: 20, all_in: false };
const FOLD = { e: "act", seat: 3, kind: "fold", to: 0, added: 0, all_in: false };
const CALLED = { type: "act", action: { kind: "call" }, version: 12 };
const mine = (changes = {}) => table({ hand: hand({ turn: MY_TURN }), ...changes });

for (const [name, shown, events, expected] of [
  ["the same turn", mine(), [START], "again"],
  ["the same turn, though somebody has sat out meanwhile", mine({ version: 13 }), [START], "again"],
  ["it had arrived", mine({ version: 13 }), [START, CALL], "taken"],
  ["the clock was faster", mine({ version: 13 }), [START, FOLD], "missed"],
  ["the next hand runs", mine({ version: 30, hand_no: 18 }), [START], "over"],
]) {
  Deno.test(`what became of a decision on its way: ${name}`, () => {
    const first = known(snapshot(mine(), { events: [START] }));
    equal(fate(sending(first, CALLED), reduce(first, snapshot(shown, { events }))), expected);
  });
}
