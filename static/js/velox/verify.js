// The page of a draw: recomputes it here and says whether every step agrees.

/** @import { DrawRecord } from "./proof.js" */

import { element } from "../element.js";
import { remembered } from "../fingerprints.js";
import { dictionary, speaker } from "../words.js";
import { Unreadable, recompute } from "./proof.js";

const { say } = speaker(
  dictionary("draw-words"), document.documentElement.lang);

/**
 * @param {HTMLElement} verdict
 * @param {"kept" | "broken" | "unsure"} state
 * @param {string} text
 */
function pronounce(verdict, state, text, more = "") {
  verdict.dataset.state = state;
  element(".verdict-text", verdict).textContent = text;
  element(".verdict-more", verdict).textContent = more;
}

/** Mark each step that the page shows as right or wrong; how many are wrong.
 * @param {HTMLElement} proof
 * @param {Record<string, string>} computed
 */
function compare(proof, computed) {
  let wrong = 0;
  for (const shown of /** @type {NodeListOf<HTMLElement>} */ (
    proof.querySelectorAll("[data-value]"))) {
    const right = shown.dataset.raw === computed[shown.dataset.value ?? ""];
    shown.classList.toggle("agrees", right);
    shown.classList.toggle("differs", !right);
    if (!right) wrong += 1;
  }
  return wrong;
}

/**
 * @param {HTMLElement} proof
 * @param {HTMLElement} verdict
 */
async function check(proof, verdict) {
  if (!globalThis.crypto?.subtle) return pronounce(verdict, "unsure", say("insecure"));
  const answer = await fetch(proof.dataset.record ?? "");
  if (!answer.ok) throw new Error(answer.statusText);
  /** @type {DrawRecord} */
  const record = await answer.json();
  const computed = await recompute(record, JSON.parse(proof.dataset.odds ?? "[]"));
  const seen = remembered("velox", Number(proof.dataset.draw));
  const same = seen === null || seen === record.commitment;
  const agrees = compare(proof, computed) === 0 && computed.commitment === record.commitment;
  const more = seen === null ? "" : say(same ? "same" : "other", { fingerprint: seen });
  return agrees && same
    ? pronounce(verdict, "kept", say("kept"), more)
    : pronounce(verdict, "broken", say("broken"), more);
}

async function begin() {
  /** @type {HTMLElement | null} */
  const proof = document.querySelector(".proof[data-record]:not([data-checked])");
  const verdict = document.getElementById("verdict");
  if (!proof || !verdict) return;
  proof.dataset.checked = "";
  try {
    await check(proof, verdict);
  } catch (error) {
    pronounce(verdict, "unsure", say(error instanceof Unreadable ? "unreadable" : "lost"));
  }
}

begin();
document.addEventListener("htmx:afterSwap", begin);
