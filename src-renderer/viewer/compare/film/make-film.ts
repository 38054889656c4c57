import type { PlaceScene, RasterInfo } from '../../../../src-preload/contract/library.ts';
import type { PixelOffset, RasterStyle } from '../../../../src-preload/contract/raster-styles.ts';
import type { DegreeBox } from '../../../../src-shared/geometry/box-of-places.ts';
import { mercatorBox } from '../../../../src-shared/geometry/mercator.ts';
import type { MainClient } from '../../../kit/client/connect.ts';
import type { TileExtent } from '../../raster/raster-messages.ts';
import { createRasterPool } from '../../raster/raster-pool.ts';
import { expressionsOf } from '../../raster/style/presets.ts';
import type { Bounds } from '../../raster/style/stretch.ts';
import {
  channelBounds,
  displayOf,
  needsStatisticsToDraw,
  type StyledRaster,
  styledRaster,
} from '../../raster-style/style-on-raster.ts';
import { candidatesFor, rasterFileFor } from '../captures.ts';
import { offsetOf } from '../offsets.ts';
import type { FilmCaption, FilmReply, FilmRequest, FilmTile } from './film-worker.ts';

/** The maximum number of captures, because few programs open larger pictures. */
export const maxFrames = 100;
/** The length of the longer side of the picture. */
const maxPx = 800;
const tilePx = 256;

/** A raster as a frame shows it. */
export interface DrawnFrame {
  styled: StyledRaster;
  /** The values that are drawn dark and bright in each channel. */
  bounds: readonly Bounds[];
  offset: PixelOffset;
}

interface FilmOptions {
  client: MainClient;
  scenes: readonly PlaceScene[];
  /** The style in which each capture is drawn. */
  style: RasterStyle;
  /** The view of the map: its box, and its size on the screen. */
  view: { box: DegreeBox; widthPx: number; heightPx: number };
  secondsEach: number;
  captionOf: (scene: PlaceScene, drawn: DrawnFrame) => FilmCaption;
  signal: AbortSignal;
  onFrame: (done: number) => void;
}

interface FrameSize {
  widthPx: number;
  heightPx: number;
  extent: TileExtent;
}

/** Returns the size of the picture for a view of the map. */
export function frameSizeOf({ box, widthPx, heightPx }: FilmOptions['view']): FrameSize {
  const scale = Math.min(1, maxPx / Math.max(widthPx, heightPx));
  return {
    widthPx: Math.max(1, Math.round(widthPx * scale)),
    heightPx: Math.max(1, Math.round(heightPx * scale)),
    extent: mercatorBox(box),
  };
}

/** Starts the worker that writes the picture; the signal terminates it. */
function startWriter(signal: AbortSignal) {
  const worker = new Worker(new URL('./film-worker.ts', import.meta.url), { type: 'module' });
  const post = (request: FilmRequest, transfer: Transferable[] = []) => worker.postMessage(request, transfer);
  const ask = (request: FilmRequest, transfer: Transferable[] = []) =>
    new Promise<FilmReply>((resolve, reject) => {
      const cancel = () => reject(new Error('cancelled'));
      signal.addEventListener('abort', cancel, { once: true });
      worker.onerror = () => reject(new Error('the worker has stopped'));
      worker.onmessage = ({ data }: MessageEvent<FilmReply>) => {
        signal.removeEventListener('abort', cancel);
        if (data.kind === 'failed') reject(new Error('the picture cannot be written'));
        else resolve(data);
      };
      post(request, transfer);
    });
  return { post, ask, stop: () => worker.terminate() };
}

