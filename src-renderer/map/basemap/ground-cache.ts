/** A painted piece of the ground, with its column and row in the grid of its resolution. */
export interface GroundPiece {
  bitmap: ImageBitmap;
  column: number;
  row: number;
}

/** Pieces of one style and resolution. */
export interface GroundGroup {
  /** Metres of EPSG:3857 per device pixel. */
  deviceResolution: number;
  style: string;
  pieces: Map<string, GroundPiece>;
}

/** The width of a piece in device pixels. */
export const piecePx = 512;
const pieceBytes = piecePx * piecePx * 4;

/** Returns the name of a piece within its group. */
export const pieceKey = (column: number, row: number) => `${column} ${row}`;

/**
 * Creates the cache of painted pieces, limited to `maxBytes`. Pieces of the current group that are needed stay even beyond that.
 */
export function createGroundCache(maxBytes: number) {
  /** In the sequence of their last use. */
  const groups = new Map<string, GroundGroup>();
  let count = 0;

  const keyOf = (deviceResolution: number, style: string) => `${deviceResolution} ${style}`;

  function drop(key: string, group: GroundGroup) {
    for (const { bitmap } of group.pieces.values()) bitmap.close();
    count -= group.pieces.size;
    group.pieces.clear();
    groups.delete(key);
  }

  return {
    /** Returns the group of a style and resolution, a new one if there is none, and marks it as used. */
    use(deviceResolution: number, style: string): GroundGroup {
      const key = keyOf(deviceResolution, style);
      const group = groups.get(key) ?? { deviceResolution, style, pieces: new Map() };
      // While the view zooms, each frame creates a group that stays empty.
      for (const [other, { pieces }] of groups) if (pieces.size === 0) groups.delete(other);
      groups.delete(key);
      groups.set(key, group);
      return group;
    },
    /** Adds a piece to the group of a style and resolution. `isNeeded` returns true for pieces of the group that must stay. */
    add(
      { deviceResolution, style }: Pick<GroundGroup, 'deviceResolution' | 'style'>,
      piece: GroundPiece,
      isNeeded: (piece: GroundPiece) => boolean,
    ) {
      const key = keyOf(deviceResolution, style);
      const group = groups.get(key) ?? { deviceResolution, style, pieces: new Map() };
      groups.set(key, group);
      const name = pieceKey(piece.column, piece.row);
      const before = group.pieces.get(name);
      before?.bitmap.close();
      group.pieces.set(name, piece);
      if (!before) count += 1;
      for (const [oldKey, old] of groups) {
        if (count * pieceBytes <= maxBytes || old === group) break;
        drop(oldKey, old);
      }
      for (const [name, old] of group.pieces) {
        if (count * pieceBytes <= maxBytes) break;
        if (isNeeded(old)) continue;
        old.bitmap.close();
        group.pieces.delete(name);
        count -= 1;
      }
    },
    /** Returns all groups, the last used first. */
    groups: (): GroundGroup[] => [...groups.values()].reverse(),
    clear() {
      for (const [key, group] of groups) drop(key, group);
    },
  };
}
