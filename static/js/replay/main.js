// The replayer: a finished hand on the table's own felt, action by action, as its reader saw it.

/**
 * @import { LineEars, State } from "../types/page.d.ts"
 */

import { element } from "../element.js";
import { settingsStore } from "../table/state/settings.js";
import { openTable } from "../table/table.js";
import { potOdds } from "../table/view/made.js";
import { dictionary, forPlay, speaker } from "../table/view/words.js";
import { stepsOf, streetsIn } from "./steps.js";

const STEP_MS = 1500;
// As long as a street of an all-in takes (motion/reveal.js).
const STREET_MS = 1500;
const SWIPE_PX = 50;

const root = element(".live-table");
const controls = element(".replay-bar");
const now = element(".replay-now", controls);
const streets = element(".replay-streets", controls);
const scale = /** @type {HTMLInputElement} */ (element("input", controls));
const speed = /** @type {HTMLSelectElement} */ (element("select", controls));
/** @param {string} where */
const button = (where) => /** @type {HTMLButtonElement} */ (element(`[data-go=${where}]`, controls));

const { lang } = document.documentElement;
const own = speaker(dictionary("replay-words"), lang);
const spoken = speaker(dictionary("table-words"), lang);
const money = root.dataset.cash !== undefined && !root.dataset.play;
const chips = money ? spoken.money : spoken.amount;
const steps = stepsOf(JSON.parse(element("#replay-frames").textContent ?? "[]"));
const last = steps.length - 1;

let at = 0;
let timer = 0;
// The page takes no frame twice: whichever way a reader goes, versions go on.
let version = 0;
/** @type {LineEars | null} */
let ears = null;

openTable({
  root,
  voice: money ? spoken : forPlay(spoken),
  settings: settingsStore(root.dataset.reader),
  replayed: true,
  line(heard) {
    ears = heard;
    return { send: () => false, close: () => undefined };
  },
  onDrawn: tell,
  onMoved: () => undefined,
  onLeft: () => undefined,
});

/** What is on the table as it is drawn: pot, and what a call costs the player to act; at the end who wins.
 * @param {State} state
 */
function tell({ table }) {
  const hand = table?.hand;
  if (!table || !hand) return;
  const values = { pot: chips(hand.total) };
  /** @param {number | undefined} no */
  const nameOf = (no) => table.seats.find(({ seat }) => seat === no)?.name;
  const name = nameOf(hand.turn?.seat);
  const call = hand.turn?.legal.call;
  /** @type {Map<number, number>} */
  const won = new Map();
  for (const { seat, amount } of hand.results) won.set(seat, (won.get(seat) ?? 0) + amount);
  const wins = [...won].map(([seat, amount]) =>
    spoken.say("log_win", { name: nameOf(seat) ?? "", amount: chips(amount) }));
  const text = wins.length ? wins.join(" · ") : !name ? own.say("pot", values) : !call ? own.say("free", { ...values, name }) : own.say("call", {
    ...values, name, call: chips(call), percent: `${potOdds(call, hand.total).percent}%`,
  });
  if (now.textContent !== text) now.textContent = text;
}

/** Shows the table after a step; one step ahead is seen to happen.
 * @param {number} to
 */
function show(to) {
  const next = Math.min(last, Math.max(1, to));
  const { frames, whole } = steps[next];
  version += 1;
  if (next === at + 1 && at > 0) for (const frame of frames) ears?.onFrame({ ...frame, version });
  else ears?.onFrame({ ...whole, version, table: { ...whole.table, version } });
  at = next;
  scale.value = String(at);
  scale.setAttribute("aria-valuetext", own.say("step", { step: at, of: last }));
  for (const where of ["first", "back"]) button(where).setAttribute("aria-disabled", String(at === 1));
  for (const where of ["on", "last"]) button(where).setAttribute("aria-disabled", String(at === last));
  const street = jumps.findLast(({ step }) => step <= at);
  for (const jump of jumps) jump.control.toggleAttribute("aria-current", jump === street);
}

function pause() {
  clearTimeout(timer);
  timer = 0;
  drawPlay();
}

function drawPlay() {
  const play = button("play");
  play.setAttribute("aria-label", own.say(timer ? "pause" : "play"));
  play.classList.toggle("plays", timer !== 0);
}

function wait() {
  const running = Math.max(0, streetsIn(steps[at]).length - 1);
  timer = setTimeout(() => {
    show(at + 1);
    if (at < last) return wait();
    pause();
    document.dispatchEvent(new Event("replay-over"));
  }, STEP_MS / Number(speed.value) + running * STREET_MS);
}

function play() {
  if (at === last) show(1);
  wait();
  drawPlay();
}

/** @type {Record<string, () => void>} */
const GO = {
  first: () => go(1),
  back: () => go(at - 1),
  play: () => (timer ? pause() : play()),
  on: () => go(at + 1),
  last: () => go(last),
};

/** Goes where the reader wants; it is they who set the pace from here.
 * @param {number} to
 */
function go(to) {
  pause();
  show(to);
}

/** Where each street begins; what runs out after an all-in begins together.
 * @type {Array<{ step: number, control: HTMLButtonElement }>}
 */
const jumps = [];

/**
 * @param {string} text
 * @param {number} step
 */
function jumpTo(text, step) {
  if (jumps.some((jump) => jump.step === step)) return;
  const control = document.createElement("button");
  control.type = "button";
  control.textContent = text;
  control.addEventListener("click", () => go(step));
  jumps.push({ step, control });
}

jumpTo(own.say("deal"), 1);
steps.forEach((step, i) => {
  const [street] = streetsIn(step);
  if (street) jumpTo(spoken.say(`log_${street}`).replace("{cards}", "").trim(), i);
});
jumpTo(own.say("end"), last);
streets.replaceChildren(...jumps.map(({ control }) => control));
scale.max = String(last);
scale.addEventListener("input", () => go(Number(scale.value)));
for (const [where, work] of Object.entries(GO)) button(where).addEventListener("click", work);

/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "play" };
document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  const busy = target.matches("input, select") || (event.key === " " && target.matches("a, button"));
  if (busy || event.ctrlKey || event.metaKey || event.altKey) return;
  const jump = jumps[Number(event.key) - 1];
  if (KEYS[event.key]) GO[KEYS[event.key]]();
  else if (jump) go(jump.step);
  else return;
  event.preventDefault();
});

let touched = 0;
root.addEventListener("pointerdown", ({ clientX }) => { touched = clientX; });
root.addEventListener("pointerup", ({ clientX, pointerType }) => {
  const way = clientX - touched;
  if (pointerType === "touch" && Math.abs(way) > SWIPE_PX) go(at - Math.sign(way));
});

function begin() {
  ears?.onStatus("open");
  show(1);
  drawPlay();
}

begin();
