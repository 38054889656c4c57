const cellMetres = 8;

/**
 * Returns a slowly varying field that is sampled on a grid of 8 m over the bounds (metres) and interpolated. The grid is
 * anchored at multiples of the cell, so that overlapping scenes read the same values.
 */
export function coarseField(
  field: (x: number, y: number) => number,
  [west, south, east, north]: readonly [number, number, number, number],
): (x: number, y: number) => number {
  const firstX = Math.floor(west / cellMetres) - 1;
  const firstY = Math.floor(south / cellMetres) - 1;
  const columns = Math.ceil(east / cellMetres) - firstX + 3;
  const rows = Math.ceil(north / cellMetres) - firstY + 3;
  let values: Float32Array | null = null;
  // Computed at its first use, because not every scene uses every field.
  const make = () => {
    const made = new Float32Array(columns * rows);
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        made[row * columns + column] = field((firstX + column) * cellMetres, (firstY + row) * cellMetres);
      }
    }
    return made;
  };
  return (x, y) => {
    values ??= make();
    const gx = x / cellMetres - firstX;
    const gy = y / cellMetres - firstY;
    const column = Math.floor(gx);
    const row = Math.floor(gy);
    const fx = gx - column;
    const fy = gy - row;
    const at = row * columns + column;
    const a = values[at] ?? 0;
    const b = values[at + 1] ?? 0;
    const c = values[at + columns] ?? 0;
    const d = values[at + columns + 1] ?? 0;
    return a + (b - a) * fx + (c - a) * fy + (a - b - c + d) * fx * fy;
  };
}
