"""Modules that a page did not name, so that the browser learnt of them by reading another one."""

from playwright.sync_api import Page

LATE = """() => {
  const named = [...document.querySelectorAll("link[rel=modulepreload], script[src]")];
  const addresses = named.map((it) => it.href ?? it.src);
  const asked = performance.getEntriesByType("resource").map(({ name }) => name);
  return asked.filter((name) => name.endsWith(".js") && !addresses.includes(name));
}"""


def late_modules(page: Page) -> list[str]:
    found: list[str] = page.evaluate(LATE)
    return found
