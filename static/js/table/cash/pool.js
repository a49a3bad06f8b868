// What only fast-fold pools have: folding before one's turn, watching, and the next hand.

/**
 * @import { EntryFrame } from "../../types/frames.d.ts"
 * @import { Dispatch, Gestures, Seen, Terms } from "../../types/page.d.ts"
 */

import { mayFoldNow, mySeat } from "../state/mine.js";
import { html } from "../view/ui.js";
import { useWords } from "../view/words.js";
import { BuyInAgain, ChipsIcon, Leave, StayOrGo, TopUpForm } from "./cash.js";

/** @typedef {Seen & { cash: Terms, entry: EntryFrame }} InPool */

/** The eye: whoever folds stays and watches (FAST-2).
 * @param {{ state: Seen, dispatch: Dispatch }} props
 */
export function ViewFold({ state, dispatch }) {
  const { say } = useWords();
  return html`
    <button type="button" class="ahead eye" aria-pressed=${state.views} title=${say("view_fold")}
      onClick=${() => dispatch({ type: "views", on: !state.views })}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
        <circle cx="12" cy="12" r="2.75" />
      </svg>
      <span class="visually-hidden">${say("view_fold")}</span>
    </button>`;
}

/** Folding before one's turn, for who may (FAST-1).
 * @param {{ state: Seen, dispatch: Dispatch, fold: Gestures["fold"], disabled: boolean }} props
 */
export function FoldNow({ state, dispatch, fold, disabled }) {
  const { say } = useWords();
  if (!mayFoldNow(state)) return null;
  return html`
    <button type="button" class="fold" disabled=${disabled} onClick=${fold}>${say("fold_now")}</button>
    <${ViewFold} state=${state} dispatch=${dispatch} />`;
}

/** What an entry that plays no hand can do.
 * @param {{ state: InPool, gestures: Gestures, disabled: boolean }} props
 */
export function BetweenHands({ state, gestures, disabled }) {
  const { say, amount } = useWords();
  const { entry, table, cash } = state;
  if (entry.state === "watching") {
    return html`
      <p class="awaited">${say("pool_watching")}</p>
      <div class="buttons">
        <button type="button" class="raise" disabled=${disabled} onClick=${gestures.newHand}>
          ${say("new_hand")}</button>
      </div>`;
  }
  if (entry.state !== "out") {
    return html`<p class="awaited" role="status">${say("pool_waiting")}</p><div class="buttons" />`;
  }
  if (entry.leaving) {
    return html`<p class="awaited" role="status">${say("pool_leaving")}</p><div class="buttons" />`;
  }
  const blind = table.stakes.big_blind;
  if (entry.free < blind) {
    return html`
      <${BuyInAgain} state=${state} least=${blind - entry.free} most=${cash.most - entry.free}
        rebuy=${entry.rebuy} gestures=${gestures} disabled=${disabled} waits=${entry.top_up > 0}>
        ${entry.free ? say("pool_poor", { amount: amount(blind) }) : say("broke")}<//>`;
  }
  return html`
    <p class="awaited">${say("pool_out")}</p>
    <div class="buttons">
      <button type="button" class="raise" disabled=${disabled} onClick=${gestures.comeBack}>
        ${say("come_back")}</button>
    </div>`;
}

/** Sitting out after the hand, and coming back.
 * @param {{ entry: EntryFrame, gestures: Gestures }} props
 */
export function Rest({ entry, gestures }) {
  const { say } = useWords();
  if (entry.leaving || entry.state === "out") return null;
  return html`
    <button type="button" class="sit-out" aria-pressed=${entry.rests}
      onClick=${entry.rests ? gestures.comeBack : gestures.sitOut}>
      ${say(entry.rests ? "pool_rests" : "sit_out")}</button>`;
}

/** @param {{ state: InPool, gestures: Gestures }} props */
export function PoolMenu({ state, gestures }) {
  const { say, amount } = useWords();
  const { entry, table } = state;
  const playing = entry.state === "playing" && entry.seat_at === table.id;
  const held = playing ? (mySeat(state)?.stack ?? 0) : entry.free;
  return html`
    <details class="settings cash-menu" data-menu>
      <summary aria-label=${say("cash")} title=${say("cash")}><${ChipsIcon} /></summary>
      <div class="sheet">
        <p>${say("pool_holds", { amount: amount(held) })}</p>
        ${entry.at_stake > 0 && html`
          <p class="keys">${say("pool_at_stake", { amount: amount(entry.at_stake) })}</p>`}
        ${entry.leaving
          ? playing
            ? html`<${StayOrGo} state=${state} stay=${gestures.stay} leave=${gestures.leave} />`
            : html`<p>${say("pool_leaving")}</p>`
          : html`
            <${TopUpForm} state=${state} held=${held + entry.at_stake} waits=${entry.top_up}
              topUp=${gestures.topUp} />
            <${Leave} state=${state} leave=${gestures.leave} />`}
      </div>
    </details>`;
}
