// Boots the live table: socket -> state -> page, and gestures -> socket.

/**
 * @import { Gestures, Message as News, Settings, State, Urls, Words } from "../types/page.d.ts"
 */

import { element } from "../element.js";
import { remember } from "../fingerprints.js";
import { Actions } from "./actions.js";
import { chipsField, moneyField } from "./amounts.js";
import { newKey, sitDown, termsOf } from "./cash.js";
import { serverClock } from "./clock.js";
import { Felt } from "./felt.js";
import { Header } from "./header.js";
import { Log } from "./log.js";
import { mySeat, myTurn } from "./mine.js";
import { Message, Wire } from "./notice.js";
import { loadSettings, saveSettings } from "./settings.js";
import { mayHaveChanged, seller } from "./shop.js";
import { Keyed, keyboard } from "./shortcuts.js";
import { connect } from "./socket.js";
import { initial, reduce } from "./state.js";
import { html, render } from "./ui.js";
import { Speaking, dictionary, speaker } from "./words.js";

const REFUSAL_MS = 4000;
const BOUNTY_MS = 7000;
const MOVE_MS = 1800;
const LEFT_MS = 4000;

const root = /** @type {HTMLElement} */ (document.getElementById("table"));
const { name, socket: path, user, eventUrl, drawUrl, offerUrl, tableUrl, verifyUrl, rulesUrl, csrf } =
  /** @type {Record<string, string>} */ (root.dataset);
const cash = termsOf(root.dataset);
const locale = document.documentElement.lang;
const spoken = speaker(dictionary("table-words"), locale);
// Where chips are cents, every amount is money.
/** @type {Words} */
const words = cash
  ? { ...spoken, amount: spoken.money, field: moneyField(locale) }
  : { ...spoken, field: chipsField(locale) };
/** @type {Urls} */
const urls = {
  event: eventUrl || null,
  draw: drawUrl || null,
  table: (id) => tableUrl.replace("/0/", `/${id}/`),
  verify: (id) => verifyUrl.replace("/0/", `/${id}/`),
  rules: rulesUrl,
  rule: (key) => `${rulesUrl}${key}/`,
};
const time = serverClock();
const keys = keyboard();
const title = document.title;

/** @type {State} */
let state = { ...initial(user ? Number(user) : null), cash };
/** @type {Settings} */
let settings = loadSettings();
let refusalTimer = 0;
let bountyTimer = 0;

const shop = seller({
  url: offerUrl,
  csrf,
  onOffer: (offer) => dispatch({ type: "offer", offer }),
  onRefusal: ({ message, code, rule }) =>
    dispatch({ type: "refused", message, code, rule: rule ?? undefined, version: 0 }),
});

/** @param {Partial<Settings>} wish */
function change(wish) {
  settings = { ...settings, ...wish };
  saveSettings(settings);
  draw();
}

/** @type {Gestures} */
const gestures = {
  act(action) {
    if (state.pending) return;
    if (state.entry && action.kind === "fold") gestures.fold();
    else if (send({ type: "act", action, version: state.version })) dispatch({ type: "sent" });
  },
  fold() {
    const hand = state.table?.hand_id;
    if (state.pending || typeof hand !== "number") return;
    if (send({ type: "fold", hand, view: state.views })) dispatch({ type: "sent" });
  },
  newHand: () => send({ type: "new_hand" }),
  sitOut: () => send({ type: "sit_out" }),
  comeBack: () => send({ type: "come_back" }),
  show: () => send({ type: "show" }),
  buy: (kind) => shop.buy(kind),
  choose: (wish) => send({ type: "choose", ...wish }),
  topUp: (amount) => send({ type: "top_up", amount, key: newKey() }),
  stay: () => send({ type: "stay" }),
  leave: (afterHand) => send({ type: "leave", after_hand: afterHand }),
  async sit(wish) {
    const refusal = cash && await sitDown(cash, wish);
    if (refusal) dispatch({ type: "refused", version: state.version, ...refusal });
  },
};

function draw() {
  document.title = myTurn(state) ? `● ${words.say("your_turn")} · ${title}` : title;
  const seated = state.table && mySeat(state) ? "seated" : "";
  const colours = settings.fourColours ? "" : "two-colours";
  if (!state.table) {
    // The server has drawn an empty table (templates/tables/table.html).
    const said = state.connection === "open" ? "connecting" : state.connection;
    const why = said === "ended" && state.refusal?.message;
    element(".loading p", root).textContent = why || words.say(said);
    return;
  }
  const page = html`
    <${Header} name=${name} state=${state} urls=${urls} gestures=${gestures} settings=${settings} change=${change} />
    <${Wire} state=${state} urls=${urls} />
    <${Message} state=${state} dispatch=${dispatch} />
    <${Felt} state=${state} dispatch=${dispatch} time=${time} urls=${urls} />
    <${Actions} state=${state} dispatch=${dispatch} gestures=${gestures} shortcuts=${settings.shortcuts} time=${time} />
    <${Log} lines=${state.log} />`;
  root.querySelector(":scope > .arriving")?.remove();
  const room = html`<div class=${`room ${seated} ${colours}`}>${page}</div>`;
  render(html`<${Speaking} value=${words}><${Keyed} value=${keys}>${room}<//><//>`, root);
}

/** What must happen besides drawing once `message` has changed `before` into `state`.
 * @param {State} before
 * @param {News} message
 */
function follow(before, message) {
  const dropped = message.type === "update" && before.stale;
  const heard = state.version !== before.version && message.type === "update";
  const dealt = heard && message.events.some((event) => event.e === "start");
  if (state.stale && !dropped) send({ type: "snapshot" });
  if (dealt && state.table) {
    remember(state.table.id, state.table.hand_no, state.table.commitment);
  }
  if (mayHaveChanged(before, state)) shop.look();
  if (message.type === "refused") {
    clearTimeout(refusalTimer);
    refusalTimer = setTimeout(() => dispatch({ type: "refusal_read" }), REFUSAL_MS);
  }
  if (message.type === "bounty") {
    clearTimeout(bountyTimer);
    bountyTimer = setTimeout(() => dispatch({ type: "bounty_read" }), BOUNTY_MS);
  }
  if (before.left === null && state.left !== null) {
    setTimeout(() => location.assign(urls.event ?? "/"), LEFT_MS);
  }
  if (message.type === "moved") {
    setTimeout(() => location.assign(urls.table(message.table)), MOVE_MS);
  }
}

/** @param {News} message */
function dispatch(message) {
  const before = state;
  state = reduce(state, message);
  follow(before, message);
  if (state !== before) draw();
}

draw();
document.addEventListener("keydown", keys.press);
const send = connect({
  url: new URL(path, location.href.replace(/^http/, "ws")),
  onStatus: (status) => dispatch({ type: "connection", status }),
  onFrame: (frame) => {
    if ("now" in frame) time.observe(frame.now);
    dispatch(frame);
  },
});
