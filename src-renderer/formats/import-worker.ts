import { config } from 'zod';
import { importSource, type ReadProgress, type ReadResult } from './import-source.ts';
import type { ImportedFeature, PackedPlaces, ReadChoices, ReadOutcome, RejectedFeature } from './imported.ts';
import type { ImportSource } from './read-source.ts';

/** A message to the worker. A worker reads one source once. */
export type ImportRequest =
  | { kind: 'read'; source: ImportSource; choices: ReadChoices }
  | { kind: 'batch'; index: number }
  | { kind: 'rejected' };

/** A message from the worker. */
export type ImportReply =
  | { kind: 'progress'; progress: ReadProgress }
  | { kind: 'read'; outcome: ReadOutcome; places: PackedPlaces }
  | { kind: 'batch'; features: readonly ImportedFeature[] }
  | { kind: 'rejected'; rejected: readonly RejectedFeature[] };

// The worker may compile WebAssembly, but no script from text.
config({ jitless: true });

const progressMs = 100;
let result: ReadResult | null = null;

const reply = (message: ImportReply, transfer: Transferable[] = []) =>
  self.postMessage(message, { transfer });

async function read(source: ImportSource, choices: ReadChoices) {
  let reportedAt = 0;
  result = await importSource({
    source,
    choices,
    onProgress(progress) {
      const now = performance.now();
      if (now - reportedAt < progressMs) return;
      reportedAt = now;
      reply({ kind: 'progress', progress });
    },
  });
  const places = result.store.places();
  const { x, y, flat, starts, boxes } = places;
  const buffers = [x, y, flat, starts, boxes].map(({ buffer }) => buffer);
  reply({ kind: 'read', outcome: result.outcome, places }, buffers);
}

self.addEventListener('message', ({ data }: MessageEvent<ImportRequest>) => {
  if (data.kind === 'read') void read(data.source, data.choices);
  else if (data.kind === 'batch') reply({ kind: 'batch', features: result?.store.batch(data.index) ?? [] });
  else reply({ kind: 'rejected', rejected: result?.rejected ?? [] });
});
