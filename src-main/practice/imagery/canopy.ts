import { cellValue } from './noise.ts';

const texelsPerMetre = 2;
const texels = 512;
const cells = 34;
const cellTexels = texels / cells;

interface Crown {
  x: number;
  y: number;
  radius: number;
  tone: number;
}

/** Returns one tree per cell at a random place. The sheet is periodic, so that copies fit side by side. */
function crownsOf(salt: number): Crown[] {
  return Array.from({ length: cells * cells }, (_, at) => {
    const [column, row] = [at % cells, Math.floor(at / cells)];
    return {
      x: (column + cellValue(column, row, salt)) * cellTexels,
      y: (row + cellValue(column, row, salt + 1)) * cellTexels,
      radius: cellTexels * (0.55 + 0.4 * cellValue(column, row, salt + 2)),
      tone: 0.8 + 0.4 * cellValue(column, row, salt + 3),
    };
  });
}

/** Returns the brightness of a texel: of the highest crown over it, lit from the south-east, or of the dark ground. */
function light(crowns: readonly Crown[], x: number, y: number): number {
  const column = Math.floor(x / cellTexels);
  const row = Math.floor(y / cellTexels);
  let highest = 0;
  let shade = 0.34;
  for (let dy = -1; dy <= 1; dy += 1) {
    for (let dx = -1; dx <= 1; dx += 1) {
      const [c, r] = [(column + dx + cells) % cells, (row + dy + cells) % cells];
      const crown = crowns[r * cells + c];
      if (!crown) continue;
      const fromX = (x - crown.x - (column + dx - c) * cellTexels) / crown.radius;
      const fromY = (y - crown.y - (row + dy - r) * cellTexels) / crown.radius;
      const height = 1 - fromX * fromX - fromY * fromY;
      if (height * crown.tone <= highest) continue;
      highest = height * crown.tone;
      shade = crown.tone * (0.6 + 0.4 * height + 0.33 * (fromX - fromY));
    }
  }
  return Math.max(0.3, shade);
}

/**
 * Creates the function that returns the brightness of tree crowns (about 1 on average) at a point in metres. A sheet of 256 m
 * is computed once and repeated: one read per pixel replaces dozens of hashes.
 */
export function createCanopy(salt: number): (x: number, y: number) => number {
  let sheet: Float32Array | null = null;
  const make = () => {
    const crowns = crownsOf(salt);
    return Float32Array.from({ length: texels * texels }, (_, at) =>
      light(crowns, (at % texels) + 0.5, Math.floor(at / texels) + 0.5),
    );
  };
  return (x, y) => {
    sheet ??= make();
    const column = Math.floor(x * texelsPerMetre) & (texels - 1);
    const row = Math.floor(y * texelsPerMetre) & (texels - 1);
    return sheet[row * texels + column] ?? 1;
  };
}
