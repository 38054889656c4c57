// Loads, decodes and paints vector tiles of the user's own maps. Main has checked the bytes.
import { createBlockCache } from '../../../viewer/raster/block-cache.ts';
import { hitVector } from './hit-vector.ts';
import { paintVector } from './paint-vector.ts';
import { labelsOf } from './vector-labels.ts';
import type { PaintedTile, VectorReply, VectorRequest, VectorTileAddress } from './vector-messages.ts';
import { decodeVectorTile, type VectorData } from './vector-tile-data.ts';

const maxBytes = 64 * 1_024 * 1_024;
const cache = createBlockCache<VectorData>(maxBytes);
const nothing: VectorData = { layers: [], byteLength: 64 };
const empty: PaintedTile = { bitmap: null, labels: [], legend: [] };
const running = new Map<number, AbortController>();

/** A browser opens six connections to one host, and rasters need some of them. */
const maxAtOnce = 4;
const waiting: (() => void)[] = [];
let fetching = 0;

async function turn<T>(work: () => Promise<T>): Promise<T> {
  if (fetching >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else fetching += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else fetching -= 1;
  }
}

const load = ({ key, address }: VectorTileAddress): Promise<VectorData> =>
  cache.get(key, () =>
    turn(async () => {
      const answer = await fetch(address);
      if (!answer.ok || answer.headers.get('x-nadir-tile') === 'failed')
        throw new Error('this tile cannot be had');
      return answer.status === 204 ? nothing : decodeVectorTile(new Uint8Array(await answer.arrayBuffer()));
    }),
  );

function reply(message: VectorReply, transfer: Transferable[] = []) {
  self.postMessage(message, { transfer });
}

/**
 * Yields to the event loop, so that cancellations are received: after a quick pan dozens of tiles are cancelled before they are
 * painted.
 */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

async function drawTile(request: Extract<VectorRequest, { kind: 'tile' }>) {
  const { id, tile, window, theme, language, colourName } = request;
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const data = await load(tile);
    await nextTask();
    if (controller.signal.aborted || data.layers.length === 0) return reply({ id, painted: empty });
    const side = Math.round(window.sizePx * window.ratio);
    const context = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true });
    if (context === null) return reply({ id, painted: empty });
    const legend = paintVector(context, data, { window, theme, colourName });
    const bitmap = context.canvas.transferToImageBitmap();
    reply({ id, painted: { bitmap, legend, labels: labelsOf(data, language) } }, [bitmap]);
  } catch {
    reply(controller.signal.aborted ? { id, painted: empty } : { id, failed: true });
  } finally {
    running.delete(id);
  }
}

async function findAt({ id, tile, ...at }: Extract<VectorRequest, { kind: 'hit' }>) {
  try {
    reply({ id, found: hitVector(await load(tile), at) });
  } catch {
    reply({ id, found: [] });
  }
}

self.addEventListener('message', ({ data: request }: MessageEvent<VectorRequest>) => {
  if (request.kind === 'cancel') running.get(request.id)?.abort();
  else void (request.kind === 'tile' ? drawTile(request) : findAt(request));
});
