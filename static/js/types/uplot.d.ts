// What the desk's charts use of vendor/uplot, whose own types no browser module can import.

export interface Axis {
  stroke: string;
  grid: { show?: boolean; stroke?: string; width?: number };
  ticks: { show: boolean };
  font: string;
  size?: number;
  space?: number;
  splits?: (chart: uPlot) => number[];
  filter?: (chart: uPlot, splits: number[]) => number[];
  values?: (chart: uPlot, splits: number[]) => string[];
}

export interface Series {
  label: string;
  value: (chart: uPlot, value: number | null) => string;
  stroke?: string;
  fill?: string;
  width?: number;
  points?: { show: boolean; size: number; fill: string };
  paths?: object;
}

export interface Options {
  width: number;
  height: number;
  cursor: { y: boolean; drag: { x: boolean; y: boolean } };
  scales: {
    x: { time: boolean; distr?: number; range: [number, number] };
    y: { range: (chart: uPlot, low: number, high: number) => [number, number] };
  };
  axes: Axis[];
  series: Series[];
  hooks?: { drawAxes?: ((chart: uPlot) => void)[] };
}

export default class uPlot {
  static paths: { bars(how: { size: [number, number] }): object };
  width: number;
  ctx: CanvasRenderingContext2D;
  bbox: { left: number; top: number; width: number; height: number };
  valToPos(value: number, scale: string, onCanvas: boolean): number;
  constructor(options: Options, figures: (number | null)[][], inside: HTMLElement);
  destroy(): void;
}
