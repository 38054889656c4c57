import type { Worker } from 'node:worker_threads';
import { appErrors, type StoredError } from '../../../src-preload/contract/errors.ts';
import { AppError } from '../../core/app-error.ts';
import type { AsyncQueries } from '../../store/async-queries.ts';
import type { HandoverWork } from './work.ts';

/** A request to the thread of a package: a function of `createHandoverWork` and its arguments. */
export interface HandoverQuestion {
  id: number;
  method: string;
  args: unknown[];
}

/** A message from the thread: its progress, or the answer to a question or its error. */
export type HandoverAnswer =
  | { progress: { done: number; total: number } }
  | { id: number; answer: unknown }
  | { id: number; refused: StoredError }
  | { id: number; failed: Error };

/** The thread of one package. */
export interface HandoverThread {
  work: AsyncQueries<HandoverWork>;
  /** Terminates the thread; questions without an answer are rejected with CANCELLED. */
  end(): Promise<void>;
}

interface Pending {
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

/** Returns the error again that was sent as data, because an error loses its class between threads. */
function errorOf({ code, data }: StoredError): Error {
  if (code === 'PACKAGE_REFUSED') return new AppError(code, appErrors.PACKAGE_REFUSED.data.parse(data));
  if (code === 'ARCHIVE_REFUSED') return new AppError(code, appErrors.ARCHIVE_REFUSED.data.parse(data));
  if (code === 'CONFLICT') return new AppError(code, appErrors.CONFLICT.data.parse(data));
  if (code === 'NOT_FOUND') return new AppError(code, appErrors.NOT_FOUND.data.parse(data));
  if (code === 'MAP_UNUSABLE') return new AppError(code, appErrors.MAP_UNUSABLE.data.parse(data));
  if (code === 'DISK_FULL') return new AppError(code, appErrors.DISK_FULL.data.parse(data));
  return new Error(code);
}

type Ask = (method: string, args: unknown[]) => Promise<unknown>;

/** Returns the functions of the thread, each of which asks the thread; see `app/list-reader.ts`. */
function workAsking(ask: Ask): AsyncQueries<HandoverWork>;
function workAsking(ask: Ask): object {
  return new Proxy(
    {},
    {
      get: (_, method) =>
        // An object with `then` would be taken for a promise when it is awaited.
        method === 'then' ? undefined : (...args: unknown[]) => ask(String(method), args),
    },
  );
}

/** Starts the thread of one package, which answers one question after another. */
export function startHandoverThread(
  start: () => Worker,
  onProgress: (done: number, total: number) => void,
): HandoverThread {
  const pending = new Map<number, Pending>();
  const worker = start();
  let lastId = 0;
  let ended: Error | null = null;

  function failAll(error: Error) {
    ended ??= error;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  }

  worker.on('message', (answer: HandoverAnswer) => {
    if ('progress' in answer) {
      onProgress(answer.progress.done, answer.progress.total);
      return;
    }
    const waiting = pending.get(answer.id);
    pending.delete(answer.id);
    if ('answer' in answer) waiting?.resolve(answer.answer);
    else waiting?.reject('refused' in answer ? errorOf(answer.refused) : answer.failed);
  });
  worker.on('error', failAll);
  worker.on('exit', () => failAll(new AppError('CANCELLED', {})));
  worker.unref();

  return {
    work: workAsking((method, args) => {
      if (ended !== null) return Promise.reject(ended);
      lastId += 1;
      const question: HandoverQuestion = { id: lastId, method, args };
      const answered = new Promise<unknown>((resolve, reject) => {
        pending.set(question.id, { resolve, reject });
      });
      worker.postMessage(question);
      return answered;
    }),
    async end() {
      failAll(new AppError('CANCELLED', {}));
      await worker.terminate();
    },
  };
}
