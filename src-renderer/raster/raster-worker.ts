import type { RasterFailure, RasterReply, RasterRequest } from './raster-messages.ts';
import { openRaster, type RasterReader } from './raster-reader.ts';

let reader: Promise<RasterReader> | null = null;
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
async function failureNow(): Promise<RasterFailure> {
  const answered = await fetch(address, { method: 'HEAD' }).catch(() => null);
  return answered?.ok ? 'damaged' : 'gone';
}

async function drawTile(request: Extract<RasterRequest, { kind: 'tile' }>) {
  const { id, extent, sizePx } = request;
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const open = await reader;
    await nextTask();
    controller.signal.throwIfAborted();
    const rgba = await open?.tile(extent, sizePx, controller.signal);
    if (!rgba) return answer({ id, bitmap: null });
    const bitmap = await createImageBitmap(new ImageData(rgba, sizePx, sizePx));
    answer({ id, bitmap }, [bitmap]);
  } catch {
    // A cancelled tile needs no failure, because its answer is not used.
    answer(controller.signal.aborted ? { id, bitmap: null } : { id, failure: await failureNow() });
  } finally {
    running.delete(id);
  }
}

self.addEventListener('message', (event: MessageEvent<RasterRequest>) => {
  const request = event.data;
  if (request.kind === 'open') {
    reader?.then((open) => open.close()).catch(() => undefined);
    address = request.display.info.path;
    reader = openRaster(request.display, self.location.origin);
    reader.catch(() => undefined);
  } else if (request.kind === 'cancel') running.get(request.id)?.abort();
  else void drawTile(request);
});
