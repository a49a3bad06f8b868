// The oval felt with everything on it. Seats turn so that the reader's is at the bottom.

/**
 * @import { HandTold } from "../types/frames.d.ts"
 * @import { Dispatch, Seen, Settings, Style, Time, Urls } from "../types/page.d.ts"
 */

import { mayChoose, mySeat } from "./mine.js";
import { useEquities } from "./chances.js";
import { Meanwhile, Notice } from "./notice.js";
import { CROWDED, placeOf, places } from "./places.js";
import { Board, Chips, Draw, Halves, Pot, SidePots } from "./pot.js";
import { EmptySeat, Seat } from "./seat.js";
import { useOwner } from "./owner.js";
import { html } from "./ui.js";
import { useWords } from "./words.js";

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
 *   state: Seen, dispatch: Dispatch, time: Time, urls: Urls, settings: Settings, still: boolean,
 * }} props
 */
export function Felt({ state, dispatch, time, urls, settings, still }) {
  const { say } = useWords();
  const { label } = useOwner();
  const { table } = state;
  const mine = mySeat(state)?.seat ?? null;
  /** @param {number} no */
  const at = (no) => places(table.max_seats)[placeOf(no, mine, table.max_seats)];
  /** @param {number} no */
  const own = (no) => (no === mine ? "own" : "");
  const best = winningCards(table.hand);
  const seated = new Map(table.seats.map((seat) => [seat.seat, seat]));
  const numbers = Array.from({ length: table.max_seats }, (_, i) => i + 1);
  const chances = useEquities(state, settings.equities, still);
  const shape = [
    "scene", table.hand?.finished && "finished", table.max_seats >= CROWDED && "crowded",
  ].filter(Boolean).join(" ");
  return html`
    <section class="stage" aria-label=${label(say("table"))}>
      <div class=${shape}>
        <div class="rail"><div class="cloth"><span class="mark" aria-hidden="true">${document.body.dataset.house}</span></div></div>
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
                  state=${state} mine=${no === mine} place=${at(no)} best=${best} time=${time}
                  chance=${chances?.get(no)} />`
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
        <${Notice} state=${state} dispatch=${dispatch} time=${time} urls=${urls} />
      </div>
    </section>`;
}
