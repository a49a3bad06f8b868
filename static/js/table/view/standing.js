// How the event stands, as its tables show it: asked when something may have changed here, and
// seldom otherwise; never with every hand.

/**
 * @import { Seen, Standing, State, Time, Urls, Words } from "../../types/page.d.ts"
 */

import { mySeat } from "../state/mine.js";
import { countdown, useServerTime } from "./clock.js";
import { html, useState } from "./ui.js";
import { useWords } from "./words.js";

// No two questions are nearer to each other, and none is further off while the page is seen.
const LEAST_MS = 10_000;
const MOST_MS = 30_000;

/** Whether how the event stands may have changed for the reader between two states: a hand of this
 * table is over, or the table waits for something else.
 * @param {State} before
 * @param {State} after
 */
export function mayStandOtherwise(before, after) {
  return (
    (before.table === null && after.table !== null) ||
    before.lastHand !== after.lastHand ||
    before.out !== after.out ||
    before.table?.notice?.kind !== after.table?.notice?.kind ||
    before.table?.stakes.big_blind !== after.table?.stakes.big_blind
  );
}

/** Asks `url` how the event stands, whenever `look` is called and it is time.
 * @param {{ url: string, onStanding: (standing: Standing) => void, now?: () => number }} asker
 */
export function asker({ url, onStanding, now = () => performance.now() }) {
  let askedAt = -Infinity;
  let closed = !url;
  /** @type {number | undefined} */
  let timer;

  async function ask() {
    askedAt = now();
    wait(MOST_MS);
    if (document.visibilityState === "hidden") return;
    // Without an answer there is nothing new; it is asked again soon enough.
    const standing = await fetch(url).then((answer) => answer.ok && answer.json()).catch(() => null);
    if (standing && !closed) onStanding(standing);
  }

  /** @param {number} delay */
  function wait(delay) {
    clearTimeout(timer);
    timer = setTimeout(ask, delay);
  }

  return {
    look() {
      if (!closed) wait(Math.max(0, askedAt + LEAST_MS - now()));
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/** What there is to say, most important first: [what, words, whether it is a clock].
 * @param {Seen} state
 * @param {Standing} standing
 * @param {number} now
 * @param {Words} words
 * @returns {Array<[string, string]>}
 */
function figures({ table, user }, standing, now, { say, amount, stack, money }) {
  const mine = table.seats.find((seat) => seat.user === user);
  const { next } = standing;
  /** @param {string} iso */
  const until = (iso) => countdown(Date.parse(iso) - now);
  /** @type {Array<[string, string | null | false | undefined]>} */
  const all = [
    ["level", standing.level !== null && [
      standing.level, standing.paused ? say("clock_stands") : standing.until && until(standing.until),
    ].filter(Boolean).join(" · ")],
    // Without blinds all ante, in every level (DRAW-1).
    table.betting === "ante"
      ? ["next_ante", next && amount(next.ante || next.big_blind)]
      : ["next_blinds", next && `${amount(next.small_blind)}/${amount(next.big_blind)}${next.ante ? ` A ${amount(next.ante)}` : ""}`],
    ["players_left", say("of", { count: amount(standing.left), all: amount(standing.entries) })],
    ["rank", standing.rank !== null && say("of", { count: amount(standing.rank), all: amount(standing.left) })],
    ["own_stack", mine && stack(mine.stack)],
    ["average", standing.average !== null && stack(standing.average)],
    ["next_prize", standing.prize !== null && money(standing.prize)],
    ["late_until", standing.late && (standing.late_until ? until(standing.late_until) : say("late_open"))],
    ["to_break", standing.break_at && until(standing.break_at)],
  ];
  return all.filter(/** @returns {each is [string, string]} */ (each) => Boolean(each[1]));
}

/** How far the next prize is, in words.
 * @param {Standing} standing
 * @param {Words["say"]} say
 */
export function bubble({ left, out, in_money, prize }, say) {
  if (prize === null || out === null) return in_money ? say("in_money") : "";
  if (in_money) return say("next_step", { count: out });
  // Two who play for one prize have no bubble.
  if (left <= 2) return "";
  return out === 1 ? say("bubble") : say("to_money", { count: out });
}

/** A line on a phone, which opens; all of it where there is room.
 * @param {{ state: Seen, time: Time, urls: Urls }} props
 */
export function Stands({ state, time, urls }) {
  const words = useWords();
  const { say } = words;
  const { standing } = state;
  const [open, setOpen] = useState(false);
  const now = useServerTime(time, standing !== null);
  if (!standing || standing.level === null) return null;
  const all = figures(state, standing, now, words);
  const far = bubble(standing, say);
  /** @type {Array<[string, string | null]>} */
  const short = [
    ["level", all.find(([what]) => what === "level")?.[1] ?? null],
    ["players_left", `${words.amount(standing.left)}/${words.amount(standing.entries)}`],
    ["rank", standing.rank === null ? null : words.amount(standing.rank)],
  ];
  return html`
    <section class=${`stands ${open ? "open" : ""}`} aria-label=${say("stands")}>
      <button type="button" class="in-short" aria-expanded=${open} onClick=${() => setOpen(!open)}>
        ${short.map(([what, value]) => value && html`
          <span key=${what}><span class="what">${say(`${what}_short`)}</span> ${value}</span>`)}
        ${far && html`<span class="far">${far}</span>`}
      </button>
      <dl>
        ${all.map(([what, value]) => html`
          <div key=${what}><dt>${say(what)}</dt><dd>${value}</dd></div>`)}
        ${standing.deal && mySeat(state) && html`
          <div><dt>${say("deal")}</dt><dd><a href=${urls.deal}>${say("deal_ask")}</a></dd></div>`}
      </dl>
      <p class="far" role="status">${far}</p>
    </section>`;
}
