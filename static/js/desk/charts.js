// Charts of the desk. A figure's data-chart says what the table beside it says
// (core/admin/charts.py); without this script the table stands alone.

// @ts-types="../types/uplot.d.ts"
import uPlot from "../../vendor/uplot/uPlot.esm.js";

/** @typedef {{name: string, kind: "bars" | "line" | "dots", values: (number | null)[]}} Series */
/** What a figure tells: names along its foot, or places, which lie on a logarithmic line; marks are
 * lines from top to bottom at some of the names.
 * @typedef {{along: string, x: string[] | number[], unit: string, series: Series[], marks?: {at: number, name: string}[]}} Told */

const HEIGHT = 240;
// Pixels that a name at the foot takes, and a figure at the side.
const NAME_WIDTH = 84;
const SIDE = 72;
const LONGEST = 12;
const PLACES = [1, 2, 3, 5, 9, 18, 36, 81, 153, 300, 700, 1_500];

/** @type {Map<HTMLElement, uPlot | null>} */
const drawn = new Map();

/** @param {HTMLElement} figure
 * @param {string} name */
const colour = (figure, name) => getComputedStyle(figure).getPropertyValue(`--chart-${name}`).trim();

/** A counter in a unit: the code of a currency, percent, or none.
 * @param {Told["unit"]} unit
 * @param {boolean} short */
function counter(unit, short) {
  const language = document.documentElement.lang || "en";
  /** @type {Intl.NumberFormatOptions} */
  const style = { maximumFractionDigits: 2 };
  if (unit && unit !== "percent") Object.assign(style, { style: "currency", currency: unit });
  if (short) Object.assign(style, { notation: "compact", maximumFractionDigits: 1, minimumFractionDigits: 0 });
  const format = new Intl.NumberFormat(language, style);
  // A true minus sign, as amounts are written beside a chart.
  return (/** @type {number} */ value) => format.format(value).replace("-", "\u2212") + (unit === "percent" ? " %" : "");
}

/** @param {string | number | undefined} name */
function cut(name) {
  const whole = String(name ?? "");
  return whole.length > LONGEST ? `${whole.slice(0, LONGEST - 1)}…` : whole;
}

/** Which names have room at the foot.
 * @param {number} count
 * @param {number} width */
function someOf(count, width) {
  const step = Math.max(1, Math.ceil((count * NAME_WIDTH) / Math.max(NAME_WIDTH, width - SIDE)));
  return Array.from({ length: Math.ceil(count / step) }, (_, number) => number * step);
}

/** @param {HTMLElement} figure
 * @param {Series} series
 * @param {number} number
 * @param {(value: number) => string} said
 * @returns {import("../types/uplot.d.ts").Series} */
function line(figure, series, number, said) {
  const ink = colour(figure, String(number + 1));
  const few = series.values.filter((value) => value !== null).length < 40;
  /** @type {import("../types/uplot.d.ts").Series} */
  const options = {
    label: series.name,
    stroke: ink,
    width: 2,
    value: (_chart, value) => (value === null ? "–" : said(value)),
    points: { show: series.kind === "dots" || (series.kind === "line" && few), size: 7, fill: ink },
  };
  if (series.kind === "bars") Object.assign(options, { paths: uPlot.paths.bars({ size: [0.7, 64] }), fill: ink, width: 0 });
  if (series.kind === "dots") options.paths = () => null;
  return options;
}

/** Draws the marks, and the names of those that have room.
 * @param {HTMLElement} figure
 * @param {NonNullable<Told["marks"]>} marks
 * @returns {(chart: uPlot) => void} */
