import { applyPalette, GIFEncoder, type GifPalette, quantize } from 'gifenc';
import type { PictureLegend } from '../../takeaway/picture-frame.ts';
import { indexPixels, rampPalette } from './ramp-palette.ts';

/** A part of a frame and its position. */
export interface FilmTile {
  bitmap: ImageBitmap;
  left: number;
  top: number;
}

/** What is written into a frame, so that it cannot be separated from it. */
export interface FilmCaption {
  /** The date and satellite of the capture. */
  capture: string;
  /** What is drawn of it. */
  drawn: string;
  /** The colours of its values; null if it is drawn in those of its bands. */
  legend: PictureLegend | null;
}

/**
 * A message to the worker that writes an animated picture. `begin` is sent first and `end` last. Each `frame` is answered by
 * `written`, and `end` by the picture.
 */
export type FilmRequest =
  | { kind: 'begin'; widthPx: number; heightPx: number; secondsEach: number }
  | { kind: 'frame'; tiles: readonly FilmTile[]; caption: FilmCaption }
  | { kind: 'end' };

/** An answer of the worker; `failed` if it cannot draw. */
export type FilmReply =
  | { kind: 'written' }
  | { kind: 'picture'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'failed' };

const maxColours = 256;
/** The colour of pixels that a capture lacks, which neither land nor water has. */
const nothing = '#808080';
const captionPx = 14;
const linePx = captionPx + 7;
const marginPx = 8;
const legendPx = 120;

let film: {
  encoder: ReturnType<typeof GIFEncoder>;
  context: OffscreenCanvasRenderingContext2D;
  delayMs: number;
} | null = null;

/** Draws a ramp with the values at its ends from this place on. */
function drawLegend(
  context: OffscreenCanvasRenderingContext2D,
  { colours, labels: [low = '', , high = ''] }: PictureLegend,
  [left, middle]: readonly [number, number],
) {
  // Between two pixels, the colours would be mixed with that of the plate.
  const bar = Math.ceil(left + context.measureText(low).width + 6);
  context.fillText(low, left, middle);
  context.fillText(high, bar + legendPx + 6, middle);
  for (let i = 0; i < legendPx; i += 1) {
    const at = 3 * Math.round((i / (legendPx - 1)) * 255);
    context.fillStyle = `rgb(${colours[at]}, ${colours[at + 1]}, ${colours[at + 2]})`;
    context.fillRect(bar + i, Math.round(middle - captionPx / 2), 1, captionPx);
  }
}

/** Draws what is shown, its colours, date and satellite into the picture. The plate is opaque, so that it needs few colours. */
function drawCaption(context: OffscreenCanvasRenderingContext2D, { capture, drawn, legend }: FilmCaption) {
  context.font = `600 ${captionPx}px sans-serif`;
  context.textBaseline = 'middle';
  const { height } = context.canvas;
  const widthOf = (text: string) => Math.ceil(context.measureText(text).width);
  const title = legend === null ? drawn : `${drawn}  `;
  const legendWidth =
    legend === null ? 0 : legendPx + 12 + widthOf(legend.labels[0] ?? '') + widthOf(legend.labels[2] ?? '');
  const width = Math.max(widthOf(capture), widthOf(title) + legendWidth) + 2 * marginPx;
  const top = height - 2 * linePx - 4;
  context.fillStyle = '#202020';
  context.fillRect(0, top, width, height - top);
  context.fillStyle = '#fff';
  const [first, second] = [top + 2 + linePx / 2, top + 2 + linePx * 1.5];
  context.fillText(capture, marginPx, first);
  context.fillText(title, marginPx, second);
  if (legend !== null) drawLegend(context, legend, [marginPx + widthOf(title), second]);
}

function begin({ widthPx, heightPx, secondsEach }: Extract<FilmRequest, { kind: 'begin' }>) {
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no canvas');
  film = { encoder: GIFEncoder(), context, delayMs: secondsEach * 1_000 };
}

/** A value has the same colour in all frames of a ramp; the colours of other frames are those that suit each best. */
function inPalette(
  data: Uint8ClampedArray,
  legend: PictureLegend | null,
): { pixels: Uint8Array; palette: GifPalette } {
  if (legend === null) {
    const palette = quantize(data, maxColours);
    return { pixels: applyPalette(data, palette), palette };
  }
  const palette = rampPalette(legend.colours);
  return { pixels: indexPixels(data, palette), palette };
}

function writeFrame({ tiles, caption }: Extract<FilmRequest, { kind: 'frame' }>) {
  if (film === null) throw new Error('a frame before the beginning');
  const { context, encoder, delayMs } = film;
  const { width, height } = context.canvas;
  context.fillStyle = nothing;
  context.fillRect(0, 0, width, height);
  for (const { bitmap, left, top } of tiles) {
    context.drawImage(bitmap, left, top);
    bitmap.close();
  }
  drawCaption(context, caption);
  const { data } = context.getImageData(0, 0, width, height);
  const { pixels, palette } = inPalette(data, caption.legend);
  encoder.writeFrame(pixels, width, height, { palette, delay: delayMs });
}

self.addEventListener('message', ({ data }: MessageEvent<FilmRequest>) => {
  const answer = (reply: FilmReply, transfer: Transferable[] = []) => self.postMessage(reply, { transfer });
  try {
    if (data.kind === 'begin') begin(data);
    else if (data.kind === 'frame') {
      writeFrame(data);
      answer({ kind: 'written' });
    } else {
      film?.encoder.finish();
      const bytes = film?.encoder.bytes() ?? new Uint8Array();
      answer({ kind: 'picture', bytes }, [bytes.buffer]);
    }
  } catch {
    answer({ kind: 'failed' });
  }
});
