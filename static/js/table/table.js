// A live table: its line -> state -> what is drawn in its root, and gestures -> its line. A page may
// have several.

/**
 * @import { Part } from "../types/preact.d.ts"
 * @import {
 *   Flying, Gestures, LineTo, Message as News, Motion, Opened, Seen, Settings, SettingsStore, State, Time,
 *   Urls, Voice, Wished, Words,
 * } from "../types/page.d.ts"
 */

import { element } from "../element.js";
import { remember } from "../fingerprints.js";
import { serverClock } from "../server_time.js";
import { newKey, sitDown, termsOf } from "./cash/cash.js";
import { never, soon } from "./motion/frames.js";
import { motionsOf, soundsOf } from "./motion/motions.js";
import { mover } from "./motion/mover.js";
import { revealing } from "./motion/reveal.js";
import { sounds } from "./motion/sounds.js";
import { decided } from "./state/ahead.js";
import { roomCurrency } from "../money.js";
import { blindsField, chipsField, inBigBlinds, moneyField } from "./state/amounts.js";
import { again, fate, sending } from "./state/in_flight.js";
import { mySeat, myTurn } from "./state/mine.js";
import { asItWas, initial, reduce } from "./state/state.js";
import { sorted } from "./state/strength.js";
import { Actions } from "./view/actions.js";
import { askEnd, EndPanel } from "./view/ended.js";
import { Felt } from "./view/felt.js";
import { Header } from "./view/header.js";
import { Log } from "./view/log.js";
import { Message, Wire } from "./view/notice.js";
import { Owned } from "./view/owner.js";
import { mayHaveChanged, seller } from "./view/shop.js";
import { Keyed, keyboard } from "./view/shortcuts.js";
import { asker, mayStandOtherwise, Stands } from "./view/standing.js";
import { html, render } from "./view/ui.js";
import { forPlay, Speaking } from "./view/words.js";

const REFUSAL_MS = 4000;
const BOUNTY_MS = 7000;
const MOVE_MS = 1800;
const LEFT_MS = 4000;

let opened = 0;

/** Whether the table is known.
 * @param {State} state
 * @returns {state is Seen}
 */
const seen = (state) => state.table !== null;

/** Where the page of a table has its addresses.
 * @param {DOMStringMap} data
 * @returns {Urls}
 */
function urlsOf({ eventUrl, dealUrl, drawUrl, tableUrl = "", verifyUrl = "", rulesUrl = "" }) {
  return {
    event: eventUrl || null,
    deal: dealUrl || null,
    draw: drawUrl || null,
    table: (id) => tableUrl.replace("/0/", `/${id}/`),
    verify: (id) => verifyUrl.replace("/0/", `/${id}/`),
    rules: rulesUrl,
    rule: (key) => `${rulesUrl}${key}/`,
  };
}

/** Opens the table that the data of `root` describe (templates/tables/parts/live_table.html).
 * `line` gives a line to it; `bar` the place for the reader's buttons, null for under the felt;
 * `onDrawn` is called with the state and the server's time whenever it was drawn, `onMoved` when the
 * reader has gone to another table, `onLeft` when they have left a cash table for good. A table that is
 * `replayed` shows a finished hand: nothing is done there, and no fingerprint was seen before its cards.
 * @param {{
 *   root: HTMLElement, line: LineTo, voice: Voice, settings: SettingsStore,
 *   bar?: () => HTMLElement | null, replayed?: boolean, onDrawn: (state: State, time: Time) => void,
 *   onMoved: (url: string, id: number) => void, onLeft: (url: string) => void,
 * }} table
 * @returns {Opened}
 */
