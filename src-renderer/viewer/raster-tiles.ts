import type { FrameState } from 'ol/Map.js';
import type Projection from 'ol/proj/Projection.js';
import type { TileCoord } from 'ol/tilecoord.js';
import type TileGrid from 'ol/tilegrid/TileGrid.js';
import type {
  RasterDisplay,
  RasterFailure,
  StatisticsRequest,
  TileExtent,
} from './raster/raster-messages.ts';
import { createRasterPool } from './raster/raster-pool.ts';
import { RasterTileError } from './raster/raster-workers.ts';
import { createStyleChanger, StyledTiles } from './style-changer.ts';
import { createTileRing } from './tile-ring.ts';
import { createTileSteps } from './tile-steps.ts';

export const tilePx = 256;

function blankTile(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = tilePx;
  canvas.height = tilePx;
  return canvas;
}

type DrawnInfo = RasterDisplay['info'];

const infoKeys = new WeakMap<DrawnInfo, string>();

/**
 * Returns what tells rasters apart of which one is drawn: the file, and how it is described, since its workers know bands by the names
 * that it was opened with. Copies and overviews of the file that are built meanwhile are read by the same workers.
 */
function infoKey(info: DrawnInfo): string {
  const known = infoKeys.get(info);
  if (known !== undefined) return known;
  // A path has the number of the file in it, also that of a copy of the file.
  const path = info.path.replace('/files/display/', '/files/raster/');
  const key = JSON.stringify({ ...info, path, overviewsPath: undefined, unusedOverviews: undefined });
  infoKeys.set(info, key);
  return key;
}

/** Returns what tells rasters apart. */
export const rasterKey = ({ info, minus }: Pick<RasterDisplay, 'info' | 'minus'>): string =>
  minus === undefined
    ? infoKey(info)
    : [infoKey(info), infoKey(minus.info), minus.expression, ...minus.offset].join(' ');

/** Returns which files a raster is read from: others once its overviews are built. */
const filesOf = ({ info, minus }: RasterDisplay): string =>
  [info, minus?.info].map((each) => `${each?.path} ${each?.overviewsPath}`).join(' ');

/** What is reported while a raster is read. */
export interface RasterLayerEvents {
  /** Receives the number of tiles that are loading. */
  onLoading(pending: number): void;
  /** Receives why the raster cannot be read; null once a file that was gone can be read again. */
  onFailure(failure: RasterFailure | null): void;
  /** Receives how many blocks were unpacked since the raster was opened. */
  onDecoded?: (blocks: number) => void;
}

interface RasterTilesOptions {
  /** The most workers that read it; the usual number if not given. */
  maxWorkers?: number | undefined;
  display: RasterDisplay;
  events: RasterLayerEvents;
  grid: TileGrid;
  /** The projection of the view; null for that of the map, which repeats along the equator. */
  projection: Projection | null;
  /** Returns true if a tile with this extent touches the raster. */
  touches(extent: readonly number[]): boolean;
}

interface TileReadingOptions extends Pick<RasterTilesOptions, 'grid' | 'touches' | 'events'> {
  pool: ReturnType<typeof createRasterPool>;
}

/** Creates the functions that have tiles read and painted, and that report how many are loading. */
function createTileReading({ pool, grid, touches, events }: TileReadingOptions) {
  let pending = 0;
  // Tiles that finish after the raster was replaced must not be reported for the next one.
  let isStopped = false;
  const count = (by: 1 | -1) => {
    pending += by;
    if (isStopped) return;
    events.onLoading(pending);
    events.onDecoded?.(pool.decoded());
  };
  /** Returns what the pool needs of a tile; null if it does not touch the raster. */
  const wanted = ([z = 0, x = 0, y = 0]: TileCoord) => {
    const [west = 0, south = 0, east = 0, north = 0] = grid.getTileCoordExtent([z, x, y]);
    const extent = [west, south, east, north] as const;
    return touches(extent) ? { extent, sizePx: tilePx, column: x, row: y } : null;
  };
  return {
    isIdle: () => pending === 0 && !isStopped,
    isStopped: () => isStopped,
    /** Reads and paints one tile, and counts it meanwhile; null if there is nothing in it. */
    async load(coord: TileCoord, signal: AbortSignal): Promise<ImageBitmap | null> {
      const tile = wanted(coord);
      if (tile === null) return null;
      count(1);
      try {
        return await pool.tile(tile, signal);
      } finally {
        count(-1);
      }
    },
    /** Reads the values under a tile that may be in view soon. */
    async readAhead(coord: TileCoord, signal: AbortSignal): Promise<void> {
      const tile = wanted(coord);
      if (tile !== null) await pool.ahead(tile, signal);
    },
    stop() {
      isStopped = true;
      events.onLoading(0);
    },
  };
}

