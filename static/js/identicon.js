// A picture made from a name: the same name is always the same picture. Pure.

const SIDE = 5;

/** FNV-1a over the letters of a name, which capitals do not change.
 * @param {string} name
 */
function hash(name) {
  let value = 0x811c9dc5;
  for (const letter of name.toLowerCase()) {
    value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  // What differs in the last letter shall differ everywhere.
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d) >>> 0;
  return (value ^ (value >>> 13)) >>> 0;
}

/** Its hue in degrees, and the path of its squares in a field of seven by seven: symmetrical, so
 * that it looks made.
 * @param {string} name
 */
export function identicon(name) {
  const bits = hash(name);
  const half = Math.ceil(SIDE / 2);
  let path = "";
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < half; x += 1) {
      if (!((bits >>> (y * half + x)) & 1)) continue;
      for (const at of new Set([x, SIDE - 1 - x])) path += `M${at + 1} ${y + 1}h1v1h-1z`;
    }
  }
  return { hue: Math.round(((bits >>> 16) / 0xffff) * 360), path };
}
