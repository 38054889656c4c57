import { type BasemapClient, createBasemapClient } from './basemap/basemap-client.ts';
import type { MapWindow } from './basemap/basemap-messages.ts';
import { graticuleBoxes, graticulePainter } from './graticule.ts';
import { type Palette, readPalette } from './palette.ts';

/** The part of the world that a picture shows, in EPSG:3857. */
export interface PictureView {
  /** The middle of the picture. */
  x: number;
  y: number;
  /** Metres per pixel. */
  resolution: number;
  widthPx: number;
  heightPx: number;
}

/** Draws the layers between the ground and the names into a picture with this many pixels per pixel of its size. */
type DrawBetween = (context: CanvasRenderingContext2D, ratio: number) => Promise<void>;

interface PictureOptions {
  /** The language of the names. */
  language: string;
  /** True if meridians and parallels are drawn with their degrees. */
  hasGraticule: boolean;
  signal: AbortSignal;
}

/** Pixels of the picture per pixel of its size. Paper has more of them than a screen. */
const paperRatio = 3;

const windowOf = ({ x, y, resolution, widthPx, heightPx }: PictureView, ratio: number): MapWindow => ({
  left: x - (widthPx / 2) * resolution,
  top: y + (heightPx / 2) * resolution,
  resolution,
  width: widthPx,
  height: heightPx,
  ratio,
});

/** Returns the colours of the light theme, because paper is white. */
export function lightPalette(): Palette {
  const host = document.createElement('div');
  host.dataset.mantineColorScheme = 'light';
  document.body.append(host);
  const palette = readPalette(host);
  host.remove();
  return palette;
}

const requested = (
  client: BasemapClient,
  request: Parameters<BasemapClient['request']>[0],
  signal: AbortSignal,
) =>
  new Promise<ImageBitmap | null>((resolve, reject) => {
    signal.throwIfAborted();
    const cancel = client.request(request, ({ bitmap }) => resolve(bitmap));
    signal.addEventListener(
      'abort',
      () => {
        cancel();
        reject(signal.reason);
      },
      { once: true },
    );
  });

/** Returns a canvas for a picture of this size. Throws if the browser has no memory for it. */
export function pictureCanvas(widthPx: number, heightPx: number) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(widthPx);
  canvas.height = Math.round(heightPx);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('the picture is too large');
  return { canvas, context };
}

/** Resolves with a canvas as a PNG; rejects if it is too large for the browser. */
export const pngOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large'))),
      'image/png',
    ),
  );

interface BasemapDrawing extends PictureOptions {
  context: CanvasRenderingContext2D;
  view: PictureView;
  /** Pixels of the picture per pixel of its size. */
  ratio: number;
  /** Draws the layers between the ground and the names. */
  between?: () => Promise<void>;
}

/**
 * Draws the embedded map with its names in the colours of the light theme. Rejects if the map cannot be read, or with the reason
 * of `signal` if it is aborted.
 */
export async function drawBasemap(drawing: BasemapDrawing): Promise<void> {
  const { context, view, ratio, language, hasGraticule, signal, between } = drawing;
  const palette = lightPalette();
  const colours = palette.basemap;
  const window = windowOf(view, ratio);
  let reason = 'nothing was drawn';
  const client = createBasemapClient();
  client.onFailure((failure) => {
    reason = failure;
  });
  const graticule = graticulePainter(() => palette);
  const frame = { ...window, context };
  const inPixels = (draw: () => void) => {
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    draw();
    context.setTransform(1, 0, 0, 1, 0, 0);
  };
  try {
    const ground = await requested(client, { kind: 'ground', window, colours }, signal);
    if (ground === null) throw new Error(reason);
    context.drawImage(ground, 0, 0);
    ground.close();
    if (hasGraticule) inPixels(() => graticule.lines(frame));
    await between?.();
    const taken = hasGraticule ? graticuleBoxes(frame) : [];
    const labels = await requested(
      client,
      { kind: 'labels', window, marginPx: 0, colours, language, isMoving: false, taken, isWhole: true },
      signal,
    );
    if (labels !== null) context.drawImage(labels, 0, 0);
    labels?.close();
    if (hasGraticule) inPixels(() => graticule.labels(frame));
  } finally {
    client.destroy();
  }
}

/**
 * Resolves with the embedded map and its names as a PNG, in the colours of the light theme. Rejects if the map cannot be read, or
 * with the reason of `signal` if it is aborted.
 */
export async function basemapPicture(
  view: PictureView,
  { drawBetween, ...options }: PictureOptions & { drawBetween?: DrawBetween },
): Promise<Blob> {
  const { canvas, context } = pictureCanvas(view.widthPx * paperRatio, view.heightPx * paperRatio);
  const between = async () => await drawBetween?.(context, paperRatio);
  await drawBasemap({ ...options, context, view, ratio: paperRatio, between });
  return await pngOf(canvas);
}
