// The page of one's own picture: what was chosen is made small before it is sent, and who has none is
// shown the one made from their name.

import { identicon } from "./identicon.js";

const SIDE = 512;

for (const drawing of /** @type {NodeListOf<SVGElement>} */ (document.querySelectorAll("svg.own-picture"))) {
  const { hue, path } = identicon(drawing.dataset.name ?? "");
  drawing.style.setProperty("--hue", String(hue));
  drawing.querySelector("path")?.setAttribute("d", path);
}

const field = /** @type {HTMLInputElement | null} */ (document.querySelector("input[name=picture]"));
field?.addEventListener("change", async () => {
  const [file] = field.files ?? [];
  const picture = file && await createImageBitmap(file).catch(() => null);
  // What cannot be read here, the server refuses by name.
  if (!picture) return;
  const side = Math.min(picture.width, picture.height);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Math.min(SIDE, side);
  canvas.getContext("2d")?.drawImage(
    picture, (picture.width - side) / 2, (picture.height - side) / 2, side, side, 0, 0, canvas.width, canvas.height,
  );
  canvas.toBlob((small) => {
    if (!small) return;
    const chosen = new DataTransfer();
    chosen.items.add(new File([small], "picture.png", { type: small.type }));
    field.files = chosen.files;
  }, "image/png");
});
