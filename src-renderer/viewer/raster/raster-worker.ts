import { ExpressionError } from './expression/tokens.ts';
import { FileChangedError, isFileAway } from './range-source.ts';
import { openDifference, type TileReader } from './raster-difference.ts';
import type { RasterFailure, RasterReply, RasterRequest } from './raster-messages.ts';
import { openRaster } from './raster-reader.ts';
import { TooMuchError } from './raster-window.ts';
import type { PaintStyle } from './style/picture.ts';

/** The raster as it was opened. */
let opened: Promise<TileReader> | null = null;
/** Opens the raster again, with the style that was sent last. */
let reopen: (() => Promise<TileReader>) | null = null;
/** Notes the style in which the raster is opened again. */
let restyleOpened: (paint: PaintStyle) => void = () => undefined;
/** The same in the style that was sent last; rejected if that cannot be painted, because the style before must not pass for it. */
let reader: Promise<TileReader> | null = null;
let address = '';
const running = new Map<number, AbortController>();

function answer(reply: RasterReply, transfer: Transferable[] = []) {
  self.postMessage(reply, { transfer });
}

/** Lets the worker receive messages: after a quick pan dozens of tiles are cancelled before their turn. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Returns the reason of a failure: a file that can be requested but not drawn is damaged; else it, its drive or Nadir
 * itself is gone.
 */
async function failureNow(error: unknown): Promise<RasterFailure> {
  if (error instanceof FileChangedError) return 'changed';
  // A band of the style is none of the raster: the file may be well.
  if (error instanceof ExpressionError) return 'stopped';
  if (isFileAway(error)) return 'gone';
  const answered = await fetch(address, { method: 'HEAD' }).catch(() => null);
  return answered?.ok ? 'damaged' : 'gone';
}

/** Runs a request until it is answered or cancelled. */
async function run(id: number, work: (open: TileReader, signal: AbortSignal) => Promise<void>) {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const tried = reader;
    const open = await tried?.catch((error: unknown) => (reader === tried ? readAgain(error) : reader));
    await nextTask();
    controller.signal.throwIfAborted();
    if (open) await work(open, controller.signal);
  } catch (error) {
    // A cancelled request needs no failure, because its answer is not used.
    answer(
      controller.signal.aborted ? { id, bitmap: null, decoded: 0 } : { id, failure: await failureNow(error) },
    );
  } finally {
    running.delete(id);
  }
}

/** Opens a raster again whose file was away when it was opened. */
function readAgain(error: unknown): Promise<TileReader> {
  if (reopen === null || !isFileAway(error)) throw error;
  const again = reopen();
  opened = again;
  reader = again;
  reader.catch(() => undefined);
  return again;
}

function drawTile({ id, extent, sizePx, isAhead }: Extract<RasterRequest, { kind: 'tile' }>) {
  return run(id, async (open, signal) => {
    if (isAhead) {
      await open.ahead(extent, sizePx, signal);
      return answer({ id, bitmap: null, decoded: open.decoded() });
    }
    const rgba = await open.tile(extent, sizePx, signal).catch((error: unknown) => {
      // Only where overviews are still being built: the panel says so, and that less of the raster can be seen.
      if (error instanceof TooMuchError) return null;
      throw error;
    });
    if (!rgba) return answer({ id, bitmap: null, decoded: open.decoded() });
    const bitmap = await createImageBitmap(new ImageData(rgba, sizePx, sizePx));
    answer({ id, bitmap, decoded: open.decoded() }, [bitmap]);
  });
}

function countValues({ id, asked }: Extract<RasterRequest, { kind: 'statistics' }>) {
  return run(id, async (open, signal) => {
    const statistics = await open.statistics(asked, signal);
    answer({ id, statistics, decoded: open.decoded() });
  });
}

function readPoints({ id, places }: Extract<RasterRequest, { kind: 'points' }>) {
  return run(id, async (open, signal) => {
    const points = await open.points(places, signal);
    const transfer = [points.pixels.buffer, ...points.bands.map(({ buffer }) => buffer)];
    answer({ id, points, decoded: open.decoded() }, transfer);
  });
}

function countArea({ id, asked }: Extract<RasterRequest, { kind: 'area' }>) {
  return run(id, async (open, signal) => {
    const area = await open.area(asked, signal, async (progress) => {
      answer({ id, progress });
      // A cancellation is received between two parts.
      await nextTask();
    });
    answer({ id, area, decoded: open.decoded() });
  });
}

self.addEventListener('message', (event: MessageEvent<RasterRequest>) => {
  const request = event.data;
  if (request.kind === 'open') {
    opened?.then((open) => open.close()).catch(() => undefined);
    address = request.display.info.path;
    const open = request.display.minus === undefined ? openRaster : openDifference;
    const openPlain = () => open(request.display, self.location.origin, request.workers);
    reopen = openPlain;
    restyleOpened = (paint) => {
      reopen = async () => {
        const again = await openPlain();
        again.restyle(paint);
        return again;
      };
    };
    opened = openPlain();
    reader = opened;
    reader.catch(() => undefined);
  } else if (request.kind === 'style') {
    restyleOpened(request.paint);
    // It runs before the tiles that were requested after it, because they wait for the same reader.
    reader =
      opened?.then((open) => {
        open.restyle(request.paint);
        return open;
      }) ?? null;
    reader?.catch(() => undefined);
  } else if (request.kind === 'cancel') running.get(request.id)?.abort();
  else if (request.kind === 'tile') void drawTile(request);
  else if (request.kind === 'points') void readPoints(request);
  else if (request.kind === 'area') void countArea(request);
  else void countValues(request);
});
