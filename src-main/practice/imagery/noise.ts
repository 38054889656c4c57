/** Returns a 32-bit hash of a cell: fast and the same on every machine. */
function hashCell(x: number, y: number, salt: number): number {
  let h = (Math.imul(x | 0, 0x27d4eb2d) ^ Math.imul(y | 0, 0x165667b1) ^ Math.imul(salt | 0, 0x9e3779b1)) | 0;
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Returns the value of a cell, 0 ≤ value < 1. */
export function cellValue(x: number, y: number, salt: number): number {
  return hashCell(x, y, salt) / 4_294_967_296;
}

/** Returns smooth value noise, 0 … 1, with one feature per unit. */
export function valueNoise(x: number, y: number, salt: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = x - x0;
  const fy = y - y0;
  const sx = fx * fx * (3 - 2 * fx);
  const sy = fy * fy * (3 - 2 * fy);
  const a = cellValue(x0, y0, salt);
  const b = cellValue(x0 + 1, y0, salt);
  const c = cellValue(x0, y0 + 1, salt);
  const d = cellValue(x0 + 1, y0 + 1, salt);
  return a + (b - a) * sx + (c - a) * sy + (a - b - c + d) * sx * sy;
}

/** Returns a sum of octaves of noise, 0 … 1. */
export function fractalNoise(x: number, y: number, salt: number, octaves: number): number {
  let sum = 0;
  let weight = 0.5;
  let total = 0;
  let frequency = 1;
  for (let octave = 0; octave < octaves; octave += 1) {
    sum += weight * valueNoise(x * frequency, y * frequency, salt + octave * 101);
    total += weight;
    weight *= 0.5;
    frequency *= 2.03;
  }
  return sum / total;
}
