// The chat of a page: lines are fetched when the room says that there are new ones, and shown where the
// page has a place for them (templates/players/chat/place.html).

/** News of many lines at once are fetched once. */
const TOGETHER_MS = 150;

/** A place for a chat on the page.
 * @param {HTMLElement} place
 */
function open(place) {
  const channel = place.dataset.chat ?? "";
  const drawer = /** @type {HTMLDetailsElement | null} */ (place.closest("details"));
  const unread = drawer?.querySelector("[data-chat-unread]");
  /** The last line that was shown to the reader; null until the first look. */
  /** @type {number | null} */
  let seen = null;
  let timer = 0;

  /** @param {ParentNode} from */
  const linesOf = (from) => [...from.querySelectorAll("[data-line]")].map((line) => Number(line.getAttribute("data-line")));

  /** What stands before the menu of a line.
   * @param {Element} line
   */
  const label = (line) => line.querySelector("p")?.outerHTML;

  /** Shows an answer of the room. What the reader types stays where it is.
   * @param {string} text
   */
  function show(text) {
    const fresh = new DOMParser().parseFromString(text, "text/html").body;
    const log = place.querySelector(".chat-lines");
    const ours = place.querySelector(".chat-say");
    if (!log || Boolean(ours) !== Boolean(fresh.querySelector(".chat-say"))) {
      place.replaceChildren(...fresh.childNodes);
    } else {
      // Nothing is read aloud while the reader is to act.
      const acts = document.querySelector(".seat.mine.turn") !== null;
      log.setAttribute("aria-live", acts ? "off" : "polite");
      for (const part of [".chat-why", ".chat-mute"]) {
        const other = fresh.querySelector(part);
        if (other && place.querySelector(part)?.outerHTML !== other.outerHTML) place.querySelector(part)?.replaceWith(other);
      }
      renew(log, fresh);
      const key = /** @type {HTMLInputElement | null} */ (fresh.querySelector("[name=key]"));
      const mine = /** @type {HTMLInputElement | null} */ (place.querySelector("[name=key]"));
      if (key && mine) mine.value = key.value;
    }
    note();
  }

  /** Lines that are there stay; a line that is new is read aloud.
   * @param {Element} log
   * @param {ParentNode} fresh
   */
  function renew(log, fresh) {
    const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
    const known = new Map([...log.children].map((line) => [line.getAttribute("data-line"), line]));
    const lines = [...fresh.querySelectorAll(".chat-lines > li")].map((line) => {
      const id = line.getAttribute("data-line");
      const same = id ? known.get(id) : null;
      // A note may have changed what stands before a name.
      return same && label(same) === label(line) ? same : line;
    });
    for (const line of [...log.children]) if (!lines.includes(line)) line.remove();
    lines.forEach((line, at) => {
      if (log.children[at] !== line) log.insertBefore(line, log.children[at] ?? null);
    });
    if (atEnd) log.scrollTop = log.scrollHeight;
  }

  /** How many lines have come since the reader looked. */
  function note() {
    const lines = linesOf(place);
    const last = Math.max(0, ...lines);
    if (seen === null || !drawer || drawer.open) seen = last;
    const since = seen;
    const count = lines.filter((line) => line > since).length;
    if (!unread) return;
    unread.textContent = String(count);
    /** @type {HTMLElement} */ (unread.parentElement).hidden = count === 0;
  }

  async function look() {
    const answer = await fetch(`/chat/${channel}/`, { headers: { "HX-Request": "true" } }).catch(() => null);
    if (answer?.ok) show(await answer.text());
  }

  /** @param {SubmitEvent} event */
  async function send(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    event.preventDefault();
    const body = new FormData(form, event.submitter);
    const said = form.matches(".chat-say") && !body.get("phrase") && !body.get("reaction");
    if (said && !String(body.get("text")).trim()) return;
    const answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } }).catch(() => null);
    if (!answer?.ok) return;
    const text = await answer.text();
    const menu = form.closest(".chat-about");
    menu?.removeAttribute("open");
    menu?.querySelector("summary")?.focus({ preventScroll: true });
    show(text);
    const refused = place.querySelector(".chat-why.refused");
    const field = /** @type {HTMLInputElement | null} */ (place.querySelector("[name=text]"));
    if (field && said && !refused) field.value = "";
    if (said) field?.focus();
  }

  place.addEventListener("submit", (event) => void send(event));
  document.addEventListener("chat", (event) => {
    if (/** @type {CustomEvent<string>} */ (event).detail !== channel) return;
    clearTimeout(timer);
    timer = setTimeout(look, TOGETHER_MS);
  });
  drawer?.addEventListener("toggle", () => {
    if (!drawer.open) return;
    note();
    const log = place.querySelector(".chat-lines");
    if (log) log.scrollTop = log.scrollHeight;
    /** @type {HTMLElement | null} */ (place.querySelector("[name=text]") ?? log)?.focus({ preventScroll: true });
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drawer?.open) return;
    event.stopPropagation();
    drawer.open = false;
    drawer.querySelector("summary")?.focus();
  });
  void look();
}

for (const place of document.querySelectorAll("[data-chat]")) open(/** @type {HTMLElement} */ (place));