/** Creates the source of the tiles of a raster, which workers paint. */
export function createRasterTiles(options: RasterTilesOptions) {
  const { display, events, grid, projection, touches, maxWorkers } = options;
  const pool = createRasterPool(display, maxWorkers);
  const reading = createTileReading({ pool, grid, touches, events });
  const blank = blankTile();
  let painted = JSON.stringify(display.paint);
  let files = filesOf(display);

  /** True while the file was gone when it was asked for last. */
  let isGone = false;

  const steps = createTileSteps();
  /** The tiles in view that were painted in a new style, until they are taken. */
  const prepared = new Map<string, ImageBitmap>();
  const source = new StyledTiles({
    ...(projection === null ? {} : { projection }),
    tileGrid: grid,
    wrapX: projection === null,
    transition: 0,
    interpolate: false,
    loader: async (z, x, y, { signal }) => {
      const ready = prepared.get(`${z} ${x} ${y}`);
      if (ready) {
        prepared.delete(`${z} ${x} ${y}`);
        return ready;
      }
      try {
        const tile = await steps.pass(() => reading.load([z, x, y], signal));
        if (isGone && tile !== null) {
          isGone = false;
          events.onFailure(null);
        }
        return tile ?? blank;
      } catch (error) {
        if (!signal.aborted && !reading.isStopped()) {
          const failure = error instanceof RasterTileError ? error.failure : 'stopped';
          isGone = failure === 'gone';
          events.onFailure(failure);
        }
        throw error;
      }
    },
  });
  const changer = createStyleChanger({
    source,
    grid,
    repeats: projection === null,
    isOver: reading.isStopped,
    prepared,
    load: (tile) => reading.load(tile, new AbortController().signal).catch(() => null),
  });

  const ring = createTileRing({
    grid,
    repeats: projection === null,
    isIdle: reading.isIdle,
    read: reading.readAhead,
  });

  return {
    source,
    /** Must be told what a layer of this source draws. */
    noteFrame(frame: FrameState | null) {
      changer.noteFrame(frame);
      ring.noteFrame(frame);
    },
    /** True while a new style is painted that the map does not show yet. */
    isRestyling: changer.isBusy,
    /** True if this display is of the same raster, or of the same difference. */
    shows: (other: RasterDisplay) => rasterKey(other) === rasterKey(display),
    /**
     * Paints the raster in another way, or from other files of it. What is on the map stays until the tiles in view are
     * there; resolves when they are shown.
     */
    restyle(changed: RasterDisplay): Promise<void> {
      const { paint } = changed;
      // Else the tiles of all other rasters would be painted again with each change of one.
      const text = JSON.stringify(paint);
      const areFilesNew = filesOf(changed) !== files;
      if (!paint || (text === painted && !areFilesNew)) return changer.shown();
      painted = text;
      files = filesOf(changed);
      return changer.change(() => (areFilesNew ? pool.reopen(changed) : pool.restyle(paint)));
    },
    statistics: (asked: StatisticsRequest, signal: AbortSignal) => pool.statistics(asked, signal),
    /** Reads pixels of the full size, once the last style is drawn: a nudge that waits for its turn moves what is read, too. */
    reader: {
      async points(...asked: Parameters<typeof pool.points>) {
        await changer.shown();
        return await pool.points(...asked);
      },
      async area(...asked: Parameters<typeof pool.area>) {
        await changer.shown();
        return await pool.area(...asked);
      },
    },
    /** Paints a square of EPSG:3857 at any scale, besides the tiles of the map; null where the raster does not lie. */
    async paint(extent: TileExtent, sizePx: number, signal: AbortSignal): Promise<ImageBitmap | null> {
      const [column, row] = [0, 1].map((axis) => Math.floor((extent[axis] ?? 0) / (extent[2] - extent[0])));
      const tile = { extent, sizePx, column: column ?? 0, row: row ?? 0 };
      return touches(extent) ? await pool.tile(tile, signal) : null;
    },
    destroy() {
      reading.stop();
      ring.stop();
      for (const bitmap of prepared.values()) bitmap.close();
      prepared.clear();
      pool.close();
      source.dispose();
    },
  };
}
