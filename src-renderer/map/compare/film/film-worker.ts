import { applyPalette, GIFEncoder, quantize } from 'gifenc';

/** A part of a frame and its position. */
export interface FilmTile {
  bitmap: ImageBitmap;
  left: number;
  top: number;
}

/**
 * A message to the worker that writes an animated picture. `begin` is sent first and `end` last. Each `frame` is answered by
 * `written`, and `end` by the picture.
 */
export type FilmRequest =
  | { kind: 'begin'; widthPx: number; heightPx: number; secondsEach: number }
  | { kind: 'frame'; tiles: readonly FilmTile[]; caption: string }
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

let film: {
  encoder: ReturnType<typeof GIFEncoder>;
  context: OffscreenCanvasRenderingContext2D;
  delayMs: number;
} | null = null;

/** Draws date and satellite into the picture, so that they cannot be separated from it. */
function drawCaption(context: OffscreenCanvasRenderingContext2D, text: string) {
  context.font = `600 ${captionPx}px sans-serif`;
  const { height } = context.canvas;
  const width = Math.ceil(context.measureText(text).width);
  context.fillStyle = 'rgb(0 0 0 / 70%)';
  context.fillRect(0, height - captionPx - 12, width + 16, captionPx + 12);
  context.fillStyle = '#fff';
  context.textBaseline = 'middle';
  context.fillText(text, 8, height - (captionPx + 12) / 2);
}

function begin({ widthPx, heightPx, secondsEach }: Extract<FilmRequest, { kind: 'begin' }>) {
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no canvas');
  film = { encoder: GIFEncoder(), context, delayMs: secondsEach * 1_000 };
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
  const palette = quantize(data, maxColours);
  encoder.writeFrame(applyPalette(data, palette), width, height, { palette, delay: delayMs });
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
