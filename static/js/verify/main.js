// The page of a hand's proof: fetches what one may know, checks it here, and shows what came out.

/** @import { Finding, Told } from "./proof.js" */

import { element } from "../element.js";
import { remembered } from "../fingerprints.js";
import { cardText, dictionary, speaker } from "../words.js";
import { Unreadable, examine } from "./proof.js";

const { say, card } = speaker(
  dictionary("verify-words"), document.documentElement.lang);
const verdict = element("#verdict");
const rows = element(".opened tbody");

/**
 * @param {string} tag
 * @param {string} className
 * @param {Array<string | Node>} children
 */
function made(tag, className, ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

/**
 * @param {"kept" | "broken" | "unsure"} state
 * @param {string} text
 */
function pronounce(state, text, more = "") {
  verdict.dataset.state = state;
  element(".verdict-text", verdict).textContent = text;
  element(".verdict-more", verdict).textContent = more;
}

/** @param {string} code */
function drawn(code) {
  const shown = made("span", `mini-card suit-${code[1]}`, cardText(code));
  shown.setAttribute("role", "img");
  shown.setAttribute("aria-label", card(code));
  return shown;
}

/**
 * @param {Told} hand
 * @param {Finding} finding
 */
function row(hand, { at, card: code, street, seat, number, fault }) {
  const name = hand.players?.find((player) => player.seat === seat)?.name ?? seat;
  return made("tr", fault ? "failed" : "",
    made("td", "", drawn(code)),
    made("td", "", say(street, { name, number })),
    made("td", "number", at === null ? "–" : String(at + 1)),
    made("td", fault ? "minus" : "plus", say(fault ?? "proved")));
}

/** What this browser saw of the hand before its cards, compared: [as promised?, sentence].
 * @param {Told} hand
 * @returns {[boolean, string]}
 */
function witnessed(hand) {
  const seen = remembered(hand.table_id, hand.number);
  if (seen === null) return [true, ""];
  const same = seen === hand.commitment;
  return [same, say(same ? "same" : "other", { fingerprint: seen })];
}

/** @param {Told} hand */
async function check(hand, note = "") {
  const findings = await examine(hand);
  rows.replaceChildren(...findings.map((finding) => row(hand, finding)));
  const failed = findings.filter(({ fault }) => fault).length;
  const [same, sentence] = witnessed(hand);
  const text = failed ? say("broken", { count: failed }) : say("kept", { count: findings.length });
  pronounce(failed || !same ? "broken" : "kept", text, `${note} ${sentence}`.trim());
}

/** @param {() => Promise<void>} work */
async function attempt(work) {
  if (!globalThis.crypto?.subtle) return pronounce("unsure", say("insecure"));
  try {
    return await work();
  } catch (error) {
    rows.replaceChildren();
    const unreadable = error instanceof Unreadable || error instanceof SyntaxError;
    return unreadable ? pronounce("broken", say("unreadable")) : pronounce("unsure", say("lost"));
  }
}

const chosen = /** @type {HTMLInputElement} */ (element("#file"));
chosen.addEventListener("change", () => {
  const [file] = chosen.files ?? [];
  if (!file) return;
  attempt(async () => {
    const hand = JSON.parse(await file.text());
    await check(hand, say("from_file", { name: file.name, number: hand.number }));
  });
  chosen.value = "";
});

attempt(async () => {
  const answer = await fetch(verdict.dataset.proof ?? "");
  if (!answer.ok) throw new Error(answer.statusText);
  await check(await answer.json());
});
