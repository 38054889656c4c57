import type { ReadProgress } from './import-source.ts';
import type { ImportReply, ImportRequest } from './import-worker.ts';
import type { ImportedFeature, PackedPlaces, ReadChoices, ReadOutcome, RejectedFeature } from './imported.ts';
import type { ImportSource } from './read-source.ts';

/** An import that reads one source. It holds the features until they are requested, or until it is stopped. */
export interface RunningReading {
  /** Rejects if the browser stopped the worker, for example for lack of memory, or if the worker hangs. */
  done: Promise<{ outcome: ReadOutcome; places: PackedPlaces }>;
  /** Returns the features of a batch of `batchSize`; an empty list beyond the last one. */
  batch(index: number): Promise<readonly ImportedFeature[]>;
  /** Returns all rejected features, also those that the outcome leaves out. */
  rejected(): Promise<readonly RejectedFeature[]>;
  /** Stops the import; pending calls are rejected. */
  stop(): void;
}

/** Starts to read a source. */
export type StartReading = (options: {
  source: ImportSource;
  choices: ReadChoices;
  onProgress: (progress: ReadProgress) => void;
}) => RunningReading;

/** An import without progress for this long is considered stuck. */
const stuckAfterMs = 120_000;

/**
 * Reads a source in its own worker, the only place where foreign bytes are decoded: the worker can be stopped at any
 * time, and if it crashes, only this file is lost.
 */
export const startReading: StartReading = ({ source, choices, onProgress }) => {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' });
  const send = (request: ImportRequest) => worker.postMessage(request);
  const read = Promise.withResolvers<{ outcome: ReadOutcome; places: PackedPlaces }>();
  let batch: PromiseWithResolvers<readonly ImportedFeature[]> | null = null;
  let rejected: PromiseWithResolvers<readonly RejectedFeature[]> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const fail = (reason: string) => {
    clearTimeout(timer);
    worker.terminate();
    const error = new Error(reason);
    for (const waiting of [read, batch, rejected]) waiting?.reject(error);
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => fail('no progress'), stuckAfterMs);
  };
  worker.addEventListener('message', ({ data }: MessageEvent<ImportReply>) => {
    if (data.kind === 'progress') {
      wait();
      onProgress(data.progress);
    } else if (data.kind === 'read') {
      clearTimeout(timer);
      read.resolve(data);
    } else if (data.kind === 'batch') batch?.resolve(data.features);
    else rejected?.resolve(data.rejected);
  });
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    fail(event.message);
  });
  worker.addEventListener('messageerror', () => fail('message'));
  wait();
  send({ kind: 'read', source, choices });
  return {
    done: read.promise,
    batch(index) {
      batch = Promise.withResolvers();
      send({ kind: 'batch', index });
      return batch.promise;
    },
    rejected() {
      rejected = Promise.withResolvers();
      send({ kind: 'rejected' });
      return rejected.promise;
    },
    stop: () => fail('stopped'),
  };
};
