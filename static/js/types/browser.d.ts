// What vendor/htmx.min.js adds to the browser, as far as it is used here.

interface HtmxEvent extends Event {
  detail: { shouldSwap: boolean; target: Element; requestConfig: { elt: Element } };
}

interface HtmxHistoryEvent extends Event {
  detail: { history: { type: "push" | "replace"; path: string } };
}

declare const htmx: { trigger(element: Element | null, name: string): void };

interface DocumentEventMap {
  "htmx:afterSwap": HtmxEvent;
  "htmx:beforeHistoryUpdate": HtmxHistoryEvent;
  "htmx:beforeRequest": HtmxEvent;
  "htmx:beforeSwap": HtmxEvent;
}
