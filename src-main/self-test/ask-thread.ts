import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ThreadQuestion } from './thread-questions.ts';

/** Starts the thread that answers a question by one message. */
export type StartThread = (question: ThreadQuestion) => Worker;

const startThread: StartThread = (question) =>
  new Worker(new URL(`./self-test-worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: question,
  });

/**
 * Asks a thread of its own and resolves with its answer. Rejects with its error, or when it ends without a word, or when `signal`
 * is aborted. The thread is ended in any case.
 */
export async function askThread(
  question: ThreadQuestion,
  signal: AbortSignal,
  start: StartThread = startThread,
): Promise<unknown> {
  const worker = start(question);
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('a thread has ended without an answer')));
      signal.addEventListener('abort', () => reject(new Error('a thread did not answer')), { once: true });
    });
  } finally {
    // One that a drive holds does not end, and must not keep the others waiting.
    worker.unref();
    void worker.terminate();
  }
}
