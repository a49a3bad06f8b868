// A field for an amount, with what is wrong with it in words above it.

import { useOwner } from "./owner.js";
import { html } from "./ui.js";

/**
 * @param {{
 *   name: string, label: string, value: string, fault: string, setText: (text: string) => void,
 *   disabled?: boolean, done?: () => void,
 * }} props
 */
export function AmountField({ name, label, value, fault, setText, disabled = false, done }) {
  const id = `${useOwner().id}-${name}-fault`;
  return html`
    <span class="amount-field">
      <input type="text" inputmode="decimal" autocomplete="off" name=${name}
        class="amount" aria-label=${label} aria-invalid=${fault !== ""} aria-describedby=${id}
        value=${value} disabled=${disabled} onFocus=${(event) => event.target.select()}
        onInput=${(event) => setText(event.target.value)} onBlur=${done} />
      <span class="fault" id=${id} role="status">${fault}</span>
    </span>`;
}
