"""What a page hides by a mistake: a box that cuts off what stands in it, a page to be scrolled
sideways."""

from playwright.sync_api import Page

# Without boxes that end their text in an ellipsis, what only screen readers read (a pixel, mostly),
# links in fields to be copied, and the strip of a draw of which one tile is to be seen.
_LOOK = """() => {
  const meant = ".visually-hidden, .reel, input[readonly]";
  const name = (one) => [one.tagName.toLowerCase(), ...one.classList].join(".");
  const hides = (one) => {
    const style = getComputedStyle(one);
    return ["hidden", "clip"].includes(style.overflowX) && style.textOverflow !== "ellipsis";
  };
  const boxes = [document.documentElement, ...document.querySelectorAll("body *")];
  return boxes
    .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
    .filter((one) => one === document.documentElement || (hides(one) && !one.closest(meant)))
    .map((one) => `${name(one)}: ${one.scrollWidth} of ${one.clientWidth} pixels`);
}"""


def cut_off(page: Page) -> list[str]:
    """Boxes of the page as it is now whose content is wider than they show, each with how much."""
    found: list[str] = page.evaluate(_LOOK)
    return found
