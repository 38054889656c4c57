import type { FrameState } from 'ol/Map.js';
import ImageTile from 'ol/source/ImageTile.js';
import type { TileCoord } from 'ol/tilecoord.js';
import type TileGrid from 'ol/tilegrid/TileGrid.js';
import { tilesAcross } from './raster-grid.ts';

/** A source whose tiles stay on the map until those of a new style have been painted. */
export class StyledTiles extends ImageTile {
  showStyle(key: string) {
    this.setKey(key);
  }
}

/** If more tiles are in view, none is painted in advance, and the map loads them itself. */
const maxPrepared = 256;

/** Returns the tiles of a grid that a frame shows. */
export function tilesInView(
  { extent, viewState }: Pick<FrameState, 'extent'> & { viewState: { resolution: number } },
  grid: TileGrid,
  repeats: boolean,
): TileCoord[] {
  if (extent === null) return [];
  const z = grid.getZForResolution(viewState.resolution);
  const range = grid.getTileRangeForExtentAndZ(extent, z);
  if (range.getWidth() * range.getHeight() > maxPrepared) return [];
  const across = tilesAcross(grid, z);
  const tiles = new Map<string, TileCoord>();
  for (let x = range.minX; x <= range.maxX; x += 1)
    for (let y = range.minY; y <= range.maxY; y += 1) {
      const column = repeats ? ((x % across) + across) % across : x;
      tiles.set(`${column} ${y}`, [z, column, y]);
    }
  return [...tiles.values()];
}

interface StyleChangerOptions {
  source: Pick<StyledTiles, 'showStyle'>;
  grid: TileGrid;
  /** True if the tiles repeat along the equator. */
  repeats: boolean;
  isOver: () => boolean;
  /** Receives the painted tiles by “z x y”. The loader of the source takes them from here. */
  prepared: Map<string, ImageBitmap>;
  load(tile: TileCoord): Promise<ImageBitmap | null>;
}

/**
 * Creates what changes the style of all tiles at once: the tiles in view are painted before the source discards the old ones.
 * Otherwise OpenLayers would continuously draw frames of the whole map until the last tile is loaded, which takes longer than
 * painting the tiles.
 */
export function createStyleChanger({ source, grid, repeats, isOver, prepared, load }: StyleChangerOptions) {
  let frame: Parameters<typeof tilesInView>[0] | null = null;
  let styles = 0;
  /** The next change, which waits until the current one is painted; only the latest is kept. */
  let next: (() => void) | null = null;
  let running: Promise<void> | null = null;

  async function paint(apply: () => void): Promise<void> {
    apply();
    const tiles = frame === null ? [] : tilesInView(frame, grid, repeats);
    const painted = await Promise.all(
      tiles.map(async (tile) => ({ key: tile.join(' '), bitmap: await load(tile) })),
    );
    for (const left of prepared.values()) left.close();
    prepared.clear();
    for (const { key, bitmap } of painted) if (bitmap) prepared.set(key, bitmap);
    if (isOver()) return;
    styles += 1;
    source.showStyle(`style ${styles}`);
  }

  async function paintAll(first: () => void): Promise<void> {
    for (let apply: (() => void) | null = first; apply !== null && !isOver(); ) {
      next = null;
      await paint(apply);
      apply = next;
    }
    running = null;
  }

  return {
    noteFrame(shown: Parameters<typeof tilesInView>[0] | null) {
      frame = shown;
    },
    isBusy: () => running !== null,
    /** Resolves when the last change is shown. */
    shown: () => running ?? Promise.resolve(),
    /** Shows a new style, which `apply` sends to the workers. Resolves when it is shown. */
    change(apply: () => void): Promise<void> {
      if (running === null) running = paintAll(apply);
      else next = apply;
      return running;
    },
  };
}
