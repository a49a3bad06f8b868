/** The element of the page, or of a part of it, that the server has put there.
 * @param {string} selector
 * @param {ParentNode} within
 */
export function element(selector, within = document) {
  return /** @type {HTMLElement} */ (within.querySelector(selector));
}
