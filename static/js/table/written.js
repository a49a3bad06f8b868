// The lines of the log as they stand on the page. They are put there by hand: a line that the library
// leaves as it was would keep, by way of its parents, the whole page of when it was drawn first.

/**
 * @import { Line, Words } from "../types/page.d.ts"
 * @typedef {(line: Line, words: Words) => HTMLElement | null} Write
 */

import { html, useLayoutEffect, useRef } from "./ui.js";
import { useWords } from "./words.js";

/** Writes what is new and takes away what is gone; what says the same stays, and is not read aloud anew.
 * @param {HTMLElement} place
 * @param {Map<string, { line: Line, told: HTMLElement | null }>} before
 * @param {Line[]} lines
 * @param {(line: Line) => HTMLElement | null} write
 */
function keep(place, before, lines, write) {
  const after = new Map(lines.map((line) => {
    const old = before.get(line.id);
    if (old?.line === line) return [line.id, old];
    const told = write(line);
    return [line.id, { line, told: old?.told?.isEqualNode(told) ? old.told : told }];
  }));
  const shown = [...after.values()].flatMap(({ told }) => told ?? []);
  const stays = new Set(shown);
  for (const { told } of before.values()) if (told && !stays.has(told)) told.remove();
  shown.forEach((told, i) => {
    if (place.children[i] !== told) place.insertBefore(told, place.children[i] ?? null);
  });
  return after;
}

/** @param {{ lines: Line[], write: Write }} props */
export function Written({ lines, write }) {
  const words = useWords();
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const kept = useRef(/** @type {ReturnType<typeof keep>} */ (new Map()));
  useLayoutEffect(() => {
    if (place.current) kept.current = keep(place.current, kept.current, lines, (line) => write(line, words));
  }, [lines]);
  return html`<div class="written" ref=${place} />`;
}
