// PRE-1: what the reader has chosen before their turn. It lives in this page alone, and is sent as
// an action like any other once the turn comes; nobody hears of it before. Pure.

/**
 * @import { ActionRequest, LegalTold } from "../../types/frames.d.ts"
 * @import { Ahead, State } from "../../types/page.d.ts"
 */

import { checkOrFold, passive } from "./bets.js";
import { inHand, myHand, myTurn } from "./mine.js";

/** What the reader answers: the hand, its street, and what they owe there; null while there is
 * nothing to choose, as on the street on which cards are changed.
 * @param {State} state
 */
export function question(state) {
  const { table } = state;
  const hand = table?.hand;
  const mine = myHand(state);
  if (!table || !hand || !mine || !hand.turn || !inHand(state) || hand.street === "draw") return null;
  return {
    hand: table.hand_no,
    street: hand.street,
    owes: Math.min(mine.stack, Math.max(0, hand.bet - mine.bet)),
    stack: mine.stack,
  };
}

/** What may be chosen before one's turn: one way to give up, one to stay for what it costs now, and
 * one to stay whatever it costs.
 * @param {State} state
 * @returns {Array<Ahead["kind"]>}
 */
export function choices(state) {
  const facing = question(state);
  if (!facing) return [];
  if (!facing.owes) return state.table?.hand?.draw ? ["check_fold"] : ["check_fold", "check", "call_any"];
  return facing.owes < facing.stack ? ["fold", "call", "call_any"] : ["fold", "call"];
}

/** The choice with what it answers, or null: the same again takes it back.
 * @param {State} state
 * @param {Ahead["kind"]} kind
 * @returns {Ahead | null}
 */
export function chosen(state, kind) {
  const facing = question(state);
  if (!facing || state.ahead?.kind === kind || !choices(state).includes(kind)) return null;
  return { kind, hand: facing.hand, street: facing.street, owes: facing.owes };
}

/** The choice, as long as what it answered has not changed: the street, and for whoever named a
 * price that price.
 * @param {State} state
 * @returns {Ahead | null}
 */
export function standing(state) {
  const { ahead } = state;
  const facing = ahead && question(state);
  if (!facing || facing.hand !== ahead.hand || facing.street !== ahead.street) return null;
  const priced = ahead.kind === "check" || ahead.kind === "call";
  return priced && facing.owes !== ahead.owes ? null : ahead;
}

/** What the choice comes to now that it is one's turn; null while it is not, and where it would give
 * up what costs nothing.
 * @param {State} state
 * @returns {ActionRequest | null}
 */
export function decided(state) {
  const legal = myTurn(state);
  const ahead = legal && standing(state);
  return ahead ? meant(ahead, legal) : null;
}

/**
 * @param {Ahead} ahead
 * @param {LegalTold} legal
 * @returns {ActionRequest | null}
 */
function meant({ kind, owes }, legal) {
  const stays = passive(legal);
  const free = stays !== null && stays.kind !== "call";
  switch (kind) {
    case "fold": return legal.fold && !free ? { kind: "fold" } : null;
    case "check_fold": return checkOrFold(legal);
    case "check": return free ? stays : null;
    case "call": return legal.call === owes ? { kind: "call" } : null;
    case "call_any": return stays;
  }
}
