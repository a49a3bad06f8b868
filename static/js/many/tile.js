// One table of the page: its tile, its place for the buttons, and what the strip says of it.

/**
 * @import { LineTo, Looked, Opened, SettingsStore, Shown, State, Time, Voice } from "../types/page.d.ts"
 */

import { element } from "../element.js";
import { inBigBlinds } from "../table/state/amounts.js";
import { myHand, mySeat, myTurn } from "../table/state/mine.js";
import { openTable } from "../table/table.js";
import { cardText } from "../table/view/words.js";
import { secondsLeft } from "./focus.js";
import { over } from "./over.js";

// How long what a table ends with can be read before it leaves.
const READ_MS = 8000;

/** @typedef {import("./over.js").Word} Word */

/** Opens the table in `root`. `shares` says whether its buttons are put into its `bar`; `onDrawn` is
 * called whenever it was drawn, `onOver` when it has nothing more for its reader, with a word, and
 * `onMoved` with the table at which they go on.
 * @param {{
 *   root: HTMLElement, lineTo: (at: string) => LineTo, voices: { table: Voice, cash: Voice },
 *   settings: SettingsStore, shares: () => boolean, onDrawn: () => void,
 *   onOver: (word: Word) => void, onMoved: (at: string) => void,
 * }} tile
 */
export function openTile({ root, lineTo, voices, settings, shares, onDrawn, onOver, onMoved }) {
  const live = element(".live-table", root);
  const { at = "", cash } = live.dataset;
  const voice = cash === undefined ? voices.table : voices.cash;
  const name = root.getAttribute("aria-label") ?? "";
  const bar = document.createElement("div");
  bar.className = "bar";
  /** @type {State | null} */
  let state = null;
  /** @type {Time} */
  let time;
  let leaving = 0;

  /** Leaves a while after the table is over, unless it goes on.
   * @param {State} now
   */
  function leaveWhenOver(now) {
    const word = over(now);
    if (!word) {
      clearTimeout(leaving);
      leaving = 0;
    } else if (!leaving) leaving = setTimeout(() => onOver(word), READ_MS);
  }

  /** @type {Opened} */
  const table = openTable({
    root: live,
    line: lineTo(at),
    voice,
    settings,
    bar: () => (shares() ? bar : null),
    onDrawn(now, clock) {
      state = now;
      time = clock;
      leaveWhenOver(now);
      onDrawn();
    },
    onMoved: (_, id) => onMoved(`table/${id}`),
    onLeft: () => onOver(["gone_left", {}]),
  });

  /** Milliseconds of the page's own time, at which the reader's time is up. */
  const due = () => {
    const clock = state?.table?.clock;
    return clock ? Date.parse(clock.due_at) - time.now() + performance.now() : Infinity;
  };
  const turn = () => state !== null && myTurn(state) !== null && !mySeat(state)?.away;

  /** How the table writes stacks. */
  const written = () => {
    const unit = settings.get().bigBlinds ? (state?.table?.stakes.big_blind ?? 0) : 0;
    if (unit) return inBigBlinds(document.documentElement.lang, unit);
    return cash === undefined || state?.cash?.play ? voice.amount : voice.money;
  };

  return {
    at,
    name,
    root,
    bar,
    press: table.press,
    redraw: table.redraw,
    close() {
      clearTimeout(leaving);
      table.close();
      root.remove();
      bar.remove();
    },
    /** @returns {Looked} */
    looked: () => ({ at, turn: turn(), due: due() }),
    /** What the strip says at `now`.
     * @param {number} now
     * @param {boolean} focused
     * @returns {Shown}
     */
    shown(now, focused) {
      const seat = state && mySeat(state);
      const dealt = state && myHand(state) && myHand(state)?.status !== "folded";
      return {
        at,
        name,
        focused,
        turn: turn(),
        seconds: secondsLeft({ turn: turn(), due: due() }, now),
        purse: seat ? written()(seat.stack) : "",
        cards: dealt && state ? state.cards.map(cardText).join(" ") : "",
        watches: state !== null && state.table !== null && !seat && state.entry === null,
      };
    },
  };
}
