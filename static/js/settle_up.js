// The list of who pays whom as a picture to share, drawn from its text.

import { cloth, give, GOLD, IVORY, write } from "./drawn.js";

const LINE = 66;

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-share-list]") : null;
  const shown = document.querySelector("#home-text");
  if (!button || !(shown instanceof HTMLTextAreaElement)) return;
  const lines = shown.value.split("\n");
  const title = lines.shift() ?? "";
  const note = lines.pop() ?? "";
  const top = 290;
  const paper = cloth(1200, Math.max(630, top + LINE * lines.length + 110));
  write(paper, document.body.dataset.house ?? "", { y: 110, size: 40, colour: GOLD });
  write(paper, title, { y: 195, size: 60, colour: "#fff", weight: 750 });
  for (const [place, line] of lines.entries()) write(paper, line, { y: top + LINE * place, size: 42, colour: IVORY });
  write(paper, note, { y: paper.canvas.height - 70, size: 28, colour: GOLD });
  void give(paper.canvas, "settle-up.png");
});
