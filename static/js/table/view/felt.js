// The oval felt with everything on it. Seats turn so that the reader's is at the bottom.

/**
 * @import { HandTold } from "../../types/frames.d.ts"
 * @import { Dispatch, Seen, Settings, Style, Time, Urls } from "../../types/page.d.ts"
 */

import { mayChoose, mySeat } from "../state/mine.js";
import { useEquities } from "./chances.js";
import { NoteDialog } from "./note.js";
import { Meanwhile, Notice } from "./notice.js";
import { useOwner } from "./owner.js";
import { placeOf, places } from "./places.js";
import { Board, Chips, Draw, Halves, Pot, SidePots } from "./pot.js";
import { EmptySeat, Seat } from "./seat.js";
import { html, useLayoutEffect, useRef, useState } from "./ui.js";
import { useWords } from "./words.js";

// Amounts so long find room in any case: seats do not move for each that is longer.
const LETTERS = 5;

/** Whether plates are so small that a price on one's head has a line of its own below it (seat.css).
 * @param {{ width: number, height: number }} size
 */
const isSmall = ({ width, height }) => width <= 576 || height <= 384;

/** How large the stage is, and what keeps an eye on it.
 * @returns {[{ width: number, height: number }, { current: HTMLElement | null }]}
 */
function useSize() {
  const stage = useRef(/** @type {HTMLElement | null} */ (null));
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = /** @type {HTMLElement} */ (stage.current);
    let seen = size;
    const look = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width === seen.width && height === seen.height) return;
      setSize(seen = { width, height });
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    look();
    return () => observer.disconnect();
  }, []);
  return [size, stage];
}

/** The most cards in a hand, and the most letters of an amount, that the felt must have room for. A table
 * whose hand is over is laid out as for the last one.
 * @param {Seen} state
 * @param {(chips: number) => string} amount
 */
function useMeasures({ table: { hand }, cards }, amount) {
  const last = useRef({ cards: 2, letters: LETTERS });
  if (hand) {
    const amounts = hand.seats.map((part) => hand.finished ? part.won && `+${amount(part.won)}` : part.bet && amount(part.bet));
    last.current = {
      cards: Math.max(2, cards.length, ...hand.seats.map((part) => part.cards.length)),
      letters: Math.max(LETTERS, ...amounts.map((each) => String(each).length)),
    };
  }
  return last.current;
}

/** The cards of the winning hands, or null while nobody has won with any.
 * @param {HandTold | null} hand
 */
function winningCards(hand) {
  const cards = (hand?.results ?? []).flatMap((result) => result.cards ?? []);
  return hand?.finished && cards.length ? new Set(cards) : null;
}

/** What the winners take, and the layer on which things fly (mover.js).
 * @param {{ state: Seen, at: (seat: number) => Style, own: (seat: number) => string }} props
 */
function Moving({ state, at, own }) {
  const { table: { hand } } = state;
  const won = hand?.finished ? hand.seats.filter((part) => part.won > 0) : [];
  return html`
    <div aria-hidden="true">
      ${won.map((part) => html`
        <${Chips} key=${`${state.table.hand_no}.${part.seat}`} className=${`bet to-winner ${own(part.seat)}`} seat=${part.seat}
          cash=${state.cash !== null} sign="+" chips=${part.won} style=${at(part.seat)} />`)}
      <div class="flying-layer" />
    </div>`;
}

/**
 * @param {{
 *   state: Seen, dispatch: Dispatch, time: Time, urls: Urls, csrf: string, settings: Settings, still: boolean,
 * }} props
 */
export function Felt({ state, dispatch, time, urls, csrf, settings, still }) {
  const { say, stack: amount } = useWords();
  const { label } = useOwner();
  const { table } = state;
  // The view does not turn when the reader's event is over.
  const sat = state.sat?.id === table.id ? { ...state, table: state.sat } : state;
  const mine = (mySeat(state) ?? mySeat(sat))?.seat ?? null;
  const [size, stage] = useSize();
  const measures = useMeasures(state, amount);
  const chances = useEquities(state, settings.equities, still);
  const [noted, setNoted] = useState(/** @type {{ user: number, name: string } | null} */ (null));
  // Before the first paint it is measured.
  if (!size.width) return html`<section class="stage" ref=${stage} aria-label=${label(say("table"))} />`;
  const priced = isSmall(size) && table.seats.some(({ price }) => price !== undefined);
  const laid = places({ ...size, ...measures, seats: table.max_seats, mine: mine !== null, draw: Boolean(table.hand?.draw), priced });
  /** @param {number} no */
  const at = (no) => laid.at[placeOf(no, mine, table.max_seats)];
  /** @param {number} no */
  const own = (no) => (no === mine ? "own" : "");
  const best = winningCards(table.hand);
  const seated = new Map(table.seats.map((seat) => [seat.seat, seat]));
  const numbers = Array.from({ length: table.max_seats }, (_, i) => i + 1);
  const shape = [
    "scene", table.hand?.finished && "finished", laid.tight && "tight", priced && "priced",
  ].filter(Boolean).join(" ");
  return html`
    <section class="stage" ref=${stage} aria-label=${label(say("table"))}>
      <div class=${shape} style=${laid.scene}>
        <div class="rail"><div class="cloth">${!table.hand && html`<span class="mark" aria-hidden="true">${document.body.dataset.house}</span>`}</div></div>
        <div class="middle">
          <${Meanwhile} table=${table} />
          <${Pot} hand=${table.hand} />
          ${table.hand?.draw
            ? html`<${Draw} draw=${table.hand.draw} names=${seated} />`
            : html`<${Board} key=${table.hand_no} hand=${table.hand} turning=${state.turning}
                before=${state.boardBefore} best=${best} />`}
          <${SidePots} hand=${table.hand} />
          <${Halves} hand=${table.hand} names=${seated} />
        </div>
        <ul class="seats">
          ${numbers.map((no) => {
            const seat = seated.get(no);
            return seat
              ? html`<${Seat} key=${`${no}.${seat.user}`} seat=${seat} table=${table}
                  state=${state} mine=${no === mine} place=${at(no)} room=${laid.room} best=${best} time=${time}
                  chance=${chances?.get(no)} write=${state.marks && seat.user !== state.user ? setNoted : null} />`
              : html`<${EmptySeat} key=${no} place=${at(no)} no=${no} state=${state}
                  held=${table.held?.find((each) => each.seat === no)}
                  choose=${mayChoose(state) ? dispatch : null} />`;
          })}
        </ul>
        <div aria-hidden="true">
          ${numbers.map((no) => html`<i key=${no} class=${`spot ${own(no)}`} data-seat=${no} style=${at(no)} />`)}
        </div>
        ${table.hand && !table.hand.finished && table.hand.seats.map((part) => part.bet > 0 && html`
          <${Chips} key=${part.seat} className=${`bet ${own(part.seat)}`} seat=${part.seat} cash=${state.cash !== null} chips=${part.bet} style=${at(part.seat)}
            label=${say("bet_of", { name: seated.get(part.seat)?.name ?? part.seat })} />`)}
        <${Moving} state=${state} at=${at} own=${own} />
        <${Notice} state=${state} time=${time} urls=${urls} still=${still} />
      </div>
      ${noted && html`
        <${NoteDialog} key=${noted.user} player=${noted} mark=${state.marks?.[noted.user]} csrf=${csrf} dispatch=${dispatch}
          close=${() => setNoted(null)} />`}
    </section>`;
}
