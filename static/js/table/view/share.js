// A picture of a result to share: the room, the event, the place, or the winner's name, and what was won.

/** @import { Result } from "../../types/page.d.ts" */

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 90;
const FONT = "system-ui, sans-serif";

/** Writes a line in the middle, as large as it may be.
 * @param {CanvasRenderingContext2D} paper
 * @param {string} text
 * @param {{ y: number, size: number, colour: string, weight?: number }} how
 */
function write(paper, text, { y, size, colour, weight = 600 }) {
  paper.fillStyle = colour;
  paper.font = `${weight} ${size}px ${FONT}`;
  const wide = paper.measureText(text).width;
  const most = WIDTH - 2 * MARGIN;
  if (wide > most) paper.font = `${weight} ${Math.floor((size * most) / wide)}px ${FONT}`;
  paper.fillText(text, WIDTH / 2, y);
}

/** Draws a result.
 * @param {Result} result
 * @returns {HTMLCanvasElement}
 */
export function picture({ room, event, title, prize, champion }) {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const paper = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const cloth = paper.createRadialGradient(WIDTH / 2, HEIGHT / 2, 50, WIDTH / 2, HEIGHT / 2, WIDTH / 1.6);
  cloth.addColorStop(0, "#1c6b4c");
  cloth.addColorStop(1, "#0a1a14");
  paper.fillStyle = cloth;
  paper.fillRect(0, 0, WIDTH, HEIGHT);
  paper.strokeStyle = "#dcb45e";
  paper.lineWidth = 6;
  paper.strokeRect(30, 30, WIDTH - 60, HEIGHT - 60);
  paper.textAlign = "center";
  write(paper, room, { y: 120, size: 44, colour: "#dcb45e" });
  write(paper, title, { y: 290, size: champion ? 128 : 108, colour: "#fff", weight: 750 });
  if (prize) write(paper, prize, { y: 420, size: 92, colour: "#efcf86", weight: 700 });
  write(paper, event, { y: 530, size: 48, colour: "#e9e4d6" });
  return canvas;
}

/** Shares the picture where the browser can, else saves it.
 * @param {Result} result
 */
export async function share(result) {
  const canvas = picture(result);
  /** @type {Blob | null} */
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!blob) return;
  const file = new File([blob], "result.png", { type: blob.type });
  if (navigator.canShare?.({ files: [file] })) {
    // Readers who close the browser's own dialog have changed their mind.
    await navigator.share({ files: [file] }).catch(() => undefined);
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}