/** Returns the tiles of one raster that cover the picture, and the values between which they are drawn. */
async function drawTiles(
  styled: StyledRaster,
  offset: PixelOffset,
  { size, signal }: { size: FrameSize; signal: AbortSignal },
): Promise<{ tiles: FilmTile[]; bounds: readonly Bounds[] }> {
  // The ranges that a person has entered need no statistics.
  let bounds: readonly Bounds[] =
    channelBounds(styled, null) ?? styled.automatic.map((range) => range ?? [0, 1]);
  const pool = createRasterPool(displayOf(styled, bounds, offset), 1);
  try {
    if (needsStatisticsToDraw(styled)) {
      const { expressions, style } = styled;
      const view = style.stretch.scope === 'view' ? size.extent : null;
      const counted = await pool.statistics({ expressions, view, hidesZeros: style.hidesZeros }, signal);
      bounds = channelBounds(styled, counted?.channels ?? null) ?? bounds;
      const { paint } = displayOf(styled, bounds, offset);
      if (paint) pool.restyle(paint);
    }
    const [west, , east, north] = size.extent;
    const metres = (east - west) / size.widthPx;
    const tiles: FilmTile[] = [];
    for (let top = 0; top < size.heightPx; top += tilePx)
      for (let left = 0; left < size.widthPx; left += tilePx) {
        const [x, y] = [west + left * metres, north - top * metres];
        const extent = [x, y - tilePx * metres, x + tilePx * metres, y] as const;
        const bitmap = await pool.tile({ extent, sizePx: tilePx, column: 0, row: 0 }, signal);
        if (bitmap !== null) tiles.push({ bitmap, left, top });
      }
    return { tiles, bounds };
  } finally {
    pool.close();
  }
}

/** Returns the size of what two boxes have in common, in square degrees. */
function overlapOf([west, south, east, north]: DegreeBox, [w, s, e, n]: DegreeBox): number {
  const width = (turn: number) => Math.min(east, e + turn) - Math.max(west, w + turn);
  return (
    Math.max(0, width(-360), width(0), width(360)) * Math.max(0, Math.min(north, n) - Math.max(south, s))
  );
}

/**
 * Resolves with the raster of a capture that is drawn: of those with the bands of the style the one that shows most of the view, because a scene
 * may have come in tiles, else the first with a place, which is drawn in true colour; null if none can be read.
 */
export async function readRasterFor(
  scene: PlaceScene,
  style: RasterStyle,
  { client, signal, box }: Pick<FilmOptions, 'client' | 'signal'> & { box: DegreeBox },
): Promise<RasterInfo | null> {
  let first: RasterInfo | null = null;
  let best: { info: RasterInfo; overlap: number } | null = null;
  const other = rasterFileFor(scene, style);
  const candidates = candidatesFor(scene, style).map(({ fileId }) => fileId);
  for (const fileId of new Set([...candidates, ...(other === null ? [] : [other])])) {
    const info = await client.library.rasterInfo({ fileId }).catch(() => null);
    signal.throwIfAborted();
    if (info === null || info.placement.kind === 'unplaced') continue;
    first ??= info;
    if (expressionsOf(style, info) === null) continue;
    const overlap = overlapOf(box, info.placement.box);
    if (best === null || overlap > best.overlap) best = { info, overlap };
  }
  return best?.info ?? first;
}

/**
 * Resolves with an animated GIF of the view of the map, with a frame and a date for each capture, and how many captures are in it:
 * one that cannot be drawn and those before the last `maxFrames` are left out. One raster is read at a time. Rejects if it is cancelled
 * or cannot be written.
 */
export async function makeFilm(
  options: FilmOptions,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; drawn: number }> {
  const { client, style, view, secondsEach, captionOf, signal, onFrame } = options;
  const scenes = options.scenes.slice(-maxFrames);
  const size = frameSizeOf(view);
  const writer = startWriter(signal);
  let drawn = 0;
  try {
    const { widthPx, heightPx } = size;
    writer.post({ kind: 'begin', widthPx, heightPx, secondsEach });
    for (const [i, scene] of scenes.entries()) {
      const info = await readRasterFor(scene, style, { client, signal, box: view.box });
      const styled = info && styledRaster(style, info);
      if (styled !== null) {
        const { fileId, librarySceneId } = styled.info;
        const offsets = await client.rasterStyles.offsets({ rasters: [{ fileId, librarySceneId }] });
        const offset = offsetOf(offsets, styled.info);
        const { tiles, bounds } = await drawTiles(styled, offset, { size, signal });
        await writer.ask(
          { kind: 'frame', tiles, caption: captionOf(scene, { styled, bounds, offset }) },
          tiles.map(({ bitmap }) => bitmap),
        );
        drawn += 1;
      }
      onFrame(i + 1);
    }
    const reply = await writer.ask({ kind: 'end' });
    if (reply.kind !== 'picture') throw new Error('the picture cannot be written');
    return { bytes: reply.bytes, drawn };
  } finally {
    writer.stop();
  }
}
