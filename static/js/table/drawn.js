// The prize of a VeloX at its table: the strip rolls, and then says what is played for (VELOX-1).

/**
 * @import { DrawNotice } from "../types/frames.d.ts"
 * @import { Time } from "../types/page.d.ts"
 * @import { Odds } from "../velox/proof.js"
 */

import { fill, rest, roll, ROLL_MS } from "../velox/reel.js";
import { html, useLayoutEffect, useRef, useState } from "./ui.js";
import { useWords } from "./words.js";

/** As long as this the result is to be read.
 * @type {number}
 */
const READ_MS = 1500;

/** @param {{ draw: DrawNotice, time: Time, still: boolean }} props */
export function Drawn({ draw: { multiplier, prize, odds, until }, time, still }) {
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
