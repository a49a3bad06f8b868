// The sound that calls, and what has called already: once for all windows of a browser.

// Imported with the first sound: it opens the computer's loudspeaker.
const ZZFX_AT = new URL("../vendor/zzfx/zzfx.js", import.meta.url).href;
const KEY = "montepremi.heard";
const REMEMBERED = 60;
// Milliseconds of shaking, and between.
export const SHAKE = [120, 60, 120];

/** Whether this is new to the browser; from now on it is not.
 * @param {string} name */
export function heard(name) {
  try {
    /** @type {string[]} */
    const known = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (known.includes(name)) return false;
    localStorage.setItem(KEY, JSON.stringify([...known, name].slice(-REMEMBERED)));
  } catch {
    // No storage, or nothing that we wrote: rather twice than never.
  }
  return true;
}

/** Two notes, and a phone shakes; nothing before its reader has touched the page once. */
export async function ring() {
  if (!navigator.userActivation?.hasBeenActive) return;
  navigator.vibrate?.(SHAKE);
  /** @type {typeof import("./types/zzfx.d.ts")} */
  const { zzfx, ZZFX } = await import(ZZFX_AT);
  await ZZFX.audioContext.resume();
  zzfx(0.8, 0, 784, 0.01, 0.08, 0.25, 0, 1, 0, 0, 262, 0.12);
}
