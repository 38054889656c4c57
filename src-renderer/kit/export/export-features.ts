import type { GeopackageId } from '../../../src-preload/contract/geopackage.ts';
import { type ExportFormat, exportFiles } from '../../formats/export-format.ts';
import type { ExportedFile, ExportReply, ExportRequest } from '../../formats/export-session.ts';
import type { ExportedFeature } from '../../formats/exported-feature.ts';
import type { WriteOptions } from '../../formats/feature-writer.ts';
import type { GeopackageSink } from '../../formats/write-geopackage.ts';
import type { MainClient } from '../client/connect.ts';

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** Creates a sink that writes one GeoPackage in the main process. `discard` deletes an unfinished file. */
function createGeopackageInMain({
  client,
  signal,
  mediaType,
}: {
  client: Pick<MainClient, 'geopackage'>;
  signal: AbortSignal;
  mediaType: string;
}): GeopackageSink & { discard(): Promise<void> } {
  let begun: Promise<{ id: GeopackageId }> | null = null;

  async function id(): Promise<GeopackageId> {
    if (begun === null) throw new Error('the GeoPackage was not begun');
    return (await begun).id;
  }

  return {
    begin(content) {
      begun = client.geopackage.begin(content, { signal });
      return begun;
    },
    add: async (rows) => client.geopackage.add({ id: await id(), rows }, { signal }),
    async finish() {
      const finished = await id();
      const { sizeBytes } = await client.geopackage.finish({ id: finished }, { signal });
      const parts: Blob[] = [];
      for (let offset = 0; offset < sizeBytes; ) {
        const { base64 } = await client.geopackage.read({ id: finished, offset }, { signal });
        const bytes = bytesOf(base64);
        if (bytes.length === 0) throw new Error('the GeoPackage ended too early');
        parts.push(new Blob([bytes]));
        offset += bytes.length;
      }
      return new Blob(parts, { type: mediaType });
    },
    async discard() {
      const { id: left } = (await begun?.catch(() => null)) ?? { id: null };
      if (left !== null) await client.geopackage.discard({ id: left }).catch(() => undefined);
    },
  };
}

/** The part of a worker that an export uses. */
export interface ExportThread {
  postMessage(request: ExportRequest): void;
  addEventListener(kind: 'message', listener: (event: MessageEvent<ExportReply>) => void): void;
  addEventListener(kind: 'error', listener: (event: ErrorEvent) => void): void;
  terminate(): void;
}

interface ExportFeaturesOptions {
  format: ExportFormat;
  options: WriteOptions;
  /** The features, page by page; the next page is loaded once the thread has written the previous one. */
  batches: AsyncIterable<readonly ExportedFeature[]>;
  client: Pick<MainClient, 'geopackage'>;
  signal: AbortSignal;
  /** Starts the thread that writes the file; tests pass their own. */
  startThread?: () => ExportThread;
}

const startWorker = (): ExportThread =>
  new Worker(new URL('../../formats/export-worker.ts', import.meta.url), { type: 'module' });

/** Writes features to a file in a thread and returns the file. Rejects with the reason of `signal` as soon as it is aborted. */
export async function exportFeatures(given: ExportFeaturesOptions): Promise<ExportedFile> {
  const { format, options, batches, client, signal, startThread = startWorker } = given;
  const { mediaType } = exportFiles[format];
  signal.throwIfAborted();
  const thread = startThread();
  const pages = batches[Symbol.asyncIterator]();
  const geopackage = createGeopackageInMain({ client, signal, mediaType });

  /** Returns the answer to a message of the thread; null if it needs none. */
  async function answerTo(reply: ExportReply): Promise<ExportRequest | null> {
    if (reply.kind === 'next') {
      const page = await pages.next();
      return page.done ? { kind: 'end' } : { kind: 'features', features: page.value };
    }
    if (reply.kind === 'begin') await geopackage.begin(reply.content);
    if (reply.kind === 'add') return { kind: 'added', ...(await geopackage.add(reply.rows)) };
    if (reply.kind === 'finish') return { kind: 'finished', file: await geopackage.finish() };
    return null;
  }

  try {
    return await new Promise<ExportedFile>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      thread.addEventListener('error', (event) => reject(new Error(event.message)));
      thread.addEventListener('message', ({ data: reply }) => {
        if (reply.kind === 'file') resolve(reply);
        else if (reply.kind === 'failure') reject(new Error(reply.message));
        else answerTo(reply).then((request) => request !== null && thread.postMessage(request), reject);
      });
      thread.postMessage({ kind: 'open', format, options });
    });
  } finally {
    thread.terminate();
    // Errors of a page that is still loading are ignored, because the export is over.
    void pages.return?.().catch(() => undefined);
    void geopackage.discard();
  }
}
