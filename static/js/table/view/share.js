// A picture of a result to share: the room, the event, the place, or the winner's name, and what was won.

import { cloth, give, GOLD, IVORY, write } from "../../drawn.js";

/** @import { Result } from "../../types/page.d.ts" */

/** Draws a result.
 * @param {Result} result
 * @returns {HTMLCanvasElement}
 */
export function picture({ room, event, title, prize, champion }) {
  const paper = cloth(1200, 630);
  write(paper, room, { y: 120, size: 44, colour: GOLD });
  write(paper, title, { y: 290, size: champion ? 128 : 108, colour: "#fff", weight: 750 });
  if (prize) write(paper, prize, { y: 420, size: 92, colour: "#efcf86", weight: 700 });
  write(paper, event, { y: 530, size: 48, colour: IVORY });
  return paper.canvas;
}

/** Shares the picture where the browser can, else saves it.
 * @param {Result} result
 */
export const share = (result) => give(picture(result), "result.png");
