// Works on one package: makes it, or reads, checks and compares it. It answers one message after another.
import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { isAppError, toStoredError } from '../core/app-error.ts';
import { readZip } from '../features/downloads/archives/read-zip.ts';
import type { HandoverAnswer, HandoverQuestion } from '../features/packages/handover-thread.ts';
import { createHandoverWork } from '../features/packages/work.ts';
import { openReadOnlyStore } from '../store/open-read-only-store.ts';
import { createHandoverItems } from './handover-items.ts';

const { path, folder } = z.object({ path: z.string(), folder: z.string() }).parse(workerData);
const post = (answer: HandoverAnswer) => parentPort?.postMessage(answer);
/** The time between two messages of progress; one for each piece would take most of the time. */
const progressIntervalMs = 100;
let postedAt = 0;

const work = createHandoverWork({
  items: createHandoverItems({ store: openReadOnlyStore(path), folder }),
  readDirectory: readZip,
  newId: randomUUID,
  onProgress(done, total) {
    const now = performance.now();
    if (now - postedAt < progressIntervalMs) return;
    postedAt = now;
    post({ progress: { done, total } });
  },
  // Cancelling terminates the thread, so no signal is needed.
  signal: new AbortController().signal,
});
const methods = new Map<string, (...args: never[]) => unknown>(Object.entries(work));

async function answerOf({ id, method, args }: HandoverQuestion): Promise<HandoverAnswer> {
  try {
    const run = methods.get(method);
    if (run === undefined) throw new Error(`there is no ${method}`);
    return { id, answer: await Reflect.apply(run, undefined, args) };
  } catch (error) {
    if (isAppError(error)) return { id, refused: toStoredError(error) };
    return { id, failed: error instanceof Error ? error : new Error(String(error)) };
  }
}

let previous: Promise<void> = Promise.resolve();
parentPort?.on('message', (question: HandoverQuestion) => {
  previous = previous.then(async () => post(await answerOf(question)));
});
