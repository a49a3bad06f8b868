// One connection for all the tables of a page: each has a line of its own on it.

/**
 * @import { EntryFrame, Frame, PongFrame } from "../../types/frames.d.ts"
 * @import { LineEars, LineTo, Quality } from "../../types/page.d.ts"
 */

import { FINAL, connect } from "./connection.js";

const ADDRESS = "/ws/tables/";
// A table that the room could not show just now is asked for again.
const AGAIN_MS = 2000;

/** A table as the room calls it (`at`), who hears of it, and the ids of the tables whose frames are
 * for it: one, but for an entry in a pool, which goes on to the `next`.
 * @typedef {{ at: string, ears: LineEars, shown: number | null, next: number | null }} Line
 */

/** @param {EntryFrame} frame */
const entryAt = ({ pool, no }) => `pool/${pool}/${no}`;

/** The table that is always the same; null for an entry in a pool.
 * @param {string} at
 */
const tableOf = (at) => (at.startsWith("table/") ? Number(at.slice("table/".length)) : null);

/** Whether a frame is for a line.
 * @param {Line} line
 * @param {Exclude<Frame, PongFrame>} frame
 */
export function isFor({ at, shown, next }, frame) {
  if (frame.at !== undefined) return frame.at === at;
  if (frame.type === "entry") return entryAt(frame) === at;
  // Neither of a table nor of a wish: of the whole socket.
  if (frame.table_id === undefined) return true;
  return frame.table_id === shown || frame.table_id === next;
}

/** The lines of a page; `onQuality` hears how the connection does.
 * @param {{ onQuality?: (quality: Quality) => void }} page
 */
export function tablesSocket({ onQuality = () => undefined } = {}) {
  /** @type {Map<string, Line>} */
  const lines = new Map();
  /** What the room was asked to show on this connection. */
  /** @type {Set<string>} */
  let joined = new Set();
  let open = false;

  const connection = connect({
    address() {
      joined = new Set(lines.keys());
      const url = new URL(ADDRESS, location.href.replace(/^http/, "ws"));
      const shown = [...joined].map((at) => `at=${at}`);
      url.search = [`language=${document.documentElement.lang}`, ...shown].join("&");
      return url;
    },
    onFrame(frame) {
      for (const line of [...lines.values()]) if (isFor(line, frame)) give(line, frame);
    },
    onStatus(status) {
      open = status === "open";
      const all = [...lines.values()];
      if (status === "ended") lines.clear();
      for (const { ears } of all) ears.onStatus(status);
      if (open) join();
    },
    onQuality(quality) {
      onQuality(quality);
      for (const { ears } of lines.values()) ears.onQuality(quality);
    },
  });

  /** Asks for what the page shows, and no more for what it shows no longer. */
  function join() {
    if (!connection.opened()) connection.open();
    if (!open) return;
    for (const at of lines.keys()) {
      if (!joined.has(at) && connection.send({ type: "join", at })) joined.add(at);
    }
    for (const at of joined) {
      if (!lines.has(at) && connection.send({ type: "part", at })) joined.delete(at);
    }
  }

  /**
   * @param {Line} line
   * @param {Exclude<Frame, PongFrame>} frame
   */
  function give(line, frame) {
    if (frame.type === "parted") {
      joined.delete(line.at);
      if (FINAL.has(frame.code)) lines.delete(line.at);
      else setTimeout(join, AGAIN_MS);
      line.ears.onStatus(FINAL.has(frame.code) ? "ended" : "lost");
      return;
    }
    if (frame.type === "entry") line.next = frame.seat_at ?? line.next;
    if (frame.type === "snapshot") {
      line.shown = frame.table.id;
      // Until it has come, the table before is seen on.
      if (line.next === line.shown) line.next = null;
    }
    line.ears.onFrame(frame);
  }

  /** A line to the table that the room calls `at`.
   * @param {string} at
   * @returns {LineTo}
   */
  const lineTo = (at) => (ears) => {
    /** @type {Line} */
    const line = { at, ears, shown: tableOf(at), next: null };
    lines.set(at, line);
    // All tables that a page begins with come with the connection.
    queueMicrotask(join);
    if (open) ears.onStatus("open");
    return {
      send: (wish) => connection.send({ ...wish, at }),
      close() {
        if (lines.get(at) !== line) return;
        lines.delete(at);
        queueMicrotask(join);
      },
    };
  };
  return { lineTo };
}
