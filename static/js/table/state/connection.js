// A websocket that comes back by itself, sooner when the network or the page comes back, and that
// knows how well it does.

/**
 * @import { Frame, PongFrame, Wish } from "../../types/frames.d.ts"
 * @import { Connection, ConnectionEars, Quality } from "../../types/page.d.ts"
 */

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5000;
// A server that restarts says so, and another one answers.
const RESTART_CODE = 1012;
const RESTART_WAIT_MS = 100;
// After so long a silence the line is tried. So long after that without an answer it counts as lost,
// and after some more it is opened anew: a room that answers late is not called by everybody at once.
const QUIET_MS = 1200;
const SILENT_MS = 1500;
const ANSWER_MS = 3500;
const OPENING_MS = 10000;
// However much is heard, the way there and back is measured so often.
const MEASURE_MS = 5000;
const SAMPLES = 3;
// From here on one feels it.
const SLOW_MS = 300;
// What the server closes for good, having said why: signed out, shut out, no such table.
export const FINAL = new Set([4401, 4403, 4404]);

/** How well a line does whose last round trips took so long.
 * @param {number[]} trips
 * @returns {Quality}
 */
export function qualityOf(trips) {
  const middle = [...trips].sort((one, other) => one - other)[trips.length >> 1];
  return middle >= SLOW_MS ? "slow" : "good";
}

/** A connection to the `address` of the moment, once `open` is called. Ears hear each frame, and the
 * status: "open", "silent" when nobody answers, "lost", or "ended" when it is no use to come again.
 * @param {ConnectionEars & { address: () => URL }} connection
 * @returns {Connection}
 */
export function connect({ address, onFrame, onStatus, onQuality }) {
  /** @type {WebSocket | undefined} */
  let socket;
  let wait = FIRST_WAIT_MS;
  /** @type {number | undefined} */
  let retry;
  /** @type {number | undefined} */
  let quiet;
  let silent = false;
  let askedAt = 0;
  let measured = 0;
  /** @type {number[]} */
  let trips = [];

  /** @param {Wish} wish */
  const send = (wish) => {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(wish));
    return true;
  };

  // A phone that changed networks keeps a dead socket.
  const probe = () => {
    clearTimeout(quiet);
    askedAt = performance.now();
    quiet = setTimeout(miss, SILENT_MS);
    if (!send({ type: "ping" })) clearTimeout(quiet);
  };
  const miss = () => {
    silent = true;
    onQuality("lost");
    onStatus("silent");
    quiet = setTimeout(() => lost(socket), ANSWER_MS - SILENT_MS);
  };
  const listen = () => {
    clearTimeout(quiet);
    quiet = setTimeout(probe, askedAt ? SILENT_MS : QUIET_MS);
    if (!silent) return;
    silent = false;
    onStatus("open");
  };
  /** @param {Exclude<Frame, PongFrame> | PongFrame} frame */
  const hear = (frame) => {
    const now = performance.now();
    if (frame.type !== "pong") {
      if (!askedAt && now - measured > MEASURE_MS) probe();
      onFrame(frame);
      return;
    }
    if (askedAt) trips = [...trips, now - askedAt].slice(-SAMPLES);
    askedAt = 0;
    measured = now;
    onQuality(qualityOf(trips));
  };

  const rest = () => {
    clearTimeout(quiet);
    clearTimeout(retry);
    retry = undefined;
    silent = false;
    askedAt = 0;
  };

  /**
   * @param {WebSocket | undefined} which
   * @param {number} [code] of its close
   */
  const lost = (which, code) => {
    if (!which || which !== socket || retry !== undefined) return;
    rest();
    which.close();
    trips = [];
    onQuality("lost");
    onStatus("lost");
    const pause = code === RESTART_CODE ? RESTART_WAIT_MS : wait;
    retry = setTimeout(open, pause * (0.75 + Math.random() / 2));
    wait = Math.min(LONGEST_WAIT_MS, wait * 2);
  };

  const open = () => {
    rest();
    const opened = new WebSocket(address());
    socket = opened;
    quiet = setTimeout(() => lost(opened), OPENING_MS);
    opened.onopen = () => {
      wait = FIRST_WAIT_MS;
      onStatus("open");
      probe();
    };
    opened.onmessage = ({ data }) => {
      if (opened !== socket) return;
      const frame = JSON.parse(data);
      hear(frame);
      listen();
    };
    opened.onclose = ({ code }) => (FINAL.has(code) ? end(opened) : lost(opened, code));
  };

  /** @param {WebSocket} which */
  const end = (which) => {
    if (which !== socket) return;
    rest();
    socket = undefined;
    onStatus("ended");
  };

  const hasten = () => {
    if (document.visibilityState !== "visible" || !socket) return;
    if (retry === undefined) probe();
    else open();
  };
  addEventListener("online", hasten);
  addEventListener("offline", () => lost(socket));
  document.addEventListener("visibilitychange", hasten);
  return { open, send, opened: () => socket !== undefined };
}
