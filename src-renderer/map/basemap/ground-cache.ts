/** A painted piece of the ground: column and row of the grid of its resolution. */
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

/** Keeps the painted pieces of the last views, as many as `maxBytes` allows; those of the group in use are kept in any case. */
export function createGroundCache(maxBytes: number) {
  /** The group that was used last is the last one. */
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
    /** Returns the group of a style and resolution, an empty one if there is none. It counts as used. */
    use(deviceResolution: number, style: string): GroundGroup {
      const key = keyOf(deviceResolution, style);
      const group = groups.get(key) ?? { deviceResolution, style, pieces: new Map() };
      // While the view zooms, each frame has a group that nothing is ever painted for.
      for (const [other, { pieces }] of groups) if (pieces.size === 0) groups.delete(other);
      groups.delete(key);
      groups.set(key, group);
      return group;
    },
    /** Adds a piece to the group of a style and resolution; `isNeeded` says which pieces of it must stay. */
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
    /** Returns all groups, that which was used last first. */
    groups: (): GroundGroup[] => [...groups.values()].reverse(),
    clear() {
      for (const [key, group] of groups) drop(key, group);
    },
  };
}
