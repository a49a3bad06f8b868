// What the reader must know besides the hand: a break, a lost connection, a move, the end.

/**
 * @import { DrawNotice, Notice as TableNotice, TableView } from "../../types/frames.d.ts"
 * @import { Dispatch, Knockout, Seen, Time, Urls, Values, Words } from "../../types/page.d.ts"
 * @import { Odds } from "../../velox/proof.js"
 */

import { fill, rest, roll, ROLL_MS } from "../../velox/reel.js";
import { mySeat } from "../state/mine.js";
import { countdown, useServerTime } from "./clock.js";
import { html, useLayoutEffect, useRef, useState } from "./ui.js";
import { useWords } from "./words.js";

/** What has an end that is known. */
/** @type {Set<string | null>} */
const COUNTED = new Set(["break", "starting", "rebuy"]);

/** Why one moved, where it has a name of its own.
 * @type {Record<string, string>}
 */
const MOVES = { round: "next_round", final: "final_table" };

/** @typedef {[key: string, values: Values, link: "event" | "deal" | "moved" | null]} Said */

/** Names of the players in some seats.
 * @param {TableView} table
 * @param {number[]} numbers
 */
function namesOf({ seats }, numbers) {
  return seats.filter(({ seat }) => numbers.includes(seat)).map(({ name }) => name).join(", ");
}

/** What a table waits for.
 * @param {TableView} table
 * @param {TableNotice} shown
 * @returns {Said}
 */
function waits(table, shown) {
  switch (shown.kind) {
    case "finished": return ["finished", {}, "event"];
    case "break":
    case "starting": return [shown.kind, { until: shown.until }, null];
    case "draw": return ["draw", {}, null];
    case "final_table": return ["greeting", {}, null];
    case "rebuy": return ["rebuy", { until: shown.until, names: namesOf(table, shown.seats) }, null];
    case "waiting": return ["waiting", { here: table.seats.length, seats: table.max_seats }, null];
    case "hand_for_hand": return ["hand_for_hand", { round: shown.round }, null];
    case "deal": return ["notice_deal", {}, "deal"];
    default: return [`notice_${shown.kind}`, { ...shown }, null];
  }
}

/** The one notice that matters most, [key, values, link: "event" | "deal" | "moved" | null], or null.
 * @param {Seen} state
 * @returns {Said | null}
 */
export function notice(state) {
  const { table } = state;
  if (state.moved !== null) {
    return [MOVES[state.movedFor ?? ""] ?? "moved", {}, "moved"];
  }
  if (state.out) return ["ended", {}, null];
  if (state.closed) return ["closed", {}, "event"];
  if (state.left !== null) return ["left", { amount: state.left }, "event"];
  if (state.entry && !table.hand) return ["pool_soon", {}, null];
  if (table.notice) return waits(table, table.notice);
  if (!table.hand) return mySeat(state) ? ["soon", {}, null] : ["quiet", {}, null];
  return null;
}

/** What is said below the title: of a move and of a pause, why.
 * @param {string} key
 * @param {Values} values
 * @param {Seen} state
 * @param {Words["say"]} say
 */
function more(key, values, { movedFor, table: { notice } }, say) {
  if (key === "moved") return say(`moved_${movedFor}`);
  if (notice?.kind !== "paused" || key !== "notice_paused") return say(`${key}_more`, values);
  if (notice.cause === "connections" || notice.cause === "host") return say(`paused_${notice.cause}`);
  return notice.reason || say("notice_paused_more");
}

/** Only these may cover the middle while a hand is still to be seen.
 * @type {Set<string | null>}
 */
const OVER_A_HAND = new Set([
  "moved", "next_round", "final_table", "closed", "left", "finished",
]);

/** @type {[null, Values, null]} */
const NOTHING = [null, {}, null];

/** As long as this the result is to be read.
 * @type {number}
 */
const READ_MS = 1500;

/** The prize of a VeloX at its table: the strip rolls, and then says what is played for (VELOX-1).
 * @param {{ draw: DrawNotice, time: Time, still: boolean }} props
 */
function Drawn({ draw: { multiplier, prize, odds, until }, time, still }) {
  const { say, amount, money } = useWords();
  const reel = useRef(/** @type {HTMLElement | null} */ (null));
  // A player who comes late sees the result.
  const [rolls, setRolls] = useState(!still && Date.parse(until) - time.now() > ROLL_MS + READ_MS);
  useLayoutEffect(() => {
    const shown = reel.current;
    if (!shown) return undefined;
    fill(/** @type {HTMLElement} */ (shown.firstElementChild), /** @type {Odds} */ (odds), multiplier);
    if (rolls) return roll(shown, () => setRolls(false));
    rest(shown);
    return undefined;
  }, []);
  return html`
    <div class="reel" aria-hidden="true" ref=${reel}><ol class="reel-strip" /></div>
    <div class=${rolls ? "to-be-drawn" : "drawn"}>
      <p class="title">${rolls ? "" : say("draw", { multiplier: amount(multiplier) })}</p>
      <p>${rolls ? "" : say("draw_more", { prize: money(prize) })}</p>
    </div>`;
}

/** The greeting of a final table: its players by their stacks, and what is paid from place to place.
 * @param {{ table: TableView, prizes: number[] }} props
 */
