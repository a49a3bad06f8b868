// The room while no page of it is open, or nobody answers: notices, and a page that says so. Nothing
// personal is kept: only what stands in KEPT, which is the same for everybody.

/// <reference lib="webworker" />

const self_ = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

// The room writes here the name of its files as they are; without one they are not kept for good.
const STATIC = "/static/";
const CACHE = `offline ${STATIC}`;
// And here the codes of its languages, the default first.
const LANGUAGES = ["en"];
const PAGES = "/offline/";
// The sheet of a live event's floor works without the room; what is on it the page itself keeps.
const SHEET = /^\/admin\/tournaments\/tournament\/\d+\/floor\/$/;
const SHEETS = "/offline/floor/";
const KEPT = [
  ...LANGUAGES.map((code) => `${PAGES}${code}/`), `${STATIC}css/offline.css`, `${STATIC}img/logo.svg`,
  ...LANGUAGES.map((code) => `${SHEETS}${code}/`), `${STATIC}css/tokens.css`, `${STATIC}css/floor.css`,
  ...["install", "settled", "element", "words", "money"].map((name) => `${STATIC}js/${name}.js`),
  ...["sheet", "forms", "queue", "room"].map((name) => `${STATIC}js/live_room/${name}.js`),
];
// Where the language of the last page is kept: a worker is stopped whenever it has nothing to do.
const LANGUAGE = "/offline/language";

/** @typedef {{ title: string, text: string, url: string, tag: string, language: string }} Told */

self_.addEventListener("install", (event) => {
  event.waitUntil(keep());
  self_.skipWaiting();
});

/** Pages and files of one release: while a room is updated, its processes answer differently, and the
 * browser asks for this script again with the next page. */
async function keep() {
  const answers = await Promise.all(KEPT.map(async (url) => {
    const file = url.startsWith(STATIC);
    const answer = await fetch(url, { cache: file ? "default" : "reload" });
    const own = file ? isOwn(answer) : (await answer.clone().text()).includes(STATIC);
    if (!answer.ok || !own) throw new Error(`${url} is of another release`);
    return answer;
  }));
  const cache = await caches.open(CACHE);
  await Promise.all(KEPT.map((url, place) => cache.put(url, answers[place])));
}

/** What another release has under a name is not kept for good.
 * @param {Response} answer */
function isOwn(answer) {
  return STATIC === "/static/" || Boolean(answer.headers.get("Cache-Control")?.includes("immutable"));
}

self_.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
      // Pages need not wait for this script to start.
      await self_.registration.navigationPreload?.enable();
      await self_.clients.claim();
    })(),
  );
});

self_.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (KEPT.includes(new URL(request.url).pathname)) {
    event.respondWith(fetch(request).catch(async () => (await caches.match(request)) ?? Response.error()));
  }
});

/** The page from the room, or the one that says that nobody answers.
 * @param {FetchEvent} event */
async function page(event) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil(noteLanguage(answer.headers.get("Content-Language")));
    return answer;
  } catch {
    const cache = await caches.open(CACHE);
    const language = (await (await cache.match(LANGUAGE))?.text()) ?? navigator.language.slice(0, 2);
    const pages = SHEET.test(new URL(event.request.url).pathname) ? SHEETS : PAGES;
    const spoken = LANGUAGES.includes(language) ? language : LANGUAGES[0];
    return (await cache.match(`${pages}${spoken}/`)) ?? Response.error();
  }
}

let noted = "";

/** @param {string | null} language */
async function noteLanguage(language) {
  if (!language || language === noted) return;
  noted = language;
  await (await caches.open(CACHE)).put(LANGUAGE, new Response(language));
}

self_.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(notify(event.data.json()));
});

/** @param {Told} told */
async function notify({ title, text, url, tag, language }) {
  const options = {
    body: text,
    tag,
    renotify: true,
    vibrate: [120, 60, 120],
    lang: language,
    icon: `${STATIC}img/app-192.png`,
    badge: `${STATIC}img/app-badge.png`,
    data: { url },
  };
  await self_.registration.showNotification(title, options);
}

self_.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data?.url));
});

/** To the page of the notice: a window that shows it, or a new one. An address of this room only.
 * @param {unknown} url */
async function lead(url) {
  const to = new URL(typeof url === "string" ? url : "/", self_.location.origin);
  if (to.origin !== self_.location.origin) return;
  const windows = await self_.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((each) => new URL(each.url).pathname === to.pathname);
  if (there) await there.focus();
  else await self_.clients.openWindow(to.href);
}
