// The forms of the floor's sheet: who is out, what was counted, a penalty, what a dealer did wrong. Each knows the
// people at its table, and answers with what is to be kept, or with what is missing.

/** @import { Voice } from "../types/page.d.ts" */
/** @import { Said } from "./queue.js" */
/** @import { Table } from "./room.js" */
/** @typedef {{ said: Said, words: string } | { missing: string }} Filled */

/** An element with attributes and children.
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children */
export function make(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Ticks for everybody at the table.
 * @param {Table} table
 * @param {string} name
 * @param {string} legend
 * @param {number[]} ticked
 * @param {Voice} voice */
function ticks(table, name, legend, ticked, voice) {
  const each = table.seats.map(({ no, entry, name: who, stack }) => {
    const box = /** @type {HTMLInputElement} */ (
      make("input", { type: "checkbox", name, value: String(entry), id: `${name}-${entry}` })
    );
    box.checked = ticked.includes(entry);
    return make("label", { class: "tick" }, box, `${no} · ${who} `, make("small", {}, voice.amount(stack)));
  });
  return make("fieldset", {}, make("legend", {}, legend), ...each);
}

/** @param {string} id
 * @param {string} label
 * @param {Record<string, string>} attributes */
function field(id, label, attributes) {
  return make("p", { class: "field" }, make("label", { for: id }, label), make("input", { id, name: id, ...attributes }));
}

/** Who lost the last chip in a hand.
 * @param {HTMLFormElement} form
 * @param {Table} table
 * @param {boolean} bounty
 * @param {Said} before
 * @param {Voice} voice
 * @returns {() => Filled} */
export function bust(form, table, bounty, before, voice) {
  const groups = /** @type {number[][]} */ (before.groups ?? []);
  const order = field("order", voice.say("order"), { type: "text", inputmode: "text", autocomplete: "off", "aria-describedby": "order-help" });
  order.append(make("small", { id: "order-help" }, voice.say("order_help")));
  form.replaceChildren(ticks(table, "out", voice.say("out"), groups.flat(), voice), order);
  if (bounty) {
    const takers = /** @type {number[]} */ (before.takers ?? []);
    form.append(ticks(table, "takers", voice.say("takers"), takers, voice));
  }
  const chosen = (/** @type {string} */ name) => new FormData(form).getAll(name).map(Number);
  const show = () => {
    order.hidden = chosen("out").length < 2;
  };
  form.onchange = show;
  show();
  return () => {
    const out = chosen("out");
    if (!out.length) return { missing: voice.say("nobody") };
    const at = new Map(table.seats.map((seat) => [String(seat.no), seat.entry]));
    const typed = String(new FormData(form).get("order")).split(/[,;\s]+/).filter(Boolean);
    const named = out.length < 2 ? [out] : typed.map((tied) => tied.split("=").map((no) => at.get(no) ?? 0));
    if (String([...named.flat()].sort()) !== String([...out].sort())) return { missing: voice.say("order_wrong") };
    const names = named.map((tied) => tied.map((pk) => table.seats.find((seat) => seat.entry === pk)?.name).join(" = "));
    const words = voice.say("words_bust", { table: table.name, names: names.join(", ") });
    return { said: { groups: named, takers: chosen("takers") }, words };
  };
}

/** Everybody's chips at the table.
 * @param {HTMLFormElement} form
 * @param {Table} table
 * @param {Said} before
 * @param {Voice} voice
 * @returns {() => Filled} */
export function count(form, table, before, voice) {
  const stacks = /** @type {Record<string, number>} */ (before.stacks ?? {});
  form.onchange = null;
  form.replaceChildren(
    ...table.seats.map(({ no, entry, name, stack }) =>
      field(`chips-${entry}`, `${no} · ${name}`, {
        type: "text", inputmode: "numeric", autocomplete: "off",
        placeholder: voice.say("last_known", { chips: voice.amount(stack) }), value: String(stacks[entry] ?? ""),
      })
    ),
  );
  return () => {
    const data = new FormData(form);
    const counted = Object.fromEntries(
      table.seats.map(({ entry }) => [entry, Number(String(data.get(`chips-${entry}`)).replace(/[\s.,']/g, ""))]),
    );
    const chips = Object.values(counted);
    if (!chips.length || !chips.every((each) => Number.isSafeInteger(each) && each > 0)) {
      return { missing: voice.say("count_all") };
    }
    const sum = voice.amount(chips.reduce((total, each) => total + each, 0));
    return { said: { stacks: counted }, words: voice.say("words_count", { table: table.name, chips: sum }) };
  };
}

/** A penalty for somebody at the table; its choices stand in the page.
 * @param {HTMLFormElement} form
 * @param {Table} table
 * @param {Said} before
 * @param {Voice} voice
 * @returns {() => Filled} */
export function penalty(form, table, before, voice) {
  const page = /** @type {HTMLTemplateElement} */ (document.getElementById("penalty-fields"));
  form.onchange = null;
  form.replaceChildren(page.content.cloneNode(true));
  const player = /** @type {HTMLSelectElement} */ (form.elements.namedItem("player"));
  const given = /** @type {HTMLSelectElement} */ (form.elements.namedItem("given"));
  const why = /** @type {HTMLInputElement} */ (form.elements.namedItem("why"));
  player.append(...table.seats.map(({ no, entry, name }) => make("option", { value: String(entry) }, `${no} · ${name}`)));
  player.value = String(before.entry ?? "");
  if (before.given) given.value = String(before.given);
  why.value = String(before.why ?? "");
  return () => {
    const seat = table.seats.find(({ entry }) => String(entry) === player.value);
    if (!seat || !why.value.trim()) return { missing: voice.say("penalty_missing") };
    const what = given.selectedOptions[0].textContent ?? "";
    const words = voice.say("words_penalty", { table: table.name, name: seat.name, what });
    return { said: { entry: seat.entry, given: given.value, why: why.value.trim() }, words };
  };
}

/** What a dealer did wrong; its questions stand in the page.
 * @param {HTMLFormElement} form
 * @param {Table} table
 * @param {Said} before
 * @param {Voice} voice
 * @returns {() => Filled} */
export function mistake(form, table, before, voice) {
  const page = /** @type {HTMLTemplateElement} */ (document.getElementById("mistake-fields"));
  form.replaceChildren(page.content.cloneNode(true));
  const kinds = /** @type {HTMLSelectElement} */ (form.elements.namedItem("mistake"));
  const filled = { ...Object(before.facts), ...Object(before.told), mistake: before.mistake };
  for (const input of form.querySelectorAll("input, select")) {
    const known = filled[/** @type {HTMLInputElement} */ (input).name];
    if (input instanceof HTMLInputElement && input.type === "checkbox") input.checked = known ?? input.checked;
    else if (known !== undefined) /** @type {HTMLInputElement} */ (input).value = String(known);
  }
  const questions = () => (kinds.selectedOptions[0]?.dataset.asks ?? "").split(" ");
  const show = () => {
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-fact]"))) {
      each.hidden = !questions().includes(each.dataset.fact ?? "");
    }
  };
  form.onchange = show;
  show();
  return () => {
    const data = new FormData(form);
    if (!String(data.get("dealer")).trim()) return { missing: voice.say("dealer_missing") };
    /** @type {Record<string, unknown>} */
    const facts = {};
    for (const name of questions().filter(Boolean)) {
      const input = /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
      facts[name] = input.type === "checkbox" ? input.checked : input.value;
    }
    const report = Object.fromEntries(["hand_no", "dealer", "stacks", "note"].map((name) => [name, data.get(name)]));
    const what = kinds.selectedOptions[0].textContent ?? "";
    const words = voice.say("words_mistake", { table: table.name, what, dealer: String(report.dealer) });
    return { said: { mistake: kinds.value, facts, told: { ...report, table: table.name } }, words };
  };
}