export function openTable({ root, line, voice: roomVoice, settings, bar = () => null, replayed = false, onDrawn, onMoved, onLeft }) {
  const { name, user, heading = "h1", offerUrl = "", standingUrl = "", csrf = "" } = root.dataset;
  const cash = termsOf(root.dataset);
  const locale = document.documentElement.lang;
  // In an event for play money all that would be money is chips.
  const free = root.dataset.free !== undefined;
  const voice = free ? { ...roomVoice, money: roomVoice.amount, free } : roomVoice;
  // Where chips are cents, every amount is money; play money is chips.
  const words = cash && !cash.play
    ? { ...voice, amount: voice.money, field: moneyField(locale, roomCurrency()), locale }
    : { ...(cash ? forPlay(voice, root.dataset.play) : voice), field: chipsField(locale), locale };
  const urls = urlsOf(root.dataset);
  const time = serverClock();
  const keys = keyboard(() => settings.get().keys);
  opened += 1;
  const alone = heading === "h1";
  const owner = {
    id: `table-${opened}`,
    label: (/** @type {string} */ text) => (alone ? text : `${text}: ${name}`),
  };

  const moves = mover({ root, isCash: cash !== null, money: voice.money });
  const audible = sounds(settings.get);
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  /** @type {Array<{ motions: Motion[], heard: string[] }>} */
  const unseen = [];
  const isStill = () => calm.matches || !settings.get().motion;
  root.addEventListener("pointerdown", moves.end);

  /** @type {State} */
  let state = { ...initial(user ? Number(user) : null), cash, marks: JSON.parse(root.dataset.marks ?? "null") };
  /** @type {Record<string, number>} */
  const timers = {};

  /** Does something later, unless the same comes up again before.
   * @param {string} what
   * @param {number} after
   * @param {() => void} work
   */
  function later(what, after, work) {
    clearTimeout(timers[what]);
    timers[what] = setTimeout(work, after);
  }

  const shop = seller({
    url: offerUrl,
    csrf,
    onOffer: (offer) => dispatch({ type: "offer", offer }),
    onRefusal: ({ message, code, rule }) =>
      dispatch({ type: "refused", message, code, rule: rule ?? undefined, version: 0 }),
    // The new seat is drawn, at whichever table: the event's page leads there.
    onEntered: () => onLeft(urls.event ?? "/"),
  });

  const event = asker({
    url: standingUrl,
    onStanding: (standing) => dispatch({ type: "standing", standing }),
  });

  /** Sends a decision, which is remembered until it is answered; false without a connection.
   * @param {Wished} wish
   */
  function submit(wish) {
    if (!seen(state) || !send(wish)) return false;
    dispatch({ type: "sent", flying: sending(state, wish) });
    return true;
  }

  /** @type {Gestures} */
  const gestures = {
    act(action) {
      if (state.pending) return;
      if (state.entry && action.kind === "fold") gestures.fold();
      else submit({ type: "act", action, version: drawn.version });
    },
    fold() {
      const hand = state.table?.hand_id;
      if (state.pending || typeof hand !== "number") return;
      submit({ type: "fold", hand, view: state.views });
    },
    newHand: () => send({ type: "new_hand" }),
    sitOut: () => send({ type: "sit_out" }),
    comeBack: () => send({ type: "come_back" }),
    show: (cards) => send({ type: "show", ...(cards && { cards }) }),
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

  /** One value as long as it says the same: whatever speaks is drawn anew with another.
   * @type {{ unit: number, words: Words }}
   */
  let spoken = { unit: 0, words: { ...words, stack: words.amount, betField: words.field } };
  /** What is presented of the state, and what of it is drawn: a decision is made on that. */
  let presented = state;
  /** As `state`, but a table that is over stays as it was. */
  let shown = state;
  let drawn = state;
  /** @type {HTMLElement | null} */
  let barBefore = null;

  function draw() {
    drawn = presented;
    if (seen(drawn)) drawTable(drawn, settings.get());
    else drawArrival();
    onDrawn(drawn, time);
    enliven();
    // After it was drawn: an action names the version that is seen.
    const ahead = decided(state);
    if (ahead) gestures.act(ahead);
  }

  /** The server has drawn an empty table. */
  function drawArrival() {
    const status = state.connection === "open" ? "connecting" : state.connection;
    const why = status === "ended" && state.refusal?.message;
    element(".loading p", root).textContent = why || words.say(status);
  }

  /**
   * @param {Seen} known
   * @param {Settings} chosen
   */
  function drawTable(known, chosen) {
    const now = chosen.sorts ? { ...known, cards: sorted(known.cards) } : known;
    const unit = chosen.bigBlinds ? now.table.stakes.big_blind : 0;
    if (unit !== spoken.unit) {
      spoken = { unit, words: {
        ...words,
        stack: unit ? inBigBlinds(locale, unit) : words.amount,
        betField: unit ? blindsField(locale, unit) : words.field,
      } };
    }
    const seated = mySeat(now) ? "seated" : "";
    const look = [
      "room", seated, !chosen.fourColours && "two-colours", `cloth-${chosen.cloth}`, `back-${chosen.back}`,
      isStill() && "still",
    ].filter(Boolean).join(" ");
    const felt = html`
      <${Felt} state=${now} dispatch=${dispatch} time=${time} urls=${urls} csrf=${csrf} settings=${chosen} still=${isStill()} />`;
    root.querySelector(":scope > .arriving")?.remove();
    if (replayed) return put(html`<div class=${look}>${felt}<${Log} lines=${now.log} /></div>`, root);
    const place = bar();
    const actions = now.out && !now.entry && !now.cash ? html`
      <${EndPanel} state=${now} name=${name} urls=${urls} csrf=${csrf} still=${isStill()} dispatch=${dispatch}
        gestures=${gestures} time=${time} />` : html`
      <${Actions} state=${now} dispatch=${dispatch} gestures=${gestures} settings=${chosen}
        time=${time} urls=${urls} />`;
    const page = html`
      <${Header} name=${name} heading=${heading} state=${now} urls=${urls} gestures=${gestures}
        settings=${chosen} change=${settings.change} />
      <${Stands} state=${now} time=${time} urls=${urls} />
      <${Wire} state=${now} urls=${urls} />
      <${Message} state=${now} dispatch=${dispatch} />
      ${felt}
      ${!place && actions}
      <${Log} lines=${now.log} />`;
    put(html`<div class=${look}>${page}</div>`, root);
    if (barBefore && barBefore !== place) render(null, barBefore);
    if (place) put(actions, place);
    barBefore = place;
  }

  /** Draws a part of the table.
   * @param {Part} part
   * @param {HTMLElement} where
   */
  function put(part, where) {
    render(html`
      <${Owned} value=${owner}><${Speaking} value=${spoken.words}><${Keyed} value=${keys}>${part}<//><//><//>`,
      where);
  }

  /** Says what has become of a decision that was on its way when the connection failed.
   * @param {Seen} now
   * @param {Flying} flying
   */
  function land(now, flying) {
    const outcome = fate(flying, now);
    // Not sent: the next snapshot tells again.
    if (outcome === "again" && !submit(again(flying.wish, now))) return;
    dispatch({ type: "fate", fate: outcome });
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
    if (dealt && state.table && !replayed) {
      remember(state.table.id, state.table.hand_no, state.table.commitment);
    }
    if (mayHaveChanged(before, state)) shop.look();
    if (message.type === "snapshot" && state.flying?.adrift && seen(state)) land(state, state.flying);
    if (message.type === "fate") later("fate", REFUSAL_MS, () => dispatch({ type: "fate_read" }));
    if (message.type === "refused") {
      later("refusal", REFUSAL_MS, () => dispatch({ type: "refusal_read" }));
    }
    if (before.left === null && state.left !== null) {
      later("left", LEFT_MS, () => onLeft(urls.event ?? "/"));
    }
    // Places that are not certain yet are told once they are, by the same frame.
    if (message.type === "out" && standingUrl) {
      askEnd(standingUrl.replace(/standing\/.*/, "ended/")).then((ended) => ended && dispatch({ type: "ended", ended }));
    }
    if (message.type === "moved") {
      later("moved", MOVE_MS, () => onMoved(urls.table(message.table), message.table));
    }
  }

  /** What moves and is heard of a change, told once it is drawn.
   * @param {State} before
   * @param {State} now
   * @param {News} message
   */
  function tell(before, now, message) {
    const motions = motionsOf(before, now, message);
    const heard = soundsOf(motions, before, now, message);
    if (!myTurn(before) && myTurn(now)) heard.push("turn");
    if (!before.rise && now.rise) heard.push("rise");
    return { motions, heard };
  }

  /** Presents what there is to be seen by now, of which `message` tells.
   * @param {News} message
   */
  function present(message) {
    const before = presented;
    presented = reveal.present(shown);
    if (presented === before) return;
    if (mayStandOtherwise(before, presented)) event.look();
    unseen.push(tell(before, presented, message));
    // From when they are seen.
    for (const what of /** @type {const} */ (["bounty", "rise"])) {
      const fresh = presented[what] && presented[what] !== before[what];
      if (fresh) later(what, BOUNTY_MS, () => dispatch({ type: `${what}_read` }));
    }
    soon(draw);
  }

  const reveal = revealing({ atOnce: isStill, fast: () => settings.get().fastRunOut, onStep: present });

  /** What has been drawn is seen to move, and heard: each sound once. */
  function enliven() {
    const news = unseen.splice(0);
    if (document.visibilityState === "visible" && !isStill()) moves.play(news.flatMap(({ motions }) => motions));
    new Set(news.flatMap(({ heard }) => heard)).forEach(audible.play);
  }

  /** @param {News} message */
  function dispatch(message) {
    const before = state;
    state = reduce(state, message);
    follow(before, message);
    if (state === before) return;
    const was = shown;
    shown = asItWas(state);
    present(reveal.take(was, shown, message));
  }

  /** The page shows the chat (chat.js). */
  function tellChat() {
    document.dispatchEvent(new CustomEvent("chat", { detail: root.dataset.at }));
  }

  draw();
  const forget = settings.heed(() => soon(draw));
  const { send, close } = line({
    onStatus(status) {
      // Lines may have been missed while the line was lost.
      if (status === "open") tellChat();
      dispatch({ type: "connection", status });
    },
    onQuality: (quality) => dispatch({ type: "quality", quality }),
    onFrame: (frame) => {
      if ("now" in frame) time.observe(frame.now);
      if (frame.type === "chat") return tellChat();
      dispatch(frame);
    },
  });
  return {
    press(event) {
      moves.end();
      keys.press(event);
    },
    redraw: () => soon(draw),
    close() {
      close();
      event.close();
      reveal.close();
      forget();
      never(draw);
      Object.values(timers).forEach(clearTimeout);
      render(null, root);
      if (barBefore) render(null, barBefore);
    },
  };
}
