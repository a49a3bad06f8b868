// Makes a part of the page what another one is, and touches nothing that is the same already: what
// has the focus keeps it, and what is open stays open.

/**
 * @param {Node} old
 * @param {Node} fresh
 */
export function morph(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeName !== fresh.nodeName || old.childNodes.length !== fresh.childNodes.length) {
    return replace(old, fresh);
  }
  if (old instanceof Element && fresh instanceof Element) {
    dress(old, fresh);
  } else if (old.nodeValue !== fresh.nodeValue) {
    old.nodeValue = fresh.nodeValue;
  }
  const after = [...fresh.childNodes];
  [...old.childNodes].forEach((child, place) => morph(child, after[place]));
}

/**
 * @param {Element} old
 * @param {Element} fresh
 */
function dress(old, fresh) {
  for (const { name } of [...old.attributes]) {
    // What the reader has opened is theirs to close.
    if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

/**
 * @param {Node} old
 * @param {Node} fresh
 */
function replace(old, fresh) {
  const focused = document.activeElement;
  const id = focused && old.contains(focused) ? focused.id : "";
  // A row stays itself: only what is in it is replaced, each cell for itself where they match.
  if (old instanceof Element && fresh instanceof Element && old.nodeName === fresh.nodeName) {
    dress(old, fresh);
    if (old.children.length === fresh.children.length && old.children.length) {
      const after = [...fresh.children];
      [...old.children].forEach((child, place) => morph(child, after[place]));
      if (old.isEqualNode(fresh)) return;
    }
    old.replaceChildren(...[...fresh.cloneNode(true).childNodes]);
  } else {
    old.parentNode?.replaceChild(document.importNode(fresh, true), old);
  }
  if (id) (document.getElementById(id) ?? action(id))?.focus();
}

/**
 * Where "Register" was there is "Registered" now: the focus goes on to what took its place.
 * @param {string} id
 * @returns {HTMLElement | null}
 */
function action(id) {
  const number = id.slice(id.lastIndexOf("-") + 1);
  return document.querySelector(`.action-cell [id$="-${number}"]`);
}
