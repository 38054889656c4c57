import type { Worker } from 'node:worker_threads';
import { appErrors, type StoredError } from '../../../src-preload/contract/errors.ts';
import { AppError } from '../../core/app-error.ts';
import { unusable } from './unusable.ts';

/** A message from a thread of maps: it has begun with a question, or has answered it, or has failed. */
export type ThreadMessage =
  | { id: number; begun: true }
  | { id: number; answer: unknown }
  | { id: number; refused: StoredError }
  | { id: number; failed: Error };

interface Waiting {
  question: unknown;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
}

/** The client of a thread that answers one question after another. */
export interface AskThread {
  /** Rejects with MAP_UNUSABLE if the file cannot be used, and with CANCELLED when the thread is closed. */
  ask(question: unknown): Promise<unknown>;
  close(): Promise<void>;
}

interface AskThreadOptions {
  start: () => Worker;
  /** How long one question may take, in milliseconds. */
  limitMs: number;
}

/** Returns the error again that was sent as data, because an error loses its class between threads. */
function errorOf({ code, data }: StoredError): Error {
  if (code === 'DISK_FULL') return new AppError(code, appErrors.DISK_FULL.data.parse(data));
  if (code === 'FOLDER_NOT_WRITABLE')
    return new AppError(code, appErrors.FOLDER_NOT_WRITABLE.data.parse(data));
  return new AppError('MAP_UNUSABLE', appErrors.MAP_UNUSABLE.data.parse(data));
}

/**
 * Creates the client of a thread that reads foreign bytes. A question that takes too long or crashes the thread is rejected, and a
 * new thread answers the questions behind it, so that one hostile file does not block the others.
 */
export function createAskThread({ start, limitMs }: AskThreadOptions): AskThread {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let begun: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let lastId = 0;
  let isClosed = false;
  let terminations: Promise<unknown> = Promise.resolve();

  function end(id: number): Waiting | undefined {
    const answered = waiting.get(id);
    waiting.delete(id);
    if (begun === id) {
      begun = null;
      clearTimeout(timer);
    }
    return answered;
  }

  function onMessage(message: ThreadMessage) {
    if ('begun' in message) {
      begun = message.id;
      clearTimeout(timer);
      timer = setTimeout(() => replaceThread(unusable('too-slow')), limitMs).unref();
      return;
    }
    const answered = end(message.id);
    if ('answer' in message) answered?.resolve(message.answer);
    else if ('refused' in message) answered?.reject(errorOf(message.refused));
    else answered?.reject(message.failed);
  }

  function replaceThread(error: unknown) {
    const old = worker;
    worker = null;
    if (old) terminations = Promise.all([terminations, old.terminate()]);
    if (begun !== null) end(begun)?.reject(error);
    if (isClosed || waiting.size === 0) return;
    const next = runningThread();
    for (const [id, { question }] of waiting) next.postMessage({ id, question });
  }

  function runningThread(): Worker {
    if (worker) return worker;
    const started = start();
    worker = started;
    started.on('message', (message: ThreadMessage) => {
      if (worker === started) onMessage(message);
    });
    started.on('error', (error: unknown) => {
      if (worker !== started) return;
      // The thread has crashed before it began with a question: a new one would crash too, without end.
      if (begun === null) for (const id of [...waiting.keys()]) end(id)?.reject(error);
      replaceThread(unusable('too-much-memory'));
    });
    started.unref();
    return started;
  }

  return {
    ask(question) {
      if (isClosed) return Promise.reject(new AppError('CANCELLED', {}));
      lastId += 1;
      const id = lastId;
      const answered = new Promise<unknown>((resolve, reject) => {
        waiting.set(id, { question, resolve, reject });
      });
      runningThread().postMessage({ id, question });
      return answered;
    },
    async close() {
      isClosed = true;
      for (const id of [...waiting.keys()]) end(id)?.reject(new AppError('CANCELLED', {}));
      replaceThread(null);
      await terminations;
    },
  };
}
