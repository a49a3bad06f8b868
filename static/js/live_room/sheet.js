// The floor's sheet of a live event (LIVE-12): everything entered is kept on the device first, and goes to
// the room in order, now or when it is there again. It stops at the first entry that the room refuses.

import { element } from "../element.js";
import { dictionary, speaker } from "../words.js";
import { bust, count, make, mistake, penalty } from "./forms.js";
import { note, queue } from "./queue.js";
import { ask, send } from "./room.js";

/** @import { Filled } from "./forms.js" */
/** @import { Kept, Kind, Said } from "./queue.js" */
/** @import { Picture, Silence } from "./room.js" */

const EVERY = 5000;
const SHOWN = 5;

const event = Number(/\/tournament\/(\d+)\/floor\/$/.exec(location.pathname)?.[1] ?? 0);
const base = `/admin/tournaments/tournament/${event}`;
const url = `${base}/floor/entries/`;
const locale = document.documentElement.lang;
const voice = speaker(dictionary("sheet-words"), locale);
const waiting = queue(event);
const known = /** @type {{ get: () => Picture | null, set: (it: Picture) => void }} */ (note(event, "picture"));
const since = /** @type {{ get: () => number | null, set: (it: number | null) => void }} */ (note(event, "since"));
const done = /** @type {{ get: () => string[] | null, set: (it: string[]) => void }} */ (note(event, "done"));

const form = /** @type {HTMLFormElement} */ (element("#entry"));
const tables = /** @type {HTMLSelectElement} */ (element("#table"));
/** @type {Picture | null} */
let picture = known.get();
/** @type {Silence | ""} */
let silence = "";
/** @type {Kind} */
let kind = "bust";
/** @type {Kept | null} what is entered again */
let again = null;
let touched = false;
/** What the tables were drawn from. */
let drawn = "";
/** @type {() => Filled} */
let filled = () => ({ missing: "" });

/** @param {number} at */
const hour = (at) => new Date(at).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const stopped = () => waiting.all().find((entry) => entry.refused);

/** The tables with what waits taken into account: whoever is out here is not counted. */
function seen() {
  const out = new Set(
    waiting.all().filter((entry) => entry.kind === "bust" && !entry.refused)
      .flatMap((entry) => /** @type {number[][]} */ (entry.said.groups).flat()),
  );
  return (picture?.tables ?? []).map((table) => ({
    ...table, seats: table.seats.filter((seat) => !out.has(seat.entry)),
  }));
}

function showForm(/** @type {Said} */ before = {}) {
  const table = seen().find((each) => String(each.id) === tables.value);
  element("#sheet").hidden = !table;
  element("#empty").hidden = Boolean(table);
  touched = Object.keys(before).length > 0;
  for (const each of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-kind]"))) {
    each.setAttribute("aria-pressed", String(each.dataset.kind === kind));
    each.hidden = each.dataset.kind === "mistake" && !picture?.records;
  }
  if (!table) return;
  if (kind === "bust") filled = bust(form, table, picture?.bounty ?? false, before, voice);
  else if (kind === "count") filled = count(form, table, before, voice);
  else if (kind === "penalty") filled = penalty(form, table, before, voice);
  else filled = mistake(form, table, before, voice);
  element("#again").hidden = !again;
  element("#again").textContent = again ? voice.say("instead", { no: again.no }) : "";
}

const drawable = () => JSON.stringify([seen(), picture?.bounty, picture?.records]);

function showTables() {
  drawn = drawable();
  const chosen = tables.value;
  tables.replaceChildren(...seen().map(({ id, name, seats }) =>
    make("option", { value: String(id) }, voice.say("table", { name, players: seats.length }))
  ));
  if (seen().some((each) => String(each.id) === chosen)) tables.value = chosen;
  if (!touched) showForm();
}

