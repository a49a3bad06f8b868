// Names for what the desk's framework leaves without one, once it has built it.

/** What scrolls is no landmark, a list to choose from is called as its title says, and a sign that
 * has a name is a picture. */
function nameAll() {
  for (const scroller of document.querySelectorAll(".simplebar-content-wrapper[role=region]")) {
    scroller.removeAttribute("role");
    scroller.removeAttribute("aria-label");
  }
  for (const list of document.querySelectorAll("select[title]:not([aria-label])")) {
    list.setAttribute("aria-label", list.getAttribute("title") ?? "");
  }
  for (const sign of document.querySelectorAll("span.help-tooltip[aria-label]:not([role])")) {
    sign.setAttribute("role", "img");
  }
}

addEventListener("load", () => setTimeout(nameAll));