function FinalTable({ table: { seats }, prizes }) {
  const { say, stack, money, ordinal } = useWords();
  const players = seats.toSorted((one, other) => other.stack - one.stack);
  return html`
    <p class="title">${say("final_table")}</p>
    <ol class="finalists">
      ${players.map((seat) => html`<li key=${seat.user}><span class="name">${seat.name}</span> <b>${stack(seat.stack)}</b></li>`)}
    </ol>
    ${prizes.length > 0 && html`
      <p class="prizes">${say("final_table_prizes")}</p>
      <ol class="jumps">
        ${prizes.map((prize, i) => html`<li key=${i}>${ordinal(i + 1)} <b>${money(prize)}</b></li>`)}
      </ol>`}`;
}

/** @param {{ state: Seen, time: Time, urls: Urls, still: boolean }} props */
export function Notice({ state, time, urls, still }) {
  const { say, amount } = useWords();
  const [key, found, link] = notice(state) ?? NOTHING;
  const values = key === "left" ? { amount: amount(Number(found.amount)) } : found;
  const told = state.table.notice;
  const draw = key === "draw" && told?.kind === "draw" ? told : null;
  const greets = key === "greeting" && told?.kind === "final_table" ? told : null;
  // Nobody knows when a break ends whose clock stands still.
  const until = typeof found.until === "string" ? Date.parse(found.until) : null;
  const now = useServerTime(time, until !== null);
  const live = state.table.hand && !state.table.hand.finished;
  // The end of the reader's event has a panel of its own, under the felt.
  const shown = key !== "ended" && (!live || OVER_A_HAND.has(key));
  const href = state.moved !== null ? urls.table(state.moved) : link === "deal" ? urls.deal : urls.event;
  return html`
    <div class=${`notice ${shown ? key ?? "" : ""}`} role="status">
      ${key !== null && shown && html`
        <div class="paper">
          ${draw ? html`<${Drawn} draw=${draw} time=${time} still=${still} />`
            : greets ? html`<${FinalTable} table=${state.table} prizes=${greets.prizes} />`
            : html`<p class="title">${say(key, values)}</p>`}
          ${until !== null && html`
            <p class="count" aria-hidden="true">${countdown(until - now)}</p>`}
          ${!COUNTED.has(key) && !draw && !greets && html`<p>${more(key, values, state, say)}</p>`}
          ${link && href && html`<a class="button" href=${href}>${say(`${link}_link`)}</a>`}
        </div>`}
    </div>`;
}

/** What is said of a notice while a hand runs.
 * @type {Record<string, string | undefined>}
 */
const IN_HAND = { paused: "paused_in_hand", hand_for_hand: "hand_for_hand_in_hand" };

/** What is true while a hand runs, in a line above the pot: the middle belongs to the hand.
 * @param {{ table: TableView }} props
 */
export function Meanwhile({ table }) {
  const { say } = useWords();
  const live = table.hand && !table.hand.finished;
  const key = live && table.notice && IN_HAND[table.notice.kind];
  const round = table.notice?.kind === "hand_for_hand" ? table.notice.round : null;
  return html`
    <p class="meanwhile" role="status">${key && html`<span>${say(key, { round })}</span>`}</p>`;
}

/** Who was knocked out by whom, one player's bounties together, the reader's first.
 * @param {Knockout[]} all
 * @param {Words["say"]} say
 * @param {Words["money"]} money
 */
function knockouts(all, say, money) {
  const takers = [...new Set(all.toSorted((one, other) => Number(other.mine) - Number(one.mine)).map(({ by }) => by))];
  return takers.map((by) => {
    const won = all.filter((each) => each.by === by);
    const amount = money(won.reduce((sum, { paid }) => sum + paid, 0));
    return say(won[0].mine ? "bounty_won" : "knocked_out_by", { by, amount, name: won.map(({ name }) => name).join(", ") });
  }).join(" · ");
}

/** What the line above the table says, most important first: [class, text], or null.
 * @param {Seen} state
 * @param {Words} words
 * @returns {[string, string | null] | null}
 */
function line({ connection, table, refusal, bounty, rise, fate }, { say, money, ordinal }) {
  if (connection === "ended") return ["lost", refusal?.message ?? say("ended")];
  if (connection !== "open" && table !== null) return ["lost", say("reconnecting")];
  if (refusal) return ["refusal", refusal.message];
  if (fate) return [fate === "missed" || fate === "over" ? "refusal" : "told", say(`fate_${fate}`)];
  if (bounty) return ["bounty", knockouts(bounty, say, money)];
  if (rise) return ["bounty", say("moved_up", { place: ordinal(rise.place), amount: money(rise.prize) })];
  return null;
}

/** A thin line above the table: the socket is away, a refusal (briefly) with its rule, a bounty.
 * @param {{ state: Seen, urls: Urls }} props
 */
export function Wire({ state, urls }) {
  const [kind, text] = line(state, useWords()) ?? [];
  const rule = kind === "refusal" && state.refusal?.rule;
  return html`
    <div class="wire" role="status">
      ${text && html`<p class=${kind}>${text}${rule && html` <a href=${urls.rule(rule)} target="_blank">${rule}</a>`}</p>`}
    </div>`;
}

/** What staff have to say, until it is read.
 * @param {{ state: Seen, dispatch: Dispatch }} props
 */
export function Message({ state: { message }, dispatch }) {
  const { say } = useWords();
  return html`
    <div class="message-of-staff" role="alert">
      ${message && html`
        <div class=${message.warning ? "paper warning" : "paper"}>
          <p class="from">${say(message.warning ? "warning" : "message")}</p>
          <p>${message.text}</p>
          <button type="button" class="button button-quiet"
            onClick=${() => dispatch({ type: "message_read" })}>${say("message_read")}</button>
        </div>`}
    </div>`;
}