function show() {
  const all = waiting.all();
  const stop = stopped();
  const strip = element("#strip");
  strip.dataset.state = stop ? "stopped" : silence || "there";
  const away = since.get();
  const count = all.length;
  let words = count ? voice.say("sending", { count }) : voice.say("there");
  if (silence === "away" && away) words = voice.say("away", { time: hour(away), count });
  else if (silence === "signed_out") words = voice.say("signed_out", { count });
  else if (silence === "barred") words = voice.say("barred", { count });
  else if (stop) words = voice.say("stopped", { no: stop.no, count });
  if (strip.textContent !== words) strip.textContent = words;
  element("#sign-in").hidden = silence !== "signed_out";
  const conflict = element("#conflict");
  const shown = stop ? `${stop.key} ${stop.refused}` : "";
  if (conflict.dataset.shown !== shown) {
    conflict.dataset.shown = shown;
    conflict.hidden = !stop;
    element("#conflict-words").textContent = stop ? `${stop.no}. ${stop.words}, ${hour(stop.at)}` : "";
    element("#conflict-why").textContent = stop?.refused ?? "";
  }
  element("#waiting").hidden = !count;
  element("#waiting ol").replaceChildren(...all.map((entry) =>
    make("li", { value: String(entry.no), class: entry.refused ? "is-refused" : "" }, `${entry.words}, ${hour(entry.at)}`)
  ));
  const last = done.get() ?? [];
  element("#done").hidden = !last.length;
  element("#done ul").replaceChildren(...last.map((line) => make("li", {}, line)));
  if (picture) element("#event").textContent = picture.event;
}

let busy = false;
/** Ask for the tables and send what waits, in order. Two windows: one at a time. */
async function look() {
  if (busy) return;
  busy = true;
  try {
    // Where there are no locks, the room takes each key once all the same.
    if (navigator.locks) await navigator.locks.request(`floor:${event}`, { ifAvailable: true }, (lock) => lock && exchange());
    else await exchange();
  } finally {
    busy = false;
  }
  show();
}

async function exchange() {
  const answer = await ask(url);
  if (!told(answer)) return;
  let sent = false;
  for (const entry of waiting.all()) {
    if (entry.refused) break;
    const reply = await send(url, answer.csrf, entry);
    if (typeof reply === "string") {
      told(reply);
      break;
    }
    // Dropped in another window meanwhile.
    if (!waiting.has(entry)) continue;
    if ("refused" in reply) {
      waiting.put({ ...entry, refused: reply.refused });
      break;
    }
    waiting.drop(entry);
    done.set([`${entry.no}. ${entry.words}: ${reply.said}`, ...(done.get() ?? [])].slice(0, SHOWN));
    sent = true;
    show();
  }
  if (sent) told(await ask(url));
}

/** What the room has answered; whether it is there.
 * @param {Picture | Silence} answer
 * @returns {answer is Picture} */
function told(answer) {
  silence = typeof answer === "string" ? answer : "";
  if (silence !== "away") since.set(null);
  else if (!since.get()) since.set(Date.now());
  if (typeof answer === "string") return false;
  picture = answer;
  known.set(answer);
  // A form that is drawn anew takes the focus from a reader who has come so far by keys.
  if (drawable() !== drawn) showTables();
  return true;
}

form.addEventListener("input", () => (touched = true));
tables.addEventListener("change", () => {
  again = null;
  showForm();
});
for (const each of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-kind]"))) {
  each.addEventListener("click", () => {
    kind = /** @type {Kind} */ (each.dataset.kind);
    again = null;
    showForm();
  });
}
form.addEventListener("submit", (submitted) => {
  submitted.preventDefault();
  const answer = filled();
  const told = element("#told");
  if ("missing" in answer) {
    told.textContent = answer.missing;
    return;
  }
  try {
    const wish = { ...answer, user: picture?.user ?? 0, kind, table: Number(tables.value) };
    const entry = waiting.add(wish, again?.no);
    if (again) waiting.drop(again);
    told.textContent = voice.say("kept", { no: entry.no });
  } catch {
    told.textContent = voice.say("not_kept");
    return;
  }
  again = null;
  touched = false;
  showTables();
  show();
  look();
});
element("#drop").addEventListener("click", () => {
  const stop = stopped();
  if (stop && confirm(voice.say("drop_sure", { what: stop.words }))) waiting.drop(stop);
  again = null;
  showTables();
  show();
  look();
});
element("#enter-again").addEventListener("click", () => {
  const stop = stopped();
  if (!stop) return;
  again = stop;
  kind = stop.kind;
  tables.value = String(stop.table);
  if (tables.selectedIndex < 0) tables.selectedIndex = 0;
  showForm(stop.said);
  tables.focus();
});
addEventListener("offline", () => {
  told("away");
  show();
});
addEventListener("online", look);
addEventListener("storage", () => {
  picture = known.get();
  showTables();
  show();
});
document.addEventListener("visibilitychange", () => document.hidden || look());

if (event) {
  /** @type {HTMLAnchorElement} */ (element("#back")).href = `${base}/watch/`;
  element("#back").hidden = false;
  showTables();
  show();
  look();
  setInterval(() => document.hidden && !waiting.all().length ? undefined : look(), EVERY);
}
