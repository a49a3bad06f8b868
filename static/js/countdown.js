// Counts down to each <time data-until>, between two answers of the server.

function show() {
  for (const time of document.querySelectorAll("time[data-until]")) {
    const left = Math.max(0, Math.round((Date.parse(time.dataset.until) - Date.now()) / 1000));
    const minutes = Math.floor(left / 60);
    time.textContent = `${minutes}:${String(left % 60).padStart(2, "0")}`;
  }
}

show();
setInterval(show, 1000);
document.addEventListener("htmx:afterSwap", show);
