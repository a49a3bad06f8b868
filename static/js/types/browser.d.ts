// What vendor/htmx.min.js adds to the browser, as far as it is used here.

interface HtmxEvent extends Event {
  detail: { shouldSwap: boolean; requestConfig: { elt: Element } };
}

declare const htmx: { trigger(element: Element | null, name: string): void };

interface DocumentEventMap {
  "htmx:afterSwap": HtmxEvent;
  "htmx:beforeRequest": HtmxEvent;
  "htmx:beforeSwap": HtmxEvent;
}
