// One seat: who sits there, what they hold, what they last did, and their clock.

/**
 * @import { HandTold, Held, SeatTold, SeatView as Sitter, TableView } from "../../types/frames.d.ts"
 * @import { Dispatch, Seen, State, Style, Time, Values, Words } from "../../types/page.d.ts"
 */

import { identicon } from "../../identicon.js";
import { Kept } from "../cash/cash.js";
import { madeOf } from "../state/hand_names.js";
import { hasGone } from "../state/mine.js";
import { Card } from "./card.js";
import { ClockRing } from "./clock.js";
import { MadeHands } from "./made.js";
import { html, useState } from "./ui.js";
import { useWords } from "./words.js";

/** A player as a picture: their own, or one made from their name.
 * `picture` is the key of a picture of their own.
 * @param {{ name: string, picture?: string }} props
 */
function Avatar({ name, picture }) {
  const [lost, setLost] = useState(/** @type {string | null} */ (null));
  if (picture && picture !== lost) {
    return html`
      <img class="avatar" src=${`/avatars/${picture}.webp`} alt="" width="128" height="128"
        onError=${() => setLost(picture)} />`;
  }
  const { hue, path } = identicon(name);
  return html`
    <svg class="avatar" viewBox="0 0 7 7" aria-hidden="true" style=${{ "--hue": hue }}><path d=${path} /></svg>`;
}

/** What a player who has shown holds at the end of a hand: a winner what won, high and low.
 * @param {HandTold | null} hand
 * @param {SeatTold | undefined} part
 */
function made(hand, part) {
  if (!hand?.finished || !part) return [];
  const mine = hand.results.filter(({ seat }) => seat === part.seat);
  const won = [0, 1].map((half) => mine.find(({ side }) => (side ?? 0) === half)).filter((each) => each !== undefined);
  const hands = part.won > 0 ? won : [{ ranking: part.ranking, cards: part.best }];
  return hands.map(madeOf).filter((each) => each !== null);
}

/** What the label under a seat says, most important first: [key, values, class].
 * @param {{
 *   part: SeatTold | undefined, said: State["said"][string] | undefined, away: boolean,
 *   waits: boolean | undefined, lost: boolean, turn: boolean, hand: HandTold | null,
 *   amount: Words["amount"],
 * }} seen
 * @returns {[string, Values, string] | null}
 */
function label({ part, said, away, waits, lost, turn, hand, amount }) {
  if (part && part.won > 0) return ["wins", {}, "takes"];
  if (part?.status === "all_in") return ["all_in", {}, "all-in"];
  if (lost) return ["disconnected", {}, "away"];
  if (turn) return null;
  if (away) return ["away", {}, "away"];
  if (waits && hand && !part) return [hand.draw ? "waits_pot" : "waits", {}, "away"];
  if (part?.status === "folded") return ["folded", {}, "folded"];
  // A hand that was declared void is no more.
  if (!said || !hand || hand.finished) return null;
  if (said.e === "draw") {
    return [said.count ? "changes" : "pat", { count: said.count }, ""];
  }
  const to = said.to ?? part?.bet;
  const sized = said.kind === "bet" || said.kind === "raise";
  return sized ? [`${said.kind}_to`, { amount: amount(to ?? 0) }, ""] : [said.kind, {}, ""];
}

/**
 * @param {{
 *   part: SeatTold | undefined, mine: boolean, cards: string[], best: Set<string> | null,
 * }} props
 */
function Hole({ part, mine, cards, best }) {
  const own = mine && cards.length > 0;
  const codes = own ? cards : (part?.cards ?? []);
  if (!part || (part.status === "folded" && !own)) return html`<div class="hole" />`;
  const shape = [
    "hole", codes.some((code) => code !== "??") && "faces", codes.length > 2 && "many",
    part.status === "folded" && "hole-gone",
  ].filter(Boolean).join(" ");
  return html`
    <div class=${shape} style=${{ "--cards": codes.length }}>
      ${codes.map((code, i) => html`
        <${Card} key=${i + code} code=${code}
          best=${best && code !== "??" && part.won > 0 ? best.has(code) : null} />`)}
    </div>`;
}

/** @param {{ hand: HandTold | null, no: number }} props */
function Disc({ hand, no }) {
  const { say } = useWords();
  if (hand?.button !== no) return null;
  return html`
    <span class="dealer" title=${say("dealer")}>
      <span aria-hidden="true">${say("dealer_letter")}</span>
      <span class="visually-hidden">${say("dealer")}</span>
    </span>`;
}

