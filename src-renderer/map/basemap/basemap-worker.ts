import { PMTiles } from 'pmtiles';
import { createBasemapBytes } from './basemap-bytes.ts';
import type { BasemapReply, BasemapRequest, GroundRequest, LabelRequest } from './basemap-messages.ts';
import { createLabelFonts } from './label-fonts.ts';
import { paintGround } from './paint-ground.ts';
import { createLabelRenderer } from './render-labels.ts';
import { createTileReader } from './tile-reader.ts';
import { createTileStore, type TileStore } from './tile-store.ts';
import { tilesInWindow } from './tiles-in-window.ts';

/** Lines and signs of a tile extend beyond its edges by at most this, in CSS pixels. */
const groundMarginPx = 8;

let store: TileStore | null = null;
let hasFailed = false;
const cancelled = new Set<number>();
const waiting = new Set<number>();
/** The running jobs, one after the other. Messages are received between two jobs. */
let queue = Promise.resolve();
const renderer = createLabelRenderer();
let fonts: ReturnType<typeof createLabelFonts> | null = null;

function answer(reply: BasemapReply, bitmap: ImageBitmap | null = null) {
  self.postMessage(reply, { transfer: bitmap === null ? [] : [bitmap] });
}

function open(address: string) {
  // The fonts are loaded while the first pieces of the ground are painted.
  fonts = createLabelFonts();
  const read = createTileReader(() => new PMTiles(createBasemapBytes(address)));
  store = createTileStore({ read, onFailure: reportOnce });
  // Most windows start with the whole world, so its tiles are read while the page is built.
  for (const column of [0, 1]) for (const row of [0, 1]) store.nearest(1, column, row).catch(() => undefined);
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

async function drawGround(request: GroundRequest, from: TileStore) {
  const { id, window, colours } = request;
  const tiles = await tilesInWindow(from, window, groundMarginPx);
  const { width, height, ratio } = window;
  const canvas = new OffscreenCanvas(Math.round(width * ratio), Math.round(height * ratio));
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (context === null) return nothing(request);
  paintGround(context, window, tiles, colours);
  const bitmap = canvas.transferToImageBitmap();
  answer({ kind: 'ground', id, bitmap }, bitmap);
}

async function drawNames(request: LabelRequest, from: TileStore) {
  const { id, window, marginPx } = request;
  await fonts?.ready;
  const tiles = await tilesInWindow(from, window, marginPx).catch(() => []);
  let drawn = renderer.render(request, tiles);
  if (await fonts?.loadFor(drawn.texts)) {
    drawn.bitmap?.close();
    renderer.forgetWidths();
    drawn = renderer.render(request, tiles);
  }
  const { bitmap, names } = drawn;
  answer({ kind: 'labels', id, bitmap, names }, bitmap);
}

function nothing({ kind, id }: GroundRequest | LabelRequest) {
  answer(kind === 'ground' ? { kind, id, bitmap: null } : { kind, id, bitmap: null, names: [] });
}

function reportOnce(error: unknown) {
  if (hasFailed) return;
  hasFailed = true;
  answer({ kind: 'failed', reason: String(error) });
}

function giveUp(request: GroundRequest | LabelRequest, error: unknown) {
  reportOnce(error);
  nothing(request);
}

async function run(request: GroundRequest | LabelRequest) {
  await nextTask();
  waiting.delete(request.id);
  const isCancelled = cancelled.delete(request.id);
  if (isCancelled || store === null) return nothing(request);
  await (request.kind === 'ground' ? drawGround(request, store) : drawNames(request, store));
}

self.addEventListener('message', ({ data: request }: MessageEvent<BasemapRequest>) => {
  if (request.kind === 'open') open(request.address);
  else if (request.kind === 'cancel') {
    if (waiting.has(request.id)) cancelled.add(request.id);
  } else {
    waiting.add(request.id);
    // A failed job is answered without a picture, and the next one starts.
    queue = queue.then(() => run(request)).catch((error) => giveUp(request, error));
  }
});
