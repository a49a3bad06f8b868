// The action log: each event as a sentence, announced politely.

/**
 * @import { ActEvent, Event as HandEvent } from "../../types/frames.d.ts"
 * @import { Line, LineWin, Values, Words } from "../../types/page.d.ts"
 */

import { joined, madeOf, whole } from "../state/hand_names.js";
import { html, useLayoutEffect, useRef, useState } from "./ui.js";
import { cardText, useWords } from "./words.js";

/** @typedef {{ name?: string, amount?: number, number?: number, count?: number, openers?: string }} Told */
/** @typedef {[key: string, told: Told, cards?: string[]]} Sentence */

const SIZED = new Set(["call", "bet", "raise"]);

// Where a sentence has its {cards}: they are drawn, and read aloud in words.
const CARDS = "\uFFFC";

/** The sentence of an event: [key, values, cards?], or null for what is better seen than said.
 * @param {HandEvent} event
 * @param {string} name
 * @param {number} hand
 * @returns {Sentence | null}
 */
export function sentence(event, name, hand) {
  switch (event.e) {
    case "start": return ["log_hand", { number: hand }];
    case "ante": return ["log_ante", { name, amount: event.amount }];
    case "blind": return [`log_blind_${event.kind}`, { name, amount: event.amount }];
    case "act": return acted(event, name);
    case "draw": return [event.count ? "log_changes" : "log_pat", { name, count: event.count }];
    case "redeal": return ["log_redeal", { amount: event.pot, openers: event.openers }];
    case "uncalled": return ["log_uncalled", { name, amount: event.amount }];
    case "street": return [`log_${event.street}`, {}, event.cards];
    case "show": return [event.ranking ? "log_show_hand" : "log_show", { name },
      event.cards.filter((card) => card !== "??")];
    case "rake": return ["log_rake", { amount: event.amount }];
    case "muck": return ["log_muck", { name }];
    default: return null;
  }
}

/**
 * @param {ActEvent} event
 * @param {string} name
 * @returns {Sentence}
 */
function acted(event, name) {
  if (event.all_in) return ["log_all_in", { name, amount: event.to ?? event.added }];
  if (event.kind === "cip" && event.added) return ["log_cip_opens", { name, amount: event.added }];
  const amount = event.kind === "call" ? event.added : event.to;
  return [`log_${event.kind}`, SIZED.has(event.kind) ? { name, amount } : { name }];
}

/** Who wins a pot, and with what: one sentence where the same players share both halves of it.
 * @param {LineWin[]} wins
 * @param {Words} words
 */
function won(wins, { say, stack: amount }) {
  const sides = [0, 1].map((side) => wins.filter((win) => (win.side ?? 0) === side)).filter((side) => side.length);
  /** @param {LineWin} win */
  const hand = (win) => {
    const made = madeOf(win);
    return made && whole(made, say);
  };
  /** @param {LineWin[]} side @param {string} [low] */
  const clause = (side, low) => {
    const names = [...new Set(side.map(({ name }) => name))];
    const verb = names.length > 1 ? "split" : "win";
    return say(side[0].ranking ? `log_${verb}_${low ? "both" : "hand"}` : "log_win", {
      name: joined(names, say), amount: amount(side.reduce((sum, win) => sum + win.amount, 0)),
      hand: hand(side[0]), low,
    });
  };
  const seats = new Set(sides.map((side) => side.map(({ seat }) => seat).sort().join()));
  if (sides.length === 2 && seats.size === 1) return clause(wins, hand(sides[1][0]) ?? "");
  return sides.map((side) => (sides.length === 2 ? `${say(`half_${side[0].side}`)}: ${clause(side)}` : clause(side))).join(" · ");
}

/** A line as it stands in the log; null for what is better seen than said.
 * @param {Line} line
 * @param {Words} words
 * @returns {HTMLElement | null}
 */
function write(line, words) {
  const { say, stack: amount, cards } = words;
  if (line.wins) {
    // After a dead small blind a big blind that nobody calls wins nothing.
    const wins = line.wins.filter((win) => win.amount > 0);
    return wins.length ? made("p", "line win", won(wins, words)) : null;
  }
  const parts = sentence(line.event, line.name, line.hand);
  if (!parts) return null;
  const [key, values, codes = []] = parts;
  /** @type {Values} */
  const worded = { ...values, cards: CARDS };
  if (values.amount !== undefined) worded.amount = amount(values.amount);
  if (values.openers) worded.openers = say(`openers_${values.openers}`);
  const shown = line.event.e === "show" && madeOf({ ranking: line.event.ranking, cards: line.best });
  if (shown) worded.hand = whole(shown, say);
  const [before, after] = say(key, worded).split(CARDS);
  const element = made("p", `line ${line.event.e}`, before);
  if (after === undefined) return element;
  const seen = made("span", "codes");
  seen.setAttribute("aria-hidden", "true");
  seen.append(...codes.map((code) => made("span", `suit-${code[1]}`, cardText(code))));
  element.append(made("span", "visually-hidden", cards(codes)), seen, after);
  return element;
}

/**
 * @param {string} tag
 * @param {string} className
 * @param {string} text
 */
function made(tag, className, text = "") {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}

/** Writes what is new and takes away what is gone; what says the same stays, and is not read aloud anew.
 * @param {HTMLElement} place
 * @param {Map<string, { line: Line, element: HTMLElement | null }>} before
 * @param {Line[]} lines
 * @param {Words} words
 */
function keep(place, before, lines, words) {
  const after = new Map(lines.map((line) => {
    const old = before.get(line.id);
    if (old?.line === line) return [line.id, old];
    const element = write(line, words);
    return [line.id, { line, element: old?.element?.isEqualNode(element) ? old.element : element }];
  }));
  const shown = [...after.values()].flatMap(({ element }) => element ?? []);
  const stays = new Set(shown);
  for (const { element } of before.values()) if (element && !stays.has(element)) element.remove();
  shown.forEach((element, i) => {
    if (place.children[i] !== element) place.insertBefore(element, place.children[i] ?? null);
  });
  return after;
}

/** The lines as they stand on the page. They are put there by hand: a line that the library leaves as it
 * was would keep, by way of its parents, the whole page of when it was drawn first.
 * @param {{ lines: Line[] }} props
 */
function Written({ lines }) {
  const words = useWords();
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const written = useRef(/** @type {ReturnType<typeof keep>} */ (new Map()));
  useLayoutEffect(() => {
    if (place.current) written.current = keep(place.current, written.current, lines, words);
  }, [lines]);
  return html`<div class="written" ref=${place} />`;
}

/** @param {{ lines: Line[] }} props */
export function Log({ lines }) {
  const { say } = useWords();
  const [open, setOpen] = useState(false);
  return html`
    <div class=${`log ${open ? "open" : ""}`}>
      <button type="button" class="log-toggle" aria-expanded=${open} onClick=${() => setOpen(!open)}>
        <span class="visually-hidden">${say("log_toggle")}</span>
      </button>
      <div class="lines" role="log" aria-live="polite" tabindex="0" aria-label=${say("log")}>
        <${Written} lines=${lines} />
        ${lines.length === 0 && html`<p class="line">${say("log_empty")}</p>`}
      </div>
    </div>`;
}
