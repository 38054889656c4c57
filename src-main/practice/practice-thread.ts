import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

interface PracticeThread {
  /** What the thread told once it listened. */
  ready: unknown;
  close(): Promise<void>;
}

/** Nobody who ends the starter waits longer for this end: the world is on disk with each change. */
const longestEndMs = 3_000;

/**
 * Starts the service in a thread of its own. Rejects when the thread ends or fails before it listens; `stopped` is told when
 * it ends later although nobody closed it.
 */
export async function startPracticeThread(
  workerData: Record<string, unknown>,
  stopped: (error: Error) => void,
): Promise<PracticeThread> {
  const worker = new Worker(new URL(`./practice-worker${extname(import.meta.url)}`, import.meta.url), {
    workerData,
  });
  let closing = false;
  let failure = new Error('the practice service has ended');
  worker.once('error', (error) => {
    failure = error instanceof Error ? error : new Error(String(error));
  });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const ready = await new Promise<unknown>((resolve, reject) => {
    worker.once('message', resolve);
    void exited.then(() => reject(failure));
  });
  // It lives as long as its starter, and keeps that from no end.
  worker.unref();
  void exited.then(() => {
    if (!closing) stopped(failure);
  });
  return {
    ready,
    async close() {
      closing = true;
      worker.postMessage('close');
      // Somebody waits for this end now.
      worker.ref();
      const late = setTimeout(() => void worker.terminate(), longestEndMs);
      await exited;
      clearTimeout(late);
    },
  };
}
