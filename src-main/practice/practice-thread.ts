import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

interface PracticeThread {
  /** The message of the thread after its start. */
  ready: unknown;
  close(): Promise<void>;
}

/** The longest wait for the end of the thread. It may be cut short, because each change is on disk already. */
const maxCloseMs = 3_000;

/**
 * Starts the service in its own thread. Rejects if the thread ends or fails before it listens; calls `onStopped` if it ends later
 * without `close`.
 */
export async function startPracticeThread(
  workerData: Record<string, unknown>,
  onStopped: (error: Error) => void,
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
  // The thread must not keep the process of its starter alive.
  worker.unref();
  void exited.then(() => {
    if (!closing) onStopped(failure);
  });
  return {
    ready,
    async close() {
      closing = true;
      worker.postMessage('close');
      // The process must stay alive until the thread has ended.
      worker.ref();
      const late = setTimeout(() => void worker.terminate(), maxCloseMs);
      await exited;
      clearTimeout(late);
    },
  };
}
