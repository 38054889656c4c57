import { createBlockCache } from './block-cache.ts';
import type { DrawnRaster, TileExtent } from './raster-messages.ts';

import { bytesOf } from './sample-pixels.ts';
import type { SampledPixels, SampleStyle } from './style/picture.ts';

/** A tile of the map. */
interface TilePlace {
  extent: TileExtent;
  sizePx: number;
}

/** What of a raster is wanted under a tile. */
interface WantedValues {
  bands: readonly number[];
  style: SampleStyle;
  signal: AbortSignal;
  /** True if nothing that is shown waits for it. */
  isAhead?: boolean;
}

/** The values under a tile; bands are added to it as styles want them. */
interface KeptTile extends SampledPixels {
  planes: Map<number, SampledPixels['planes'] extends ReadonlyMap<number, infer P> ? P : never>;
  byteLength: number;
}

interface KeptTilesOptions {
  info: Pick<DrawnRaster, 'bands'>;
  mostBytes: number;
  /** Reads the values under a tile; null if the raster does not reach it. */
  sample(place: TilePlace, wanted: WantedValues): Promise<SampledPixels | null>;
}

/** The other bands of a tile are read ahead only for rasters of so few bands. */
const mostBandsAhead = 4;
/** And after nothing was wanted for so long. */
const calmMs = 100;
/** About what a screen shows. */
const tilesAhead = 64;

/** True for the error of a request that was cancelled. */
const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/**
 * Keeps the values under the tiles that were drawn last, so that another style of them needs no reading. While nothing else is wanted
 * it reads the bands that the style does not show: then a change of bands only paints.
 */
export function createKeptTiles({ info, mostBytes, sample }: KeptTilesOptions) {
  const kept = createBlockCache<KeptTile>(mostBytes);
  /** The tiles drawn last that lack bands, by key. */
  const lacking = new Map<string, { place: TilePlace; tile: KeptTile; style: SampleStyle }>();
  const isReadAhead = info.bands.length <= mostBandsAhead;
  const all = [...info.bands.keys()];
  let running = 0;
  let calm: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  /** Adds what the tile lacks of these bands. */
  async function complete(tile: KeptTile, place: TilePlace, wanted: WantedValues): Promise<void> {
    const missing = wanted.bands.filter((band) => !tile.planes.has(band));
    if (missing.length === 0 || tile.count === 0) return;
    const more = await sample(place, { ...wanted, bands: missing });
    if (more === null) return;
    for (const [band, plane] of more.planes) tile.planes.set(band, plane);
    for (let i = 0; i < tile.count; i += 1)
      tile.opacity[i] = Math.max(tile.opacity[i] ?? 0, more.opacity[i] ?? 0);
  }

  async function read(place: TilePlace, wanted: WantedValues): Promise<KeptTile> {
    const sampled = await sample(place, wanted);
    if (sampled === null) return { count: 0, planes: new Map(), opacity: new Uint8Array(0), byteLength: 0 };
    const bytes = bytesOf(sampled);
    // The room for the bands that are read ahead.
    const share = isReadAhead ? all.length / Math.max(1, sampled.planes.size) : 1;
    return { ...sampled, planes: new Map(sampled.planes), byteLength: bytes * Math.max(1, share) };
  }

  /** Reads the other bands of one tile, then of the next, until something is wanted. */
  async function readAhead(): Promise<void> {
    for (const [key, { place, tile, style }] of lacking) {
      if (running > 0 || isClosed) return;
      lacking.delete(key);
      await complete(tile, place, { bands: all, style, signal: new AbortController().signal });
    }
  }

  function whenCalm() {
    clearTimeout(calm);
    // What fails here fails again when it is wanted, and is told then.
    calm = setTimeout(() => void readAhead().catch(() => undefined), calmMs);
  }

  function noteLacking(key: string, place: TilePlace, tile: KeptTile, style: SampleStyle) {
    lacking.delete(key);
    if (!isReadAhead || style.hidesZeros || tile.planes.size >= all.length || tile.count === 0) return;
    lacking.set(key, { place, tile, style });
    for (const oldest of lacking.keys()) {
      if (lacking.size <= tilesAhead) break;
      lacking.delete(oldest);
    }
  }

  async function load(place: TilePlace, wanted: WantedValues): Promise<KeptTile> {
    const { bands, style, signal } = wanted;
    // Which zeros are hidden depends on all bands that are read.
    const hidden = style.hidesZeros ? bands : [];
    const { resampling, hidesZeros, offset = [0, 0] } = style;
    const key = [...place.extent, place.sizePx, resampling, hidesZeros, ...offset, ...hidden].join(' ');
    const make = () => read(place, wanted);
    const tile = await kept.get(key, make).catch((error: unknown) => {
      signal.throwIfAborted();
      // The same tile was asked for before and cancelled: it is read for this request.
      if (isAbort(error)) return kept.get(key, make);
      throw error;
    });
    await complete(tile, place, wanted);
    noteLacking(key, place, tile, style);
    return tile;
  }

  return {
    /** Returns the values under a tile, in which `count` is 0 if the raster does not reach it. */
    async get(place: TilePlace, wanted: WantedValues): Promise<SampledPixels> {
      running += 1;
      try {
        return await load(place, wanted);
      } finally {
        running -= 1;
        if (running === 0 && lacking.size > 0) whenCalm();
      }
    },
    close() {
      isClosed = true;
      clearTimeout(calm);
    },
  };
}
