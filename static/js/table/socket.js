// The table's websocket: reconnects by itself, quicker when the network or the page comes back.

/** @import { LineEars, OpenLine, Send } from "../types/page.d.ts" */

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5000;
// After so long a silence the line is tried, and after so long without an answer it is cut.
const QUIET_MS = 4000;
const ANSWER_MS = 3500;
const OPENING_MS = 10000;
// What the server closes for good, having said why: signed out, shut out, no such table.
const FINAL = new Set([4401, 4403, 4404]);

/** Opens `url`; `onFrame` gets each frame, `onStatus` "open", "lost", or "ended" when it is no use
 * to come again.
 * @param {{ url: URL } & LineEars} socket
 * @returns {OpenLine}
 */
export function connect({ url, onFrame, onStatus }) {
  /** @type {WebSocket} */
  let socket;
  let wait = FIRST_WAIT_MS;
  /** @type {number | undefined} */
  let retry;
  /** @type {number | undefined} */
  let quiet;
  let ended = false;

  /** @type {Send} */
  const send = (frame) => {
    if (socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(frame));
    return true;
  };

  // A phone that changed networks keeps a dead socket.
  const probe = () => {
    clearTimeout(quiet);
    if (send({ type: "ping" })) quiet = setTimeout(() => lost(socket), ANSWER_MS);
  };
  const listen = () => {
    clearTimeout(quiet);
    quiet = setTimeout(probe, QUIET_MS);
  };

  /** @param {WebSocket} which */
  const lost = (which) => {
    if (which !== socket || retry !== undefined || ended) return;
    clearTimeout(quiet);
    which.close();
    onStatus("lost");
    retry = setTimeout(open, wait * (0.75 + Math.random() / 2));
    wait = Math.min(LONGEST_WAIT_MS, wait * 2);
  };

  const open = () => {
    clearTimeout(retry);
    retry = undefined;
    const opened = new WebSocket(url);
    socket = opened;
    quiet = setTimeout(() => lost(opened), OPENING_MS);
    opened.onopen = () => {
      wait = FIRST_WAIT_MS;
      onStatus("open");
      listen();
    };
    opened.onmessage = ({ data }) => {
      if (opened !== socket) return;
      listen();
      const frame = JSON.parse(data);
      if (frame.type !== "pong") onFrame(frame);
    };
    opened.onclose = ({ code }) => (FINAL.has(code) ? end(opened) : lost(opened));
  };

  /** @param {WebSocket} which */
  const end = (which) => {
    if (which !== socket) return;
    clearTimeout(quiet);
    ended = true;
    onStatus("ended");
  };

  const hasten = () => {
    if (document.visibilityState !== "visible") return;
    if (retry === undefined) probe();
    else open();
  };
  addEventListener("online", hasten);
  addEventListener("offline", () => lost(socket));
  document.addEventListener("visibilitychange", hasten);
  open();
  return {
    send,
    close() {
      ended = true;
      clearTimeout(quiet);
      clearTimeout(retry);
      socket.close();
    },
  };
}
