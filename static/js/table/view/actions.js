// What the reader may do: on their turn, before it, and between hands.

/**
 * @import { Clock, LegalTold } from "../../types/frames.d.ts"
 * @import { Ahead, Dispatch, Gestures, Seen, Settings, Time, Urls, Words } from "../../types/page.d.ts"
 */

import { Broke, Kept, Leaving, SitDown } from "../cash/cash.js";
import { Owes } from "../cash/entrance.js";
import { BetweenHands, FoldNow, ViewFold } from "../cash/pool.js";
import { choices, question } from "../state/ahead.js";
import { checkOrFold } from "../state/bets.js";
import { hasGone, isBroke, mayShow, myHand, mySeat, myTurn } from "../state/mine.js";
import { Change } from "./change.js";
import { Reckoned } from "./made.js";
import { notice } from "./notice.js";
import { useOwner } from "./owner.js";
import { Shop } from "./shop.js";
import { useShortcuts } from "./shortcuts.js";
import { Turn } from "./turn.js";
import { html, useEffect, useState } from "./ui.js";
import { cardText, useWords } from "./words.js";

/** The key of each choice: the same that does it on one's turn. */
const KEYS = { fold: "f", check_fold: "f", check: "c", call: "c", call_any: "v" };

/** What may be chosen before one's turn (PRE-1). In a pool one folds before it instead (FAST-1).
 * @param {{ state: Seen, dispatch: Dispatch, shortcuts: boolean }} props
 */
function Before({ state, dispatch, shortcuts }) {
  const { say, stack: amount } = useWords();
  const open = choices(state);
  const kinds = state.entry ? open.filter((kind) => kind !== "fold").slice(0, 1) : open;
  const owes = question(state)?.owes ?? 0;
  /** @param {Ahead["kind"]} kind */
  const choose = (kind) => dispatch({ type: "ahead", kind });
  useShortcuts(Object.fromEntries(kinds.map((kind) => [KEYS[kind], () => choose(kind)])), shortcuts,
    `${kinds} ${owes}`);
  return kinds.map((kind) => html`
    <button type="button" class="ahead" key=${kind} value=${kind === "call" ? owes : ""}
      aria-pressed=${state.ahead?.kind === kind} onClick=${() => choose(kind)}>
      <span class="box" aria-hidden="true" />
      <span>${kind === "call" ? say("call_button", { amount: amount(owes) }) : say(kind)}</span></button>`);
}

/** The players whom the next hand could deal in.
 * @param {Seen} state
 */
const able = ({ cash, table }) => table.seats.filter((seat) => seat.stack > 0 && !(cash && seat.away));

/** Between two hands: that the next one comes, or what it needs.
 * @param {Seen} state
 * @param {Words["say"]} say
 */
function comes(state, say) {
  const { seats } = state.table;
  if (able(state).length > 1) return say("next_hand");
  // An event that is decided has no next hand.
  if (!state.cash) return "";
  const names = seats.filter((seat) => seat.away && seat.user !== state.user).map(({ name }) => name).join(", ");
  return say(names ? "others_away" : "nobody_plays", { names });
}

/**
 * @param {{
 *   state: Seen, dispatch: Dispatch, gestures: Gestures, disabled: boolean, settings: Settings, urls: Urls,
 * }} props
 */
function Waiting({ state, dispatch, gestures, disabled, settings, urls }) {
  const { say, card } = useWords();
  const { hand, seats } = state.table;
  // At a cash table alone one may wait for long.
  const elsewhere = state.cash && !(hand && !hand.finished) && able(state).length < 2 && urls.event;
  const awaited = seats.find((seat) => seat.seat === hand?.turn?.seat);
  const idle = hand?.finished && !notice(state) ? comes(state, say) : "";
  const closed = settings.autoMuck ? [] : mayShow(state);
  const showAll = () => gestures.show();
  useShortcuts(closed.length ? { m: showAll } : {}, settings.shortcuts);
  return html`
    <p class="awaited">${awaited ? say("awaiting", { name: awaited.name }) : idle}</p>
    <div class="buttons" role="group" aria-label=${say("ahead")}>
      ${state.entry && html`
        <${FoldNow} state=${state} dispatch=${dispatch} fold=${gestures.fold} disabled=${disabled} />`}
      ${closed.length > 1 && closed.map((code) => html`
        <button type="button" class="ahead one-card" key=${code}
          onClick=${() => gestures.show([code])}>
          <span class=${`face-of suit-${code[1]}`} aria-hidden="true">${cardText(code)}</span>
          <span class="visually-hidden">${say("show_one", { card: card(code) })}</span></button>`)}
      ${closed.length > 0 && html`
        <button type="button" class="passive" onClick=${showAll}>${say("show")}</button>`}
      <${Before} state=${state} dispatch=${dispatch} shortcuts=${settings.shortcuts} />
      ${elsewhere && html`<a class="button button-quiet" href=${elsewhere}>${say("other_tables")}</a>`}
    </div>`;
}

