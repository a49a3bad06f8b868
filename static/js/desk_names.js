// Names for what the desk's framework leaves without one, once it has built it.

/** What scrolls is no landmark, and a list to choose from is called as its title says. */
function nameAll() {
  for (const scroller of document.querySelectorAll(".simplebar-content-wrapper[role=region]")) {
    scroller.removeAttribute("role");
    scroller.removeAttribute("aria-label");
  }
  for (const list of document.querySelectorAll("select[title]:not([aria-label])")) {
    list.setAttribute("aria-label", list.getAttribute("title") ?? "");
  }
}

addEventListener("load", () => setTimeout(nameAll));
