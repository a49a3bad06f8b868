// The reader's buttons. They offer what `turn.legal` says and nothing else.

/**
 * @import { Part } from "../types/preact.d.ts"
 * @import { Action, HandTold, LegalTold } from "../types/frames.d.ts"
 * @import { Dispatch, Gestures, Range, Seen, Time } from "../types/page.d.ts"
 */

import { Kept, Leaving, Owes, SitDown } from "./cash.js";
import { hasGone, mayShow, myHand, mySeat, myTurn } from "./mine.js";
import { BetweenHands, FoldNow, ViewFold } from "./pool.js";
import { AmountField } from "./amount_field.js";
import { fault } from "./amounts.js";
import { Change } from "./change.js";
import { useShortcuts } from "./shortcuts.js";
import { checkOrFold, clamp, hasSizes, passive, presets, sized, sizing } from "./bets.js";
import { notice } from "./notice.js";
import { Shop } from "./shop.js";
import { useOwner } from "./owner.js";
import { html, useEffect, useState } from "./ui.js";
import { useWords } from "./words.js";

/** @type {Record<string, number>} */
const WAYS = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 };

/**
 * @param {{
 *   range: Range, to: number, text: string | null, wrong: string, setText: (text: string) => void,
 *   quick: Array<[string, number]>, stride: number, disabled: boolean,
 * }} props
 */
function Sizing({ range, to, text, wrong, setText, quick, stride, disabled }) {
  const { say, amount, field } = useWords();
  /** @param {number} value */
  const set = (value) => setText(field.write(clamp(value, range)));
  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    const way = WAYS[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    set(to + way * stride);
  };
  return html`
    <div class="sizing">
      <div class="presets">
        ${quick.map(([key, size]) => html`
          <button type="button" key=${key} aria-pressed=${to === size} disabled=${disabled}
            onClick=${() => set(size)}>${say(key)}</button>`)}
      </div>
      <input type="range" min=${range.min} max=${range.max} step="1" value=${to} disabled=${disabled}
        aria-label=${say("size")} aria-valuetext=${amount(to)} onKeyDown=${keys}
        style=${{ "--filled": `${(100 * (to - range.min)) / (range.max - range.min)}%` }}
        onInput=${(event) => set(Number(event.target.value))} />
      <${AmountField} name="amount" label=${say("size")} value=${text ?? field.write(to)} fault=${wrong}
        setText=${setText} disabled=${disabled} done=${() => !wrong && setText(field.write(to))} />
    </div>`;
}

/**
 * @param {{
 *   hand: HandTold, legal: LegalTold, act: Gestures["act"], disabled: boolean, shortcuts: boolean,
 *   beside: Part | null,
 * }} props
 */
function Turn({ hand, legal, act, disabled, shortcuts, beside }) {
  const words = useWords();
  const { say, amount, field } = words;
  const [text, setText] = useState(/** @type {string | null} */ (null));
  const [asks, setAsks] = useState(false);
  const range = sizing(hand, legal);
  const stride = hand.stakes.big_blind;
  const typed = text === null ? (range?.min ?? 0) : field.read(text, stride);
  const wrong = range && text !== null ? fault(typed, range, words) : "";
  const to = range ? clamp(typed ?? range.min, range) : 0;
  const free = passive(legal);
  /** @param {number} way */
  const step = (way) => range && setText(field.write(clamp(to + way * stride, range)));
  /** @param {Action | null} action */
  const press = (action) => action && !disabled && act(action);
  // Nobody throws away for nothing what costs nothing, unless they mean it.
  const fold = () => {
    if (!legal.fold || disabled) return;
    if (free && free.kind !== "call" && !asks) setAsks(true);
    else press({ kind: "fold" });
  };
  const raise = () => range && !wrong && press(sized(range, legal, to));
  useShortcuts({
    f: fold,
    c: () => press(free),
    r: raise,
    arrowup: () => step(1),
    arrowdown: () => step(-1),
  }, shortcuts);
  const allIn = range && !wrong && to === legal.all_in;
  /** @param {string} key */
  const hint = (key) => shortcuts && html`<kbd aria-hidden="true">${key}</kbd>`;
  return html`
    ${range && hasSizes(range) && html`
      <${Sizing} range=${range} to=${to} text=${text} wrong=${wrong} setText=${setText}
        disabled=${disabled} quick=${presets(hand, legal)} stride=${stride} />`}
    <div class="buttons">
      <p class="asks" role="alert">${asks && say("fold_sure")}</p>
      ${legal.fold && html`
        <button type="button" class=${asks ? "fold sure" : "fold"} disabled=${disabled}
          onClick=${fold}>${say(asks ? "fold_anyway" : "fold")}${hint("F")}</button>${beside}`}
      ${free && html`
        <button type="button" class="passive" disabled=${disabled} onClick=${() => press(free)}>
          ${free.kind === "call" ? say("call_button", { amount: amount(legal.call ?? 0) }) : say(free.kind)}
          ${hint("C")}</button>`}
      ${legal.parola && html`
        <button type="button" class="passive" disabled=${disabled}
          onClick=${() => press({ kind: "parola" })}>${say("parola")}</button>`}
      ${legal.cip !== undefined && legal.cip > 0 && html`
        <button type="button" class="passive" disabled=${disabled} onClick=${() => press({ kind: "cip" })}>
          ${say("cip_button", { amount: amount(legal.cip) })}</button>`}
      ${range && html`
        <button type="button" class="raise" disabled=${disabled || wrong !== ""} onClick=${raise}>
          ${say(allIn ? "all_in_button" : `${range.kind}_button`, { amount: wrong ? "…" : amount(to) })}
          ${hint("R")}</button>`}
    </div>`;
}

