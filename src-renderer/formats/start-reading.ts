import type { ReadProgress } from './import-source.ts';
import type { ImportReply, ImportRequest } from './import-worker.ts';
import type { ImportedFeature, PackedPlaces, ReadChoices, ReadOutcome, RejectedFeature } from './imported.ts';
import type { ImportSource } from './read-source.ts';

/** A reading of one source. The features stay with it until they are taken, or until it is stopped. */
export interface RunningReading {
  /** Rejects if the reading was stopped by the browser, for example because it needed too much memory, or hangs. */
  done: Promise<{ outcome: ReadOutcome; places: PackedPlaces }>;
  /** Returns the features of a batch of `batchSize`; an empty list behind the last one. */
  batch(index: number): Promise<readonly ImportedFeature[]>;
  /** Returns everything that was rejected, also what the outcome leaves out. */
  rejected(): Promise<readonly RejectedFeature[]>;
  /** Ends the reading; what still waits for it is rejected. */
  stop(): void;
}

/** Starts the reading of a source. */
export type StartReading = (options: {
  source: ImportSource;
  choices: ReadChoices;
  onProgress: (progress: ReadProgress) => void;
}) => RunningReading;

/** A reading without any progress for so long does not end. */
const stuckAfterMs = 120_000;

/**
 * Reads a source in a worker of its own. Bytes that others wrote are decoded only there: the worker can be stopped at
 * any time, and if it dies, only this file is lost.
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
