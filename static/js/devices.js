// Whether this browser takes notices while no page is open (Web Push), and keeping that true.

// Who has switched notices on here: a browser may be shared.
const OWNER = "montepremi.device";
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

/** Ask the browser, and tell the room; the room's answer, or null where the reader said no. */
export async function switchOn() {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { public_key: key } = await (await fetch(address)).json();
  const answer = await tell(await subscribe(key));
  if (answer.ok) localStorage.setItem(OWNER, String((await answer.clone().json()).user));
  return answer;
}

/** A browser goes on taking notices for whoever has switched them on there, with a new session too.
 * @param {{ user: number, key: string, devices: string[] }} room who is signed in, its key, and the
 *   session's browsers as it knows them */
export async function keepDevice({ user, key, devices }) {
  if (!possible() || Notification.permission !== "granted") return;
  if (localStorage.getItem(OWNER) !== String(user) || !(await subscription())) return;
  const made = await subscribe(key);
  if (!devices.includes(await markOf(made.endpoint))) await tell(made);
}
