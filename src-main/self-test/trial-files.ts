import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFiles } from '../host/files.ts';

/** As large as the rasters that the page reads whole. */
const largeBytes = 32 * 1_024 * 1_024;
const slowPieces = 100;
const slowPieceBytes = 64 * 1_024;
const slowPauseMs = 20;

/** What became of an answer that the page gives up. */
interface AnswerFate {
  state: 'never asked for' | 'under way' | 'given up' | 'ended';
  /** When it got its state, in milliseconds since 1970. */
  at: number;
}

/** What both sides of the trial need. */
export interface TrialFiles {
  sizeBytes: number;
  files: (request: Request) => Promise<Response>;
  /** Resolves with the fate of the answer once it is not under way any more, at the latest after some seconds. */
  fateOf(name: 'waiting' | 'slow'): Promise<AnswerFate>;
}

const fateWaitMs = 5_000;

/**
 * Makes the files that the page asks for in the self-test, in a folder for them: a large one that lies on the disk and is served by Nadir's own
 * handler, one that never comes, and one that comes slowly.
 */
export function createTrialFiles(
  folder: string,
  { sizeBytes = largeBytes, waitMs = fateWaitMs } = {},
): TrialFiles {
  const path = join(folder, 'large');
  writeFileSync(
    path,
    Uint32Array.from({ length: sizeBytes / 4 }, (_, index) => index),
  );
  const fates: Record<'waiting' | 'slow', AnswerFate> = {
    waiting: { state: 'never asked for', at: 0 },
    slow: { state: 'never asked for', at: 0 },
  };
  const note = (name: 'waiting' | 'slow', state: AnswerFate['state']) => {
    fates[name] = { state, at: Date.now() };
  };

  function waiting(request: Request): Promise<Response> {
    note('waiting', 'under way');
    return new Promise((resolve) => {
      const end = (state: AnswerFate['state'], status: number) => {
        clearTimeout(timer);
        if (fates.waiting.state === 'under way') note('waiting', state);
        resolve(new Response(null, { status }));
      };
      const timer = setTimeout(() => end('ended', 504), 2 * waitMs);
      request.signal.addEventListener('abort', () => end('given up', 204), { once: true });
    });
  }

  function slow(): Response {
    note('slow', 'under way');
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, slowPauseMs));
        if (fates.slow.state !== 'under way') return;
        sent += 1;
        controller.enqueue(new Uint8Array(slowPieceBytes));
        if (sent < slowPieces) return;
        note('slow', 'ended');
        controller.close();
      },
      cancel: () => note('slow', 'given up'),
    });
    return new Response(body, { headers: { 'content-type': 'application/octet-stream' } });
  }

  return {
    sizeBytes,
    files: createFiles({
      rendererFolder: folder,
      resolve: (pathname) =>
        pathname === '/files/self-test/large'
          ? { path, contentType: 'application/octet-stream', immutable: false }
          : null,
      async answer(request, pathname) {
        if (pathname === '/files/self-test/waiting') return waiting(request);
        return pathname === '/files/self-test/slow' ? slow() : null;
      },
    }),
    async fateOf(name) {
      const last = Date.now() + waitMs;
      while (fates[name].state === 'under way' && Date.now() < last)
        await new Promise((resolve) => setTimeout(resolve, 20));
      return fates[name];
    },
  };
}
