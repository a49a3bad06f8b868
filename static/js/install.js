// Has the browser keep the room's own service worker: notices, and a page for when nobody answers.
// A page may stay open for an evening: what could not be had is asked for again.

const AGAIN = 60_000;

/** @param {ServiceWorkerContainer} workers */
function keep(workers) {
  const again = () => setTimeout(() => keep(workers), AGAIN);
  workers.register("/sw.js").then(({ installing }) => {
    installing?.addEventListener("statechange", () => {
      // A newer one that could not be installed leaves the one before it at work.
      if (installing.state === "redundant" && !workers.controller) again();
    });
  }, again);
}

// What it fetches does not hold up what the page still waits for.
const workers = navigator.serviceWorker;
if (workers && document.readyState === "complete") keep(workers);
else if (workers) addEventListener("load", () => keep(workers));
