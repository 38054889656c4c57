import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { AsyncQueries } from '../store/async-queries.ts';
import type { ListQueries } from './list-queries.ts';
import type { ListAnswer, ListQuestion } from './list-reader-worker.ts';

/** The queries of all domains for lists and maps, by domain; a thread runs them. */
export type Lists = { readonly [Domain in keyof ListQueries]: AsyncQueries<ListQueries[Domain]> };

type Ask = (domain: string, query: string, args: unknown[]) => Promise<unknown>;

interface Pending {
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

/**
 * Returns proxies on which every property is a function that sends a query to the thread, named by the domain and the property. So no
 * query is named here again. The compiler cannot follow proxies; the two signatures declare that they are `Lists`, because the
 * thread has the same queries of the domains' `listQueries`.
 */
function listsAsking(ask: Ask): Lists;
function listsAsking(ask: Ask): object {
  const asking =
    (domain: string, query: string) =>
    (...args: unknown[]) =>
      ask(domain, query, args);
  const queriesOf = (domain: string) => new Proxy({}, { get: (_, query) => asking(domain, String(query)) });
  return new Proxy({}, { get: (_, domain) => queriesOf(String(domain)) });
}

/**
 * Creates the list reader, which runs the queries of `list-queries.ts` in a thread, so that a long list never blocks the main loop.
 * The thread starts with the first query; if it ends, the next query starts it again. An error of a query rejects only that query.
 */
export function createListReader({ path }: { path: string }) {
  const pending = new Map<number, Pending>();
  let worker: Worker | null = null;
  let lastId = 0;
  let closed = false;

  function failAll(error: Error) {
    const all = [...pending.values()];
    pending.clear();
    for (const { reject } of all) reject(error);
  }

  function start(): Worker {
    const started = new Worker(new URL(`./list-reader-worker${extname(import.meta.url)}`, import.meta.url), {
      workerData: { path },
    });
    started.on('message', (answer: ListAnswer) => {
      const waiting = pending.get(answer.id);
      pending.delete(answer.id);
      if ('error' in answer) waiting?.reject(answer.error);
      else waiting?.resolve(answer.answer);
    });
    started.on('error', failAll);
    started.on('exit', () => {
      if (worker === started) worker = null;
      failAll(new Error('the thread that reads lists has ended'));
    });
    // Closing the application does not wait for a list.
    started.unref();
    return started;
  }

  const ask: Ask = (domain, query, args) => {
    if (closed) return Promise.reject(new Error('the reader of lists is closed'));
    worker ??= start();
    lastId += 1;
    const question: ListQuestion = { id: lastId, domain, query, args };
    const answered = new Promise<unknown>((resolve, reject) => {
      pending.set(question.id, { resolve, reject });
    });
    worker.postMessage(question);
    return answered;
  };

  return {
    lists: listsAsking(ask),
    async close() {
      closed = true;
      await worker?.terminate();
    },
  };
}
