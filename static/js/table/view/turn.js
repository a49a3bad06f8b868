// The reader's turn: the buttons offer what `turn.legal` says and nothing else.

/**
 * @import { Part } from "../../types/preact.d.ts"
 * @import { ActionRequest, HandTold, LegalTold } from "../../types/frames.d.ts"
 * @import { Gestures, Range, Settings, Values } from "../../types/page.d.ts"
 */

import { fault } from "../state/amounts.js";
import { clamp, hasSizes, passive, sized, sizing } from "../state/bets.js";
import { inLanguage, presets } from "../state/presets.js";
import { AmountField } from "./amount_field.js";
import { useShortcuts } from "./shortcuts.js";
import { html, useEffect, useRef, useState } from "./ui.js";
import { useWords } from "./words.js";

/** @type {Record<string, number>} */
const WAYS = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 };

/**
 * @param {{
 *   range: Range, to: number, text: string | null, wrong: string, setText: (text: string) => void,
 *   set: (to: number) => void, quick: Array<[string, Values, number]>, stride: number,
 *   disabled: boolean,
 * }} props
 */
function Sizing({ range, to, text, wrong, setText, set, quick, stride, disabled }) {
  const { say, stack: amount, betField } = useWords();
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    const way = WAYS[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    set(to + way * (event.shiftKey ? 1 : stride));
  };
  // A listener of the part's own could not keep the page from turning.
  useEffect(() => {
    const element = /** @type {HTMLElement} */ (box.current);
    /** @param {Event & { deltaX?: number, deltaY?: number, shiftKey?: boolean }} event */
    const turned = (event) => {
      const way = -Math.sign((event.deltaY || event.deltaX) ?? 0);
      event.preventDefault();
      if (way && !disabled) set(to + way * (event.shiftKey ? 1 : stride));
    };
    element.addEventListener("wheel", turned, { passive: false });
    return () => element.removeEventListener("wheel", turned);
  });
  /** @param {number} way @param {string} sign @param {string} key */
  const stepper = (way, sign, key) => html`
    <button type="button" class="step" aria-label=${say(key)} disabled=${disabled}
      onClick=${(/** @type {Event & { shiftKey?: boolean }} */ event) => set(to + way * (event.shiftKey ? 1 : stride))}>${sign}</button>`;
  return html`
    <div class="sizing" ref=${box}>
      <div class="presets">
        ${quick.map(([key, values, size]) => html`
          <button type="button" key=${size} aria-pressed=${to === size} disabled=${disabled}
            onClick=${() => set(size)}>${say(key, values)}</button>`)}
      </div>
      ${stepper(-1, "−", "size_less")}
      <input type="range" min=${range.min} max=${range.max} step="1" value=${to} disabled=${disabled}
        aria-label=${say("size")} aria-valuetext=${amount(to)} onKeyDown=${keys}
        style=${{ "--filled": `${(100 * (to - range.min)) / (range.max - range.min)}%` }}
        onInput=${(event) => set(Number(event.target.value))} />
      ${stepper(1, "+", "size_more")}
      <${AmountField} name="amount" label=${say("size")} value=${text ?? betField.write(to)} fault=${wrong}
        setText=${setText} disabled=${disabled} done=${() => !wrong && set(to)} />
    </div>`;
}

/**
 * @param {{
 *   hand: HandTold, legal: LegalTold, act: Gestures["act"], disabled: boolean, settings: Settings,
 *   beside: Part | null,
 * }} props
 */
export function Turn({ hand, legal, act, disabled, settings, beside }) {
  const words = useWords();
  const { say, stack: amount, betField, locale } = words;
  const { shortcuts } = settings;
  // What was typed last, or else picked: an amount as it is written may be rounded.
  const [text, setText] = useState(/** @type {string | null} */ (null));
  const [picked, setPicked] = useState(/** @type {number | null} */ (null));
  const [asks, setAsks] = useState(false);
  const range = sizing(hand, legal);
  const stride = hand.stakes.big_blind;
  // Less than the least becomes the least, and more than the most the most.
  const typed = text === null ? (picked ?? range?.min ?? 0) : betField.read(text, stride);
  const wrong = range && typed === null ? fault(typed, range, { ...words, field: betField }) : "";
  const to = range ? clamp(typed ?? range.min, range) : 0;
  const free = passive(legal);
  /** @param {number} way @param {boolean} finely */
  const step = (way, finely) => range && set(to + way * (finely ? 1 : stride));
  /** @param {ActionRequest | null} action */
  const press = (action) => action && !disabled && act(action);
  // Nobody throws away for nothing what costs nothing, unless they mean it.
  const fold = () => {
    if (!legal.fold || disabled) return;
    if (free && free.kind !== "call" && !asks) setAsks(true);
    else press({ kind: "fold" });
  };
  const raise = () => range && !wrong && press(sized(range, legal, to));
  const quick = presets(hand, legal, settings.presets).map(([key, values, size]) =>
    /** @type {[string, Values, number]} */ ([key, inLanguage(values, locale), size]));
  /** @param {number} size */
  const set = (size) => {
    if (!range) return;
    setPicked(clamp(size, range));
    setText(null);
  };
  useShortcuts({
    ...Object.fromEntries(quick.map(([, , size], i) => [String(i + 1), () => set(size)])),
    a: () => range && set(range.max),
    f: fold,
    c: () => press(free),
    r: raise,
    arrowup: (event) => step(1, event.shiftKey),
    arrowdown: (event) => step(-1, event.shiftKey),
  }, shortcuts, asks);
  const allIn = range && !wrong && to === legal.all_in;
  /** @param {string} key */
  const hint = (key) => shortcuts && html`<kbd aria-hidden="true">${key.toUpperCase()}</kbd>`;
  return html`
    ${range && hasSizes(range) && html`
      <${Sizing} range=${range} to=${to} text=${text} wrong=${wrong} setText=${setText} set=${set}
        disabled=${disabled} quick=${quick} stride=${stride} />`}
    <div class="buttons">
      <p class="asks" role="alert">${asks && say("fold_sure")}</p>
      ${legal.fold && html`
        <button type="button" class=${asks ? "fold sure" : "fold"} disabled=${disabled}
          onClick=${fold}>${say(asks ? "fold_anyway" : "fold")}${hint(settings.keys.f)}</button>${beside}`}
      ${free && html`
        <button type="button" class="passive" disabled=${disabled} onClick=${() => press(free)}>
          ${free.kind === "call" ? say("call_button", { amount: amount(legal.call ?? 0) }) : say(free.kind)}
          ${hint(settings.keys.c)}</button>`}
      ${legal.parola && html`
        <button type="button" class="passive" disabled=${disabled}
          onClick=${() => press({ kind: "parola" })}>${say("parola")}</button>`}
      ${legal.cip !== undefined && legal.cip > 0 && html`
        <button type="button" class="passive" disabled=${disabled} onClick=${() => press({ kind: "cip" })}>
          ${say("cip_button", { amount: amount(legal.cip) })}</button>`}
      ${range && html`
        <button type="button" class="raise" disabled=${disabled || wrong !== ""} onClick=${raise}>
          ${say(allIn ? "all_in_button" : `${range.kind}_button`, { amount: wrong ? "…" : amount(to) })}
          ${hint(settings.keys.r)}</button>`}
    </div>`;
}
