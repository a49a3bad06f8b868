// Pictures to share: a cloth with a border, lines of text, and the way to whom the reader gives them.

const MARGIN = 90;
const FONT = "system-ui, sans-serif";

export const GOLD = "#dcb45e";
export const IVORY = "#e9e4d6";

/** Makes an empty picture.
 * @param {number} width
 * @param {number} height
 * @returns {CanvasRenderingContext2D}
 */
export function cloth(width, height) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const paper = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const colours = paper.createRadialGradient(width / 2, height / 2, 50, width / 2, height / 2, Math.max(width, height) / 1.6);
  colours.addColorStop(0, "#1c6b4c");
  colours.addColorStop(1, "#0a1a14");
  paper.fillStyle = colours;
  paper.fillRect(0, 0, width, height);
  paper.strokeStyle = GOLD;
  paper.lineWidth = 6;
  paper.strokeRect(30, 30, width - 60, height - 60);
  paper.textAlign = "center";
  return paper;
}

/** Writes a line in the middle, as large as it may be.
 * @param {CanvasRenderingContext2D} paper
 * @param {string} text
 * @param {{ y: number, size: number, colour: string, weight?: number }} how
 */
export function write(paper, text, { y, size, colour, weight = 600 }) {
  paper.fillStyle = colour;
  paper.font = `${weight} ${size}px ${FONT}`;
  const wide = paper.measureText(text).width;
  const most = paper.canvas.width - 2 * MARGIN;
  if (wide > most) paper.font = `${weight} ${Math.floor((size * most) / wide)}px ${FONT}`;
  paper.fillText(text, paper.canvas.width / 2, y);
}

/** Shares a picture where the browser can, else saves it.
 * @param {HTMLCanvasElement} canvas
 * @param {string} name
 */
export async function give(canvas, name) {
  /** @type {Blob | null} */
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!blob) return;
  const file = new File([blob], name, { type: blob.type });
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