/**
 * @param {{
 *   seat: Sitter, table: TableView, state: Seen, mine: boolean, place: Style,
 *   room: number, best: Set<string> | null, time: Time, chance?: number,
 *   write: ((player: { user: number, name: string }) => void) | null,
 * }} props
 */
export function Seat({ seat, table, state, mine, place, room, best, time, chance, write }) {
  const { say, money, stack } = useWords();
  const { hand, clock } = table;
  const told = hand?.seats.find((each) => each.seat === seat.seat);
  // Who has folded before their turn in a pool sees it at once, and nobody else does (FAST-1).
  const early = mine && state.entry && hasGone(state) && !hand?.finished && told?.status === "active";
  const part = early ? { ...told, status: /** @type {const} */ ("folded") } : told;
  const turn = hand?.turn?.seat === seat.seat;
  const lost = state.connected !== null && !state.connected.has(seat.user);
  const hands = made(hand, part);
  const said = hands.length ? null : label({
    part, said: state.said[seat.seat], away: seat.away, waits: seat.waits, lost, turn, hand, amount: stack,
  });
  const mark = state.marks?.[seat.user];
  const classes = [
    "seat", mine && "mine", turn && "turn", part && part.won > 0 && "winner", seat.away && "away", lost && "lost",
    hand && (!part || part.status === "folded") && "idle",
  ].filter(Boolean).join(" ");
  return html`
    <li class=${classes} style=${place} data-seat=${seat.seat}>
      <${Hole} part=${part} mine=${mine} cards=${state.cards} best=${best} />
      <div class="plate">
        ${turn && clock?.seat === seat.seat && html`
          <${ClockRing} key=${clock.turn_at} clock=${clock} time=${time} />`}
        <${Avatar} name=${seat.name} picture=${seat.avatar} />
        <span class="who">
          <span class="name">${seat.name}${mine && html`<span class="visually-hidden"> (${say("you")})</span>`}</span>
          <span class="purse" style=${`--letters: ${stack(seat.stack).length}`}>${stack(seat.stack)}</span>
        </span>
        ${seat.price !== undefined && seat.price > 0 && html`
          <span class="price" title=${say("on_head")}>
            <span class="visually-hidden">${say("on_head")} </span>${money(seat.price)}
          </span>`}
        ${chance !== undefined && html`
          <span class="equity"><span class="visually-hidden">${say("equity")} </span>${Math.round(100 * chance)}%</span>`}
        <${Disc} hand=${hand} no=${seat.seat} />
        ${write && html`
          <button type="button" class="note-open" aria-haspopup="dialog" aria-label=${say("note_on", { name: seat.name })}
            title=${mark?.note || (mark?.colour && say(`colour_${mark.colour}`))}
            onClick=${() => write({ user: seat.user, name: seat.name })}>
            <span class=${`note-mark colour-${mark?.colour || (mark?.note ? "written" : "none")}`}>
              <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 20l1-5L16 4l4 4L9 19z" /></svg></span>
          </button>`}
        ${turn && html`<span class="visually-hidden">${say("to_act")}</span>`}
        ${part && part.won > 0 && html`
          <span class="visually-hidden">${say("wins_amount", { amount: stack(part.won) })}</span>`}
      </div>
      <p class=${`said ${said?.[2] ?? (hands.length && part && part.won > 0 ? "takes" : "")}`}>
        ${hands.length > 0 && html`<${MadeHands} hands=${hands} room=${room} />`}
        ${said && html`<span key=${said[0]}>${say(said[0], { ...said[1], amount: "" })}
          ${said[1].amount && html`<span class="sum">${said[1].amount}</span>`}${said[0] === "away" && html`${" "}
          <${Kept} seat=${seat} time=${time} short=${true} />`}</span>`}
      </p>
    </li>`;
}

/** A free chair: who may sit down chooses it, and gives it back, by pressing it.
 * @param {{
 *   place: Style, no: number, state: Seen, held: Held | undefined, choose: Dispatch | null,
 * }} props
 */
export function EmptySeat({ place, no, state, held, choose }) {
  const { say } = useWords();
  if (held && held.user !== state.user) {
    return html`<li class="seat free held" style=${place}><div class="plate">${say("seat_held")}</div></li>`;
  }
  if (!choose) {
    return html`<li class="seat free" style=${place} aria-hidden="true"><div class="plate" /></li>`;
  }
  const mine = state.chosen === no;
  return html`
    <li class="seat free" style=${place}>
      <button type="button" class="plate" aria-pressed=${mine}
        onClick=${() => choose({ type: "choose_seat", seat: mine ? null : no })}>
        ${say("seat_number", { number: no })}</button>
    </li>`;
}
