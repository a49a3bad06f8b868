// What the reader must know besides the hand: a break, a lost connection, a move, the end.

import { countdown, useServerTime } from "./clock.js";
import { mySeat } from "./state.js";
import { html } from "./ui.js";
import { useWords } from "./words.js";

/** What has an end that is known. */
const COUNTED = new Set(["break", "starting"]);

/** The one notice that matters most, [key, values, link: "event" | "moved" | null], or null. */
export function notice(state) {
  const { table } = state;
  if (state.moved !== null) {
    const key = { round: "next_round", final: "final_table" }[state.movedFor] ?? "moved";
    return [key, {}, "moved"];
  }
  if (state.out) {
    // A place may be known only later: others may still enter, or a round of a shootout goes on.
    if (state.place === null) return ["knocked_out", {}, "event"];
    return state.place === 1 ? ["champion", {}, "event"] : ["out", { place: state.place }, "event"];
  }
  if (state.closed) return ["closed", {}, "event"];
  if (table.notice?.kind === "finished") return ["finished", {}, "event"];
  if (COUNTED.has(table.notice?.kind)) {
    return [table.notice.kind, { until: table.notice.until }, null];
  }
  if (table.notice?.kind === "draw") {
    const { multiplier, prize } = table.notice;
    return ["draw", { multiplier, prize }, null];
  }
  if (table.notice?.kind === "waiting") {
    return ["waiting", { here: table.seats.length, seats: table.max_seats }, null];
  }
  if (table.notice?.kind === "hand_for_hand") {
    return ["hand_for_hand", { round: table.notice.round }, null];
  }
  if (table.notice?.kind === "deal") return ["notice_deal", {}, "event"];
  if (table.notice) return [`notice_${table.notice.kind}`, table.notice, null];
  if (!table.hand) return mySeat(state) ? ["soon", {}, null] : ["quiet", {}, null];
  return null;
}

/** What is said below the title: of a move and of a pause, why. */
function more(key, values, { movedFor, table: { notice } }, say) {
  if (key === "moved") return say(`moved_${movedFor}`);
  if (notice?.kind !== "paused" || key !== "notice_paused") return say(`${key}_more`, values);
  if (notice.cause === "connections") return say("paused_connections");
  return notice.reason || say("notice_paused_more");
}

/** Only these may cover the middle while a hand is still to be seen. */
const OVER_A_HAND = new Set([
  "moved", "next_round", "final_table", "out", "knocked_out", "champion", "closed", "finished",
]);

export function Notice({ state, dispatch, time, urls }) {
  const { say, amount, money } = useWords();
  const [key, values, link] = notice(state) ?? [null, {}, null];
  if (key === "draw") {
    values.multiplier = amount(values.multiplier);
    values.prize = money(values.prize);
  }
  const now = useServerTime(time, COUNTED.has(key));
  const live = state.table.hand && !state.table.hand.finished;
  const shown = key !== null && (!live || OVER_A_HAND.has(key));
  const href = link === "moved" ? urls.table(state.moved) : urls.event;
  return html`
    <div class=${`notice ${key ?? ""}`} role="status">
      ${shown && html`
        <div class="paper">
          <p class="title">${say(key, values)}</p>
          ${COUNTED.has(key) && html`
            <p class="count" aria-hidden="true">${countdown(Date.parse(values.until) - now)}</p>`}
          ${!COUNTED.has(key) && html`<p>${more(key, values, state, say)}</p>`}
          ${link && href && html`<a class="button" href=${href}>${say(`${link}_link`)}</a>`}
          ${["out", "knocked_out"].includes(key) && html`
            <button type="button" class="button button-quiet" onClick=${() => dispatch({ type: "watch_on" })}>
              ${say("watch_on")}</button>`}
        </div>`}
    </div>`;
}

/** What is true while a hand runs, in a line above the pot: the middle belongs to the hand. */
export function Meanwhile({ table }) {
  const { say } = useWords();
  const live = table.hand && !table.hand.finished;
  const keys = { paused: "paused_in_hand", hand_for_hand: "hand_for_hand_in_hand" };
  const key = live && keys[table.notice?.kind];
  return html`
    <p class="meanwhile" role="status">${key && html`<span>${say(key, table.notice)}</span>`}</p>`;
}

/** What the line above the table says, most important first: [class, text], or null. */
function line({ connection, table, refusal, bounty }, { say, money }) {
  if (connection !== "open" && table !== null) return ["lost", say("reconnecting")];
  if (refusal) return ["refusal", refusal.message];
  if (bounty) {
    const won = { amount: money(bounty.paid), name: bounty.names.join(", ") };
    return ["bounty", say("bounty_won", won)];
  }
  return null;
}

/** A thin line above the table: the socket is away, a refusal (briefly), a bounty. */
export function Wire({ state }) {
  const [kind, text] = line(state, useWords()) ?? [];
  return html`
    <div class="wire" role="status">
      ${text && html`<p class=${kind}>${text}</p>`}
    </div>`;
}

/** What staff have to say, until it is read. */
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
