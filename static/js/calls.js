// Calls a player to their tables from every page: asked for every few seconds while the page is seen.

const SECONDS = 4;
const plain = document.title;

const box = () => document.getElementById("calls");

function entitle() {
  const turns = Number(box()?.dataset.turns ?? 0);
  document.title = turns ? `(${turns}) ${plain}` : plain;
}

async function ask() {
  const old = box();
  if (!old || document.hidden) return;
  const answer = await fetch(old.dataset.calls ?? "", { headers: { "X-Requested-With": "fetch" } });
  // Signed out, or the room is busy: the next question may be answered.
  if (!answer.ok || answer.redirected) return;
  const text = await answer.text();
  const focused = document.activeElement?.id;
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("calls");
  // What says the same stays: a screen reader is not told twice.
  if (!fresh || fresh.outerHTML === old.outerHTML) return;
  old.replaceWith(document.adoptNode(fresh));
  if (focused?.startsWith("call-")) document.getElementById(focused)?.focus();
  entitle();
}

entitle();
setInterval(() => ask().catch(() => undefined), SECONDS * 1000);
document.addEventListener("visibilitychange", () => ask().catch(() => undefined));
