// The page of a hand's proof: fetches what one may know, checks it here, and shows what came out.

import { remembered } from "../fingerprints.js";
import { cardText, dictionary, speaker } from "../words.js";
import { Unreadable, examine } from "./proof.js";

const { say, card } = speaker(
  dictionary(document.getElementById("verify-words")), document.documentElement.lang);
const verdict = document.getElementById("verdict");
const rows = document.querySelector(".opened tbody");

function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

function pronounce(state, text, more = "") {
  verdict.dataset.state = state;
  verdict.querySelector(".verdict-text").textContent = text;
  verdict.querySelector(".verdict-more").textContent = more;
}

function drawn(code) {
  const shown = element("span", `mini-card suit-${code[1]}`, cardText(code));
  shown.setAttribute("role", "img");
  shown.setAttribute("aria-label", card(code));
  return shown;
}

function row(told, { at, card: code, street, seat, number, fault }) {
  const name = told.players?.find((player) => player.seat === seat)?.name ?? seat;
  return element("tr", fault ? "failed" : "",
    element("td", "", drawn(code)),
    element("td", "", say(street, { name, number })),
    element("td", "number", at === null ? "–" : String(at + 1)),
    element("td", fault ? "minus" : "plus", say(fault ?? "proved")));
}

/** What this browser saw of the hand before its cards, compared: [as promised?, sentence]. */
function witnessed(told) {
  const seen = remembered(told.table_id, told.number);
  if (seen === null) return [true, ""];
  const same = seen === told.commitment;
  return [same, say(same ? "same" : "other", { fingerprint: seen })];
}

async function check(told, note = "") {
  const findings = await examine(told);
  rows.replaceChildren(...findings.map((finding) => row(told, finding)));
  const failed = findings.filter(({ fault }) => fault).length;
  const [same, sentence] = witnessed(told);
  const count = findings.length;
  const text = failed ? say("broken", { count: failed })
    : say(count === 1 ? "kept_one" : "kept", { count });
  pronounce(failed || !same ? "broken" : "kept", text, `${note} ${sentence}`.trim());
}

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

document.getElementById("file").addEventListener("change", ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  attempt(async () => {
    const told = JSON.parse(await file.text());
    await check(told, say("from_file", { name: file.name, number: told.number }));
  });
  target.value = "";
});

attempt(async () => {
  const answer = await fetch(verdict.dataset.proof);
  if (!answer.ok) throw new Error(answer.statusText);
  await check(await answer.json());
});
