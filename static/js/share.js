// A text or an address is given to the device's own way of sharing; where there is none, it is copied.

document.addEventListener("click", async (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-share]") : null;
  if (!(button instanceof HTMLElement)) return;
  const shown = document.querySelector(button.dataset.share ?? "");
  if (!(shown instanceof HTMLInputElement || shown instanceof HTMLTextAreaElement)) return;
  const text = shown.value;
  try {
    if (navigator.share) {
      await navigator.share(text.startsWith("http") ? { url: text } : { text });
      return;
    }
    await navigator.clipboard.writeText(text);
    button.textContent = button.dataset.shared ?? "";
  } catch {
    // Refused, or given up: the text is there to be copied by hand.
    shown.select();
  }
});
