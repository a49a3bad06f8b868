// The strip above the felt: where one is, what is played, and the reader's own settings.

/**
 * @import { StakesTold, TableView } from "../../types/frames.d.ts"
 * @import { Gestures, Quality, Seen, Settings, Urls } from "../../types/page.d.ts"
 */

import { CashMenu } from "../cash/cash.js";
import { PoolMenu, Rest } from "../cash/pool.js";
import { mySeat } from "../state/mine.js";
import { Menu } from "./menu.js";
import { useShortcuts } from "./shortcuts.js";
import { html } from "./ui.js";
import { useWords } from "./words.js";

/** Blinds, ante and limits (LOBBY-1).
 * @param {{ stakes: StakesTold, betting: TableView["betting"] }} props
 */
function Played({ stakes, betting }) {
  const { say, amount } = useWords();
  // Without blinds everybody antes, and the big blind is the least bet.
  const draw = betting === "ante";
  const dead = stakes.ante || (draw ? stakes.big_blind : 0);
  const limits = { small: amount(stakes.big_blind), big: amount(2 * stakes.big_blind) };
  const blinds = draw
    ? say("cip_button", { amount: amount(stakes.big_blind) })
    : `${amount(stakes.small_blind)}/${amount(stakes.big_blind)}`;
  const ante = say(stakes.big_blind_ante ? "ante_big_blind" : "ante", { amount: amount(dead) });
  return html`
    <span class="stakes">
      ${!draw && html`<span class="visually-hidden">${say("blinds")}</span>`}${blinds}
      ${betting === "limit" && html`<span class="limits">${say("limits", limits)}</span>`}
      ${dead > 0 && html`
        <span class="ante" title=${ante}>
          <span aria-hidden="true">A ${amount(dead)}</span>
          <span class="visually-hidden">${ante}</span>
        </span>`}
    </span>`;
}

/** The whole name where there is room, else the letters or the one word that players write. Of a mix, which of its
 * games is on (MIX-1).
 * @param {{ code: string, mix: string | null }} props
 */
function Game({ code, mix }) {
  const { say } = useWords();
  const short = say(`short_${code}`);
  const letters = short === `short_${code}` ? code.toUpperCase() : short;
  const name = [mix, code].filter((each) => each !== null).map((each) => say(`game_${each}`)).join(": ");
  return html`
    <span class="game" title=${name}>
      <span class="letters" aria-hidden="true">${mix && `${say("mix")} `}${letters}</span>
      <span class="whole">${name}</span>
    </span>`;
}

/** @type {Record<Quality, number>} */
const BARS = { unknown: 0, good: 3, slow: 2, lost: 0 };

/** How the connection does: bars, and the same in words.
 * @param {{ quality: Quality }} props
 */
function Bars({ quality }) {
  const { say } = useWords();
  const words = say(`quality_${quality}`);
  return html`
    <span class=${`quality ${quality}`} role="img" aria-label=${words} title=${words}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        ${[1, 2, 3].map((bar) => html`
          <path key=${bar} class=${bar <= BARS[quality] ? "lit" : "unlit"}
            d=${`M${7 * bar - 2} 19v-${5 * bar - 2}`} />`)}
        ${quality === "lost" && html`<path class="cross" d="M14 4l6 6M20 4l-6 6" />`}
      </svg>
    </span>`;
}

/** The page's own bell and clock of play, which stand in the head of its only table.
 * @type {Element | null | undefined}
 */
let aside;

/** @param {Element | null} place */
function stand(place) {
  aside ??= document.querySelector("body > .head-aside");
  if (place && aside) place.append(aside);
}

/**
 * @param {{
 *   name: string, heading: string, state: Seen, urls: Urls, gestures: Gestures, settings: Settings,
 *   change: (wish: Partial<Settings>) => void,
 * }} props
 */
export function Header({ name, heading, state, urls, gestures, settings, change }) {
  const { say } = useWords();
  const { table } = state;
  const seat = mySeat(state);
  const away = state.entry ? state.entry.rests : seat?.away;
  useShortcuts({
    ...(seat && { o: away ? gestures.comeBack : gestures.sitOut }),
  }, settings.shortcuts);
  return html`
    <header class="head">
      ${urls.event && html`
        <a class="back" href=${urls.event} title=${say("event_link")}>
          <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M15 5l-7 7 7 7" /></svg>
          <span class="visually-hidden">${say("event_link")}</span>
        </a>`}
      <div class="title">
        <${heading} class="name">${name}<//>
        <p>
          ${state.cash?.play && html`<span class="play-money">${say("play_money")}</span>`}
          <${Played} stakes=${table.stakes} betting=${table.betting} />
          <${Game} code=${table.hand?.game ?? table.game}
            mix=${table.hand && table.hand.game !== table.game ? table.game : null} />
          ${urls.draw && html`<a href=${urls.draw}>${say("draw_link")}</a>`}
          ${table.hand_no > 0 && html`<span class="hand-no">${say("hand_number", { number: table.hand_no })}</span>`}
        </p>
      </div>
      <div class="aside-place" ref=${stand} />
      <${Bars} quality=${state.quality} />
      ${state.entry && html`
        <${Rest} entry=${state.entry} gestures=${gestures} />
        <${PoolMenu} state=${state} gestures=${gestures} />`}
      ${seat && !state.entry && !seat.away && !state.stay?.leaving && html`
        <button type="button" class="sit-out" title=${say("sit_out")} onClick=${gestures.sitOut}>
          <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M9 6v12M15 6v12" /></svg>
          <span>${say("sit_out")}</span></button>`}
      ${seat && state.cash && html`<${CashMenu} state=${state} gestures=${gestures} />`}
      <${Menu} state=${state} urls=${urls} settings=${settings} change=${change} />
    </header>`;
}
