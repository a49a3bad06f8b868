// Has the browser keep the room's own service worker: notices, and a page for when nobody answers.

navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