/** @param {{ state: Seen, dispatch: Dispatch, gestures: Gestures, disabled: boolean }} props */
function Waiting({ state, dispatch, gestures, disabled }) {
  const { say } = useWords();
  const { hand, seats } = state.table;
  const mine = myHand(state);
  const awaited = seats.find((seat) => seat.seat === hand?.turn?.seat);
  const idle = hand?.finished && !notice(state) ? say("next_hand") : "";
  const ahead = mine?.status === "active" && hand?.turn;
  return html`
    <p class="awaited">${awaited ? say("awaiting", { name: awaited.name }) : idle}</p>
    <div class="buttons">
      ${state.entry && html`
        <${FoldNow} state=${state} dispatch=${dispatch} fold=${gestures.fold} disabled=${disabled} />`}
      ${mayShow(state) && html`
        <button type="button" class="passive" onClick=${gestures.show}>${say("show")}</button>`}
      ${ahead && html`
        <button type="button" class="ahead" aria-pressed=${state.checkFold}
          onClick=${() => dispatch({ type: "check_fold", on: !state.checkFold })}>
          <span class="box" aria-hidden="true" />${say("check_fold")}</button>`}
    </div>`;
}

/**
 * @param {{
 *   state: Seen, dispatch: Dispatch, gestures: Gestures, shortcuts: boolean, time: Time,
 * }} props
 */
export function Actions({ state, dispatch, gestures, shortcuts, time }) {
  const { say, amount } = useWords();
  const { label } = useOwner();
  const seat = mySeat(state);
  const legal = myTurn(state);
  const mine = myHand(state);
  const { hand, clock } = state.table;
  const disabled = state.pending || state.connection !== "open";
  useEffect(() => {
    const chosen = legal && state.checkFold && !disabled && checkOrFold(legal);
    if (chosen) gestures.act(chosen);
  });
  const gone = hasGone(state);
  if (!seat && !gone) {
    return state.cash && html`<${SitDown} state=${state} dispatch=${dispatch} sit=${gestures.sit} time=${time} />`;
  }
  const called = legal && (legal.call === null ? "your_turn" : "your_turn_to_call");
  return html`
    <section class=${`actions ${legal && !seat?.away ? "yours" : ""}`} aria-label=${label(say("actions"))}>
      <p class="visually-hidden" role="status">
        ${called && say(called, { amount: amount(legal.call ?? 0) })}</p>
      ${!legal && html`<${Shop} state=${state} buy=${gestures.buy} time=${time} />`}
      ${gone || !seat
        ? html`<${BetweenHands} state=${state} gestures=${gestures} disabled=${disabled} />`
        : state.stay?.leaving && (!legal || seat.away)
        ? html`<${Leaving} stay=${gestures.stay} disabled=${disabled} />`
        : seat.away
        ? html`<p class="awaited">${say("away_more")} <${Kept} seat=${seat} time=${time} /></p>
            <div class="buttons"><button type="button" class="raise" disabled=${disabled}
              onClick=${gestures.comeBack}>${say("come_back")}</button></div>`
        : legal?.discard !== undefined
          ? html`<${Change} key=${state.table.hand_no} cards=${state.cards} most=${legal.discard}
              act=${gestures.act} disabled=${disabled} shortcuts=${shortcuts} />`
        : legal
          ? html`<${Turn} key=${`${state.table.hand_no}.${clock?.turn_at ?? state.version}`}
              hand=${hand} legal=${legal} act=${gestures.act} disabled=${disabled}
              shortcuts=${shortcuts}
              beside=${state.entry && html`<${ViewFold} state=${state} dispatch=${dispatch} />`} />`
          : state.stay?.owes && hand && !mine
            ? html`<${Owes} state=${state} choose=${gestures.choose} />`
          : seat.waits && hand?.draw && !mine
            ? html`<p class="awaited">${say("pot_first")}</p>`
          : html`<${Waiting} state=${state} dispatch=${dispatch} gestures=${gestures}
              disabled=${disabled} />`}
    </section>`;
}
