// The time bank by hand: whoever wishes so takes it with a key or a button, and gives the hand up
// otherwise when their usual time is over (docs/decisions/0061-manual-time-bank-decided-by-the-page.md).

/**
 * @import { Clock, LegalTold } from "../types/frames.d.ts"
 * @import { Gestures, Settings, Time } from "../types/page.d.ts"
 */

import { checkOrFold } from "./bets.js";
import { useShortcuts } from "./shortcuts.js";
import { html, useEffect, useState } from "./ui.js";
import { useWords } from "./words.js";

/** One turn of the reader's with a bank behind it: keyed by the turn.
 * @param {{
 *   clock: Clock, legal: LegalTold, time: Time, act: Gestures["act"], disabled: boolean,
 *   settings: Settings,
 * }} props
 */
export function Bank({ clock, legal, time, act, disabled, settings }) {
  const { say } = useWords();
  const [action, due] = [clock.action_until, clock.due_at].map(Date.parse);
  // Whoever comes to a bank that runs has come to play.
  const [taken, setTaken] = useState(time.now() >= action);
  const given = checkOrFold(legal);
  const asks = due > action && !taken && given !== null;
  useEffect(() => {
    if (!asks || disabled) return undefined;
    const timer = setTimeout(() => act(given), Math.max(0, action - time.now()));
    return () => clearTimeout(timer);
  }, [asks, disabled, action]);
  const take = () => setTaken(true);
  useShortcuts(asks ? { t: take } : {}, settings.shortcuts);
  if (!asks) return null;
  return html`
    <button type="button" class="bank-take" onClick=${take}>
      ${say("bank_take", { seconds: Math.round((due - action) / 1000) })}
      ${settings.shortcuts && html`<kbd aria-hidden="true">${settings.keys.t.toUpperCase()}</kbd>`}</button>`;
}
