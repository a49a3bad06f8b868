// The reader's private note on another player, written at their seat (CHAT-4), who may be followed there (FRIEND-1).

/** @import { Dispatch, Mark } from "../../types/page.d.ts" */

import { Dialog } from "./dialogs.js";
import { html, useState } from "./ui.js";
import { useWords } from "./words.js";

const LONGEST = 500;
const COLOURS = ["red", "orange", "yellow", "green", "blue", "purple"];

/** Keeps a part of a mark; what to tell the reader, or "" once it is kept.
 * @param {{ user: number, mark: Partial<Mark>, csrf: string, trouble: string }} wish
 * @returns {Promise<string>}
 */
async function keep({ user, mark, csrf, trouble }) {
  const answer = await fetch(`/api/contacts/${user}/`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": csrf },
    body: JSON.stringify(mark),
  }).catch(() => null);
  if (answer?.ok) return "";
  const refusal = await answer?.json().catch(() => null);
  return refusal?.message ?? trouble;
}

/** Where the reader writes a note on a player, and gives them a colour.
 * @param {{
 *   player: { user: number, name: string }, mark: Mark | undefined, csrf: string, dispatch: Dispatch, close: () => void,
 * }} props
 */
export function NoteDialog({ player: { user, name }, mark, csrf, dispatch, close }) {
  const { say } = useWords();
  const [note, setNote] = useState(mark?.note ?? "");
  const [colour, setColour] = useState(mark?.colour ?? "");
  const [trouble, setTrouble] = useState("");
  /** @param {Partial<Mark>} wish */
  const change = async (wish) => {
    const why = await keep({ user, mark: wish, csrf, trouble: say("note_trouble") });
    setTrouble(why);
    if (!why) dispatch({ type: "marked", user, mark: { note: "", colour: "", followed: false, ...mark, ...wish } });
    return !why;
  };
  /** @param {Event} event */
  const save = async (event) => {
    event.preventDefault();
    if (await change({ note: note.trim(), colour })) close();
  };
  const followed = mark?.followed ?? false;
  return html`
    <${Dialog} title=${say("note_on", { name })} close=${close} quiet=${true}>
      <p>${say("note_more")}</p>
      <form class="note-form" onSubmit=${save}>
        <label><span>${say("note")}</span>
          <textarea name="note" rows="3" maxlength=${LONGEST} value=${note}
            onInput=${(/** @type {{ target: HTMLTextAreaElement }} */ event) => setNote(event.target.value)} /></label>
        <label><span>${say("colour")}</span>
          <select name="colour" value=${colour}
            onChange=${(/** @type {{ target: HTMLSelectElement }} */ event) => setColour(event.target.value)}>
            ${["", ...COLOURS].map((each) => html`<option key=${each} value=${each}>${say(`colour_${each || "none"}`)}</option>`)}
          </select></label>
        <p class="fault" role="status">${trouble}</p>
        <button class="button">${say("note_save")}</button>
        <button type="button" class="button button-quiet" onClick=${() => change({ followed: !followed })}>
          ${say(followed ? "unfollow" : "follow")}</button>
      </form>
    <//>`;
}