const marked = (figure, marks) => (chart) => {
  const { ctx, bbox: { left, top, width, height } } = chart;
  const scale = devicePixelRatio;
  let free = left;
  ctx.save();
  ctx.font = `${11 * scale}px ${getComputedStyle(figure).fontFamily}`;
  ctx.textAlign = "left";
  ctx.textBaseline = "alphabetic";
  ctx.fillStyle = colour(figure, "ink");
  ctx.strokeStyle = colour(figure, "ink");
  ctx.globalAlpha = 0.75;
  ctx.lineWidth = scale;
  ctx.setLineDash([2 * scale, 4 * scale]);
  for (const { at, name } of marks) {
    const x = Math.round(chart.valToPos(at, "x", true));
    if (x < left || x > left + width) continue;
    ctx.beginPath();
    ctx.moveTo(x, top);
    ctx.lineTo(x, top + height);
    ctx.stroke();
    const wide = ctx.measureText(name).width;
    if (x < free || x + wide > left + width) continue;
    ctx.fillText(name, x + 4 * scale, top + 11 * scale);
    free = x + wide + 12 * scale;
  }
  ctx.restore();
};

/** @param {HTMLElement} figure
 * @param {Told} data
 * @returns {import("../types/uplot.d.ts").Options} */
function options(figure, data) {
  const places = typeof data.x[0] === "number";
  const axis = {
    stroke: colour(figure, "ink"),
    grid: { stroke: colour(figure, "grid"), width: 1 },
    ticks: { show: false },
    font: `12px ${getComputedStyle(figure).fontFamily}`,
  };
  const short = counter(data.unit, true);
  const whole = counter(data.unit, false);
  /** @param {number} value */
  const named = (value) => String(places ? value : data.x[value] ?? "");
  const last = places ? Math.max(2, Number(data.x.at(-1))) : data.x.length - 1;
  return {
    width: figure.clientWidth,
    height: HEIGHT,
    cursor: { y: false, drag: { x: false, y: false } },
    scales: {
      x: places ? { time: false, distr: 3, range: [1, last] } : { time: false, range: [-0.6, last + 0.6] },
      y: { range: (_chart, low, high) => [Math.min(0, low * 1.08), Math.max(0, high * 1.08) || 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        splits: (chart) => places ? PLACES.filter((place) => place <= last) : someOf(data.x.length, chart.width),
        filter: (_chart, splits) => splits,
        values: (_chart, splits) => splits.map((split) => cut(named(split))),
      },
      { ...axis, size: SIDE, space: 40, values: (_chart, splits) => splits.map(short) },
    ],
    series: [
      { label: data.along, value: (_chart, value) => (value === null ? "–" : named(value)) },
      ...data.series.map((series, number) => line(figure, series, number, whole)),
    ],
    hooks: data.marks ? { drawAxes: [marked(figure, data.marks)] } : {},
  };
}

/** What a figure tells; one name alone stands between two empty ones, or it gets no bar.
 * @param {HTMLElement} figure
 * @returns {Told} */
function read(figure) {
  /** @type {Told} */
  const data = JSON.parse(figure.dataset.chart ?? "");
  if (data.x.length !== 1 || typeof data.x[0] === "number") return data;
  const series = data.series.map((one) => ({ ...one, values: [null, ...one.values, null] }));
  return { ...data, x: ["", data.x[0], ""], series };
}

/** @param {HTMLElement} figure */
function draw(figure) {
  const data = read(figure);
  drawn.get(figure)?.destroy();
  const along = data.x.map((name, number) => (typeof name === "number" ? name : number));
  drawn.set(figure, new uPlot(options(figure, data), [along, ...data.series.map((series) => series.values)], figure));
}

const sizes = new ResizeObserver((changes) => {
  for (const { target } of changes) {
    if (!(target instanceof HTMLElement) || !target.clientWidth) continue;
    if (drawn.get(target)?.width !== target.clientWidth) draw(target);
  }
});

/** Draw what is new on the page; what was taken off it is let go. */
function look() {
  for (const figure of drawn.keys()) {
    if (!figure.isConnected) {
      sizes.unobserve(figure);
      drawn.delete(figure);
    }
  }
  for (const figure of document.querySelectorAll("[data-chart]")) {
    if (!(figure instanceof HTMLElement) || drawn.has(figure)) continue;
    drawn.set(figure, null);
    sizes.observe(figure);
  }
}

look();
// A dialog comes later, and the theme changes with a class.
new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
new MutationObserver(() => drawn.forEach((chart, figure) => chart && draw(figure)))
  .observe(document.documentElement, { attributeFilter: ["class"] });
