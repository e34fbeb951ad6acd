// A text as a QR code, made on the phone: what it could not send must leave it without any server.
//
// Bytes in UTF-8, the lowest level of correction, and always the same mask, which every reader takes.

const LARGEST = 25; // versions: finer ones are hard to read from a phone
const CHECKS = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26]; // bytes for each block
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12];
const LEVEL = 1; // "L"
const MASK = 1; // every other row is turned
const DARK = true;

const bitsOf = (value, length) => Array.from({ length }, (_, at) => (value >> (length - 1 - at)) & 1);
const range = (n) => [...Array(n).keys()];

/** The cells for data and checks that a version leaves free. */
function room(version) {
  const marks = version > 1 ? Math.floor(version / 7) + 2 : 0;
  return (16 * version + 128) * version + 64 - (marks ? (25 * marks - 10) * marks - 55 : 0) - (version > 6 ? 36 : 0);
}

const bytesIn = (version) => (room(version) >> 3) - CHECKS[version - 1] * BLOCKS[version - 1];
const headOf = (version) => (version > 9 ? 20 : 12); // bits before the text

// --- the bytes, and those that check them

function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  return product;
}

/** The polynomial with the roots 1, 2, 4 ... of the field, without its first term. */
function divisor(degree) {
  let found = [...Array(degree - 1).fill(0), 1];
  let root = 1;
  for (let n = 0; n < degree; n += 1) {
    found = found.map((one, at) => times(one, root) ^ (found[at + 1] ?? 0));
    root = times(root, 2);
  }
  return found;
}

function checksOf(data, by) {
  let rest = by.map(() => 0);
  for (const one of data) {
    const factor = one ^ rest[0];
    rest = by.map((term, at) => times(term, factor) ^ (rest[at + 1] ?? 0));
  }
  return rest;
}

function dataOf(text, version) {
  const size = bytesIn(version);
  const bits = [...bitsOf(4, 4), ...bitsOf(text.length, headOf(version) - 4), ...[...text].flatMap((byte) => bitsOf(byte, 8))];
  bits.push(...Array(Math.min(4, size * 8 - bits.length)).fill(0));
  bits.push(...Array(-bits.length & 7).fill(0));
  const bytes = range(bits.length / 8).map((at) => parseInt(bits.slice(at * 8, at * 8 + 8).join(""), 2));
  return [...bytes, ...range(size - bytes.length).map((at) => (at % 2 ? 0x11 : 0xec))];
}

/** Data and checks in the order in which they lie: the first byte of each block, the second of each ... */
function interleaved(data, version) {
  const blocks = BLOCKS[version - 1];
  const short = Math.floor(data.length / blocks);
  const shorter = blocks - (data.length % blocks);
  const by = divisor(CHECKS[version - 1]);
  const parts = range(blocks).map((n) => data.slice(n * short + Math.max(0, n - shorter), (n + 1) * short + Math.max(0, n + 1 - shorter)));
  const turns = (lists) => range(Math.max(...lists.map((list) => list.length))).flatMap((at) => lists.map((list) => list[at])).filter((one) => one !== undefined);
  return [...turns(parts), ...turns(parts.map((part) => checksOf(part, by)))];
}

// --- the cells

function marksAt(version) {
  if (version === 1) return [];
  const n = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (n * 2 - 2)) * 2;
  return [6, ...range(n - 1).map((at) => version * 4 + 10 - at * step).reverse()];
}

/** The picture without its text: cells that are set hold true or false, the others nothing. */
function frame(version) {
  const size = version * 4 + 17;
  const cells = range(size).map(() => Array(size));
  const square = (x, y, reach, rings) => {
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1)
        if (cells[y + dy] && x + dx >= 0 && x + dx < size) cells[y + dy][x + dx] = rings.includes(Math.max(Math.abs(dx), Math.abs(dy)));
  };
  for (const at of range(size)) cells[6][at] = cells[at][6] = at % 2 === 0;
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, 4, [0, 1, 3]);
  const marks = marksAt(version);
  const [first, last] = [marks[0], marks.at(-1)];
  for (const x of marks) for (const y of marks) if (!((x === first && y !== last && y === first) || (x === first && y === last) || (x === last && y === first))) square(x, y, 2, [0, 2]);
  format(cells, size);
  if (version > 6) number(cells, size, version);
  return cells;
}

function rest(value, steps, top, by) {
  let found = value;
  for (let n = 0; n < steps; n += 1) found = (found << 1) ^ ((found >> top) * by);
  return found;
}

function format(cells, size) {
  const value = (LEVEL << 3) | MASK;
  const bits = bitsOf(((value << 10) | rest(value, 10, 9, 0x537)) ^ 0x5412, 15).reverse();
  bits.forEach((bit, at) => {
    cells[at < 6 ? at : at < 8 ? at + 1 : 8][at < 8 ? 8 : at === 8 ? 7 : 14 - at] = Boolean(bit);
    if (at < 8) cells[8][size - 1 - at] = Boolean(bit);
    else cells[size - 15 + at][8] = Boolean(bit);
  });
  cells[size - 8][8] = DARK;
}

function number(cells, size, version) {
  const bits = bitsOf((version << 12) | rest(version, 12, 11, 0x1f25), 18).reverse();
  bits.forEach((bit, at) => {
    const [across, down] = [size - 11 + (at % 3), Math.floor(at / 3)];
    cells[down][across] = cells[across][down] = Boolean(bit);
  });
}

/** Two columns at a time from the right, up and down in turn, past what is set. */
function fill(cells, bytes) {
  const size = cells.length;
  let at = 0;
  for (let right = size - 1, up = true; right > 0; right -= right === 8 ? 3 : 2, up = !up)
    for (const step of range(size))
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - step : step;
        if (cells[y][x] !== undefined) continue;
        cells[y][x] = Boolean(((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) !== (y % 2 === 0);
        at += 1;
      }
}

/** Rows of cells, true where they are dark; null for a text that is too long. */
export function qr(text) {
  const bytes = new TextEncoder().encode(text);
  const version = range(LARGEST + 1).find((one) => one > 0 && bytes.length * 8 + headOf(one) <= bytesIn(one) * 8);
  if (!version) return null;
  const cells = frame(version);
  fill(cells, interleaved(dataOf(bytes, version), version));
  return cells;
}

const SVG = "http://www.w3.org/2000/svg";
const QUIET = 4; // cells of margin

/** As a picture for the page; null for a text that is too long. */
export function picture(text) {
  const cells = qr(text);
  if (!cells) return null;
  const found = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  found.setAttribute("viewBox", `${-QUIET} ${-QUIET} ${cells.length + 2 * QUIET} ${cells.length + 2 * QUIET}`);
  path.setAttribute("d", cells.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join(""));
  found.append(path);
  return found;
}
