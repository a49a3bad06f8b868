/** What is left on a clock: 4:05, or 1:04:05 from an hour on.
 * @param {number} seconds
 */
export function timeLeft(seconds) {
  /** @param {number} number */
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}
