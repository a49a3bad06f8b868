// Whether this browser takes notices while no page is open (Web Push), and keeping that true.

// Who has switched notices on here: a browser may be shared.
const OWNER = "montepremi.device";
// The mark of the subscription that the room knows: a browser drops one without a word.
const MARK = "montepremi.device.mark";
const address = "/api/notices/devices/";

/** @param {string} text */
async function markOf(text) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

export const possible = () =>
  "serviceWorker" in navigator && "PushManager" in self && "Notification" in self;

/** @returns {Promise<PushSubscription | null>} */
export async function subscription() {
  const worker = await navigator.serviceWorker.getRegistration("/");
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** @param {PushSubscription} made */
function tell(made) {
  return fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": csrf() },
    body: JSON.stringify(made),
  });
}

function csrf() {
  const field = document.querySelector("[name=csrfmiddlewaretoken]");
  return /** @type {HTMLInputElement | null} */ (field)?.value ?? "";
}

/** A subscription that holds with the room's key; one that was made with another is of no use.
 * @param {string} key */
async function subscribe(key) {
  const worker = await navigator.serviceWorker.ready;
  const made = await worker.pushManager.getSubscription();
  const wanted = bytes(key);
  const had = made && new Uint8Array(made.options.applicationServerKey ?? new ArrayBuffer(0));
  if (made && had?.join() === wanted.join()) return made;
  await made?.unsubscribe();
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: wanted });
}

/** @param {string} user
 * @param {string} mark */
function remember(user, mark) {
  localStorage.setItem(OWNER, user);
  localStorage.setItem(MARK, mark);
}

/** Ask the browser, and tell the room; the room's answer, or null where the reader said no. */
export async function switchOn() {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { public_key: key } = await (await fetch(address)).json();
  const made = await subscribe(key);
  const answer = await tell(made);
  if (answer.ok) remember(String((await answer.clone().json()).user), await markOf(made.endpoint));
  return answer;
}

/** A browser goes on taking notices for the player who has switched them on there: with a new session,
 * and when the browser has dropped the subscription; no longer once they have switched it off.
 * @param {{ user: number, key: string, devices: string[], ended: string[] }} room who is signed in, its
 *   key, the session's browsers as it knows them, and those that the player has switched off */
export async function keepDevice({ user, key, devices, ended }) {
  if (!possible() || Notification.permission !== "granted") return;
  if (localStorage.getItem(OWNER) !== String(user)) return;
  const had = await subscription();
  const last = had ? await markOf(had.endpoint) : localStorage.getItem(MARK);
  if (last && ended.includes(last)) {
    await had?.unsubscribe();
    localStorage.removeItem(OWNER);
    localStorage.removeItem(MARK);
    return;
  }
  const made = await subscribe(key);
  const mark = await markOf(made.endpoint);
  if (devices.includes(mark) || (await tell(made)).ok) remember(String(user), mark);
}
