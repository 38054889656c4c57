import type { Ground, PlaceScene, RasterInfo } from '../../../../src-preload/contract/library.ts';
import type { IndexPreset } from '../../../../src-preload/contract/plain-values.ts';
import { defaultRasterStyle, type PixelOffset } from '../../../../src-preload/contract/raster-styles.ts';
import type { LonLat } from '../../../../src-shared/geometry/lon-lat.ts';
import type { MainClient } from '../../../kit/client/connect.ts';
import type { SeriesPlace, SeriesValue } from '../../raster/series.ts';
import type { SeriesReply, SeriesRequest } from '../../raster/series-worker.ts';
import { expressionsOf, withPreset } from '../../raster/style/presets.ts';
import { withAddresses } from '../../raster/with-addresses.ts';
import { candidatesFor } from '../captures.ts';
import { noOffset, offsetOf } from '../offsets.ts';

/** The result for one capture: its value, or why there is none. */
export interface SeriesRow {
  scene: PlaceScene;
  found: SeriesValue | 'lacks-bands' | 'unreadable';
  /** By how many of its pixels the raster was nudged when it was read. */
  offset: PixelOffset;
}

/** The place of a series, for the search of its captures and for reading them. */
export interface SeriesGround {
  box: Extract<Ground, { box: unknown }>['box'];
  place: SeriesPlace;
  /** The point; for an area the middle of its box. */
  at: LonLat;
  /** The vertices of an area; null for a point. */
  outline: readonly LonLat[] | null;
}

interface SeriesOptions {
  client: MainClient;
  index: IndexPreset;
  ground: SeriesGround;
  signal: AbortSignal;
  /** Receives the rows so far, and the total number of rows. */
  onRows: (rows: readonly SeriesRow[], total: number, isMore: boolean) => void;
}

/** Starts a worker that reads one raster after the other; the signal terminates it. */
function startReader(signal: AbortSignal) {
  const worker = new Worker(new URL('../../raster/series-worker.ts', import.meta.url), { type: 'module' });
  signal.addEventListener('abort', () => worker.terminate(), { once: true });
  let next = 0;
  return {
    read: (asked: Omit<SeriesRequest, 'id'>) =>
      new Promise<SeriesReply>((resolve, reject) => {
        next += 1;
        const id = next;
        const failed: SeriesReply = { id, failed: true };
        signal.addEventListener('abort', () => reject(new Error('cancelled')), { once: true });
        worker.addEventListener('error', () => resolve(failed), { once: true });
        const listen = ({ data }: MessageEvent<SeriesReply>) => {
          if (data.id !== id) return;
          worker.removeEventListener('message', listen);
          resolve(data);
        };
        worker.addEventListener('message', listen);
        worker.postMessage({ ...asked, id } satisfies SeriesRequest);
      }),
    stop: () => worker.terminate(),
  };
}

/**
 * Reads an index at a place from all captures that show it, by time, one raster at a time. Rejects if it is cancelled, or if the
 * captures cannot be listed.
 */
export async function runSeries({ client, index, ground, signal, onRows }: SeriesOptions): Promise<void> {
  const style = withPreset(defaultRasterStyle, index);
  const { scenes, isMore } = await client.library.ofPlace({ box: ground.box });
  signal.throwIfAborted();
  const reader = startReader(signal);
  const rows: SeriesRow[] = [];
  onRows(rows, scenes.length, isMore);

  /** Reads the raster that covers most of the place: a scene may have come in tiles, of which the first one lies elsewhere. */
  async function readValue(scene: PlaceScene): Promise<Omit<SeriesRow, 'scene'>> {
    let isUnreadable = false;
    let most: { found: SeriesValue; offset: PixelOffset } | null = null;
    for (const { fileId } of candidatesFor(scene, style)) {
      const info: RasterInfo | null = await client.library.rasterInfo({ fileId }).catch(() => null);
      signal.throwIfAborted();
      if (info === null || info.placement.kind === 'unplaced') {
        isUnreadable = true;
        continue;
      }
      const [expression] = expressionsOf(style, info) ?? [];
      if (expression === undefined) continue;
      const { librarySceneId } = scene;
      const offsets = await client.rasterStyles.offsets({ rasters: [{ fileId, librarySceneId }] });
      const offset = offsetOf(offsets, info);
      const reply = await reader.read({
        place: ground.place,
        raster: { info: withAddresses(info), expression, offset },
      });
      if (!('found' in reply)) {
        isUnreadable = true;
        continue;
      }
      if (most === null || reply.found.share > most.found.share) most = { found: reply.found, offset };
      if (most.found.share === 1) break;
    }
    return most ?? { found: isUnreadable ? 'unreadable' : 'lacks-bands', offset: noOffset };
  }

  try {
    for (const scene of scenes) {
      rows.push({ scene, ...(await readValue(scene)) });
      signal.throwIfAborted();
      onRows([...rows], scenes.length, isMore);
    }
  } finally {
    reader.stop();
  }
}
