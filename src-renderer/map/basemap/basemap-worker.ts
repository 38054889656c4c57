import italicExt from '@fontsource-variable/inter/files/inter-latin-ext-wght-italic.woff2?url';
import normalExt from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?url';
import italic from '@fontsource-variable/inter/files/inter-latin-wght-italic.woff2?url';
import normal from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { PMTiles } from 'pmtiles';
import { createBasemapBytes } from './basemap-bytes.ts';
import type { BasemapReply, BasemapRequest, GroundRequest, LabelRequest } from './basemap-messages.ts';
import { paintGround } from './paint-ground.ts';
import { createLabelRenderer } from './render-labels.ts';
import { createTileReader } from './tile-reader.ts';
import { createTileStore, type TileStore } from './tile-store.ts';
import { tilesInWindow } from './tiles-in-window.ts';

/** The characters in each font file, as in the style sheets of the package. */
const latin =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD';
const latinExt =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF';

const basic = [
  { address: normal, style: 'normal', unicodeRange: latin },
  { address: italic, style: 'italic', unicodeRange: latin },
];
const extended = [
  { address: normalExt, style: 'normal', unicodeRange: latinExt },
  { address: italicExt, style: 'italic', unicodeRange: latinExt },
];
/** The letters for which the extended files are loaded. No name has the other characters of `latinExt`. */
const extendedLetter = /[\u0100-\u02ba\u1d00-\u1eff\u2c60-\u2c7f\ua720-\ua7ff]/;

async function load(files: typeof basic): Promise<void> {
  const fonts: FontFaceSet | undefined = Reflect.get(self, 'fonts');
  if (!fonts) return;
  const faces = files.map(
    ({ address, style, unicodeRange }) =>
      new FontFace('Inter Variable', `url(${address})`, { style, unicodeRange, weight: '100 900' }),
  );
  for (const face of faces) fonts.add(face);
  await Promise.allSettled(faces.map((face) => face.load()));
}

/**
 * Creates what loads the font of the application in a worker, which does not share the fonts of the page. If a font cannot be
 * loaded, names are written in the font of the system.
 */
function createLabelFonts() {
  const ready = load(basic);
  let isExtended = false;
  return {
    /** Resolves when the font with the letters of most names has been loaded. */
    ready,
    /** Loads further letters of these texts. Resolves to true if the texts were drawn without them before. */
    async loadFor(texts: readonly string[]): Promise<boolean> {
      if (isExtended || !texts.some((text) => extendedLetter.test(text))) return false;
      isExtended = true;
      await load(extended);
      return true;
    },
  };
}

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