/** The time bank by hand (docs/decisions/0061-manual-time-bank-decided-by-the-page.md): readers who wish so take
 * it with a key or a button, and give the hand up otherwise when their usual time is over. It stands for one turn
 * with a bank behind it, and is keyed by the turn.
 * @param {{
 *   clock: Clock, legal: LegalTold, time: Time, act: Gestures["act"], disabled: boolean,
 *   settings: Settings,
 * }} props
 */
function Bank({ clock, legal, time, act, disabled, settings }) {
  const { say } = useWords();
  const [action, due] = [clock.action_until, clock.due_at].map(Date.parse);
  // A player who sits down while the bank runs wants to play.
  const [taken, setTaken] = useState(time.now() >= action);
  const given = checkOrFold(legal);
  const asks = due > action && !taken && given !== null;
  useEffect(() => {
    if (!asks || disabled) return undefined;
    const timer = setTimeout(() => act(given), Math.max(0, action - time.now()));
    return () => clearTimeout(timer);
  }, [asks, disabled, action]);
  const take = () => setTaken(true);
  useShortcuts(asks ? { t: take } : {}, settings.shortcuts);
  if (!asks) return null;
  return html`
    <button type="button" class="bank-take" onClick=${take}>
      ${say("bank_take", { seconds: Math.round((due - action) / 1000) })}
      ${settings.shortcuts && html`<kbd aria-hidden="true">${settings.keys.t.toUpperCase()}</kbd>`}</button>`;
}

/**
 * @param {{
 *   state: Seen, dispatch: Dispatch, gestures: Gestures, settings: Settings, time: Time, urls: Urls,
 * }} props
 */
export function Actions({ state, dispatch, gestures, settings, time, urls }) {
  const { say, stack: amount } = useWords();
  const { label } = useOwner();
  const seat = mySeat(state);
  const legal = myTurn(state);
  const mine = myHand(state);
  const { hand, clock } = state.table;
  const disabled = state.pending || state.connection !== "open";
  const gone = hasGone(state);
  // Of a hand in which all chips are in nothing more is posted or folded.
  const allIn = hand && !hand.finished && mine?.status === "all_in";
  if (!seat && !gone) {
    return state.cash && html`<${SitDown} state=${state} dispatch=${dispatch} sit=${gestures.sit} time=${time} />`;
  }
  const called = legal && (legal.call === null ? "your_turn" : "your_turn_to_call");
  return html`
    <section class=${`actions ${legal && !seat?.away ? "yours" : ""}`} aria-label=${label(say("actions"))}>
      <p class="visually-hidden" role="status">
        ${called && say(called, { amount: amount(legal.call ?? 0) })}</p>
      <${Reckoned} state=${state} settings=${settings} />
      ${!legal && html`<${Shop} state=${state} buy=${gestures.buy} time=${time} />`}
      ${legal && clock && !seat?.away && !state.ahead && settings.bankByHand && html`
        <${Bank} key=${`bank.${clock.turn_at}`} clock=${clock} legal=${legal} time=${time}
          act=${gestures.act} disabled=${disabled} settings=${settings} />`}
      ${gone || !seat
        ? html`<${BetweenHands} state=${state} gestures=${gestures} disabled=${disabled} />`
        : state.stay?.leaving && (!legal || seat.away)
        ? html`<${Leaving} stay=${gestures.stay} disabled=${disabled} />`
        : isBroke(state)
        ? html`<${Broke} state=${state} gestures=${gestures} disabled=${disabled} time=${time} />`
        : seat.away
        ? html`<p class="awaited">${!allIn && say("away_more")} <${Kept} seat=${seat} time=${time} /></p>
            <div class="buttons"><button type="button" class="raise" disabled=${disabled}
              onClick=${gestures.comeBack}>${say("come_back")}</button></div>`
        : legal?.discard !== undefined
          ? html`<${Change} key=${state.table.hand_no} cards=${state.cards} most=${legal.discard}
              act=${gestures.act} disabled=${disabled} settings=${settings} />`
        : legal
          ? html`<${Turn} key=${`${state.table.hand_no}.${clock?.turn_at ?? state.version}`}
              hand=${hand} legal=${legal} act=${gestures.act} disabled=${disabled}
              settings=${settings}
              beside=${state.entry && html`<${ViewFold} state=${state} dispatch=${dispatch} />`} />`
          : state.stay?.owes && hand && !mine
            ? html`<${Owes} state=${state} choose=${gestures.choose} />`
          : seat.waits && hand?.draw && !mine
            ? html`<p class="awaited">${say("pot_first")}</p>`
          : html`<${Waiting} state=${state} dispatch=${dispatch} gestures=${gestures}
              disabled=${disabled} settings=${settings} urls=${urls} />`}
    </section>`;
}
