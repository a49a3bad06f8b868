// Plays motions: looks where their ends are on the felt, and moves what is there, or a likeness of it.
// Only positions and opacity change, so that the browser draws nothing anew.

/** @import { Mover, Motion, Place } from "../../types/page.d.ts" */

import { drawn } from "../view/chips.js";

const FLIGHT_MS = 240;
// All cards are dealt within: with its flight the last one lies before 400 ms are over.
const DEAL_MS = 150;
const EASE = "cubic-bezier(.2,.7,.3,1)";

/** @type {Record<Place["part"], (place: Place) => string>} */
const SELECTORS = {
  dealer: ({ seat }) => `.seat[data-seat="${seat}"] .plate`,
  plate: ({ seat }) => `.seat[data-seat="${seat}"] .plate`,
  hole: ({ seat }) => `.seat[data-seat="${seat}"] .hole`,
  card: ({ seat, card = 0 }) => `.seat[data-seat="${seat}"] .hole .card:nth-child(${card + 1})`,
  spot: ({ seat }) => `.spot[data-seat="${seat}"]`,
  won: ({ seat }) => `.to-winner[data-seat="${seat}"]`,
  pot: () => ".middle .pot",
  out: () => ".scene",
};

/** Moves things on the felt inside `root`; `isCash` says what its chips are worth, `money` writes cents.
 * @param {{ root: HTMLElement, isCash: boolean, money: (cents: number) => string }} felt
 * @returns {Mover}
 */
export function mover({ root, isCash, money }) {
  /** @param {Place} place @returns {HTMLElement | null} */
  const find = (place) => root.querySelector(SELECTORS[place.part](place));

  /** @param {Element} element */
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  };

  /** A likeness on the felt's own layer, which is empty again when it has arrived.
   * @param {Motion} motion
   */
  function likeness({ kind, chips = 0, cents = 0 }) {
    const thing = document.createElement("span");
    thing.className = `flying ${kind}`;
    if (kind === "bounty") {
      thing.classList.add("price");
      thing.textContent = money(cents);
    } else if (kind === "muck") {
      for (let card = 0; card < 2; card += 1) {
        thing.append(Object.assign(document.createElement("i"), { className: "card back" }));
      }
    } else {
      thing.classList.add("stack");
      for (const colour of drawn(chips, isCash)) {
        thing.append(Object.assign(document.createElement("i"), { className: `chip value-${colour}` }));
      }
    }
    return thing;
  }

  /** @param {Motion} motion @param {{ x: number, y: number }} from @param {HTMLElement} to */
  function bring({ kind, after }, from, to) {
    const end = middle(to);
    const way = `${from.x - end.x}px ${from.y - end.y}px`;
    const start = kind === "deal" ? { translate: way, opacity: 0, scale: "0.6" } : { translate: way, opacity: 0 };
    to.animate([start, { opacity: 1, offset: 0.3 }, {}], {
      duration: FLIGHT_MS, delay: after * DEAL_MS, easing: EASE, fill: "backwards",
    });
  }

  /** @param {Motion} motion @param {{ x: number, y: number }} from @param {{ x: number, y: number }} to */
  function fly(motion, from, to) {
    const layer = root.querySelector(".flying-layer");
    if (!layer) return;
    const corner = layer.getBoundingClientRect();
    const thing = likeness(motion);
    thing.style.left = `${from.x - corner.left}px`;
    thing.style.top = `${from.y - corner.top}px`;
    layer.append(thing);
    const gone = motion.kind === "muck" || motion.kind === "collect" ? 0 : 1;
    const flight = thing.animate(
      [{}, { translate: `${to.x - from.x}px ${to.y - from.y}px`, opacity: gone }],
      { duration: FLIGHT_MS, easing: EASE, composite: "add" },
    );
    const land = () => thing.remove();
    flight.finished.then(land, land);
  }

  /** Off the felt, away from its middle.
   * @param {HTMLElement} plate
   */
  function leave(plate) {
    const scene = root.querySelector(".scene");
    const seat = plate.parentElement;
    if (!scene || !seat) return;
    const [here, centre] = [middle(plate), middle(scene)];
    seat.animate(
      [{}, { translate: `${here.x - centre.x}px ${here.y - centre.y}px`, opacity: 0 }],
      { duration: FLIGHT_MS, easing: "ease-in", composite: "add", fill: "forwards" },
    );
  }

  /** @param {Motion} motion */
  function move(motion) {
    const [from, to] = [find(motion.from), find(motion.to)];
    if (!from || !to) return;
    if (motion.kind === "leave") leave(from);
    else if (motion.kind === "deal" || motion.kind === "win") bring(motion, middle(from), to);
    else fly(motion, middle(from), middle(to));
  }

  return {
    play: (motions) => motions.forEach(move),
    end() {
      const scene = /** @type {HTMLElement | null} */ (root.querySelector(".scene"));
      for (const each of scene?.getAnimations({ subtree: true }) ?? []) each.finish();
    },
  };
}
