import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TimelineKind } from '../../src-preload/contract/timeline.ts';
import type { AskedTimeSource } from '../store/time-source.ts';
import type { ListQueries } from './list-queries.ts';
import type { ListAnswer, ListQuestion } from './list-reader-worker.ts';

type Name = keyof ListQueries;
type Answer<N extends Name> = Awaited<ReturnType<ListQueries[N]>>;

interface Pending {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

/**
 * Runs the queries of `list-queries.ts` in a thread, so that a long list never blocks the main loop. The thread starts with the
 * first query; if it ends, the next query starts it again. An error of a query rejects only that query.
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

  function ask<N extends Name>(name: N, args: Parameters<ListQueries[N]>): Promise<Answer<N>> {
    if (closed) return Promise.reject(new Error('the reader of lists is closed'));
    worker ??= start();
    lastId += 1;
    const question: ListQuestion = { id: lastId, name, args };
    const answered = new Promise<Answer<N>>((resolve, reject) => {
      pending.set(question.id, { resolve, reject });
    });
    worker.postMessage(question);
    return answered;
  }
  const query =
    <N extends Name>(name: N) =>
    (...args: Parameters<ListQueries[N]>) =>
      ask(name, args);

  return {
    tasks: {
      list: query('tasks.list'),
      targets: query('tasks.targets'),
      position: query('tasks.position'),
    },
    orders: {
      list: query('orders.list'),
      places: query('orders.places'),
      position: query('orders.position'),
      skus: query('orders.skus'),
    },
    scenes: { list: query('scenes.list'), footprints: query('scenes.footprints') },
    commands: {
      list: query('commands.list'),
      ids: query('commands.ids'),
      position: query('commands.position'),
      places: query('commands.places'),
      counts: query('commands.counts'),
      overview: query('commands.overview'),
    },
    taskIssues: {
      endingWithoutCapture: query('taskIssues.endingWithoutCapture'),
      processing: query('taskIssues.processing'),
      moreThanNeeded: query('taskIssues.moreThanNeeded'),
    },
    orderIssues: {
      endingWithoutCapture: query('orderIssues.endingWithoutCapture'),
      processing: query('orderIssues.processing'),
      closedEmpty: query('orderIssues.closedEmpty'),
      withoutLinks: query('orderIssues.withoutLinks'),
    },
    sceneIssues: {
      filesMissing: query('sceneIssues.filesMissing'),
      withoutLinks: query('sceneIssues.withoutLinks'),
    },
    /** Returns the sources of the timeline, run by the thread; `kinds` names them in their order. */
    timeSources: (kinds: readonly TimelineKind[]): AskedTimeSource[] =>
      kinds.map((kind, index) => ({
        kind,
        cut: (terms) => ask('times.cut', [index, terms]),
        counts: (terms) => ask('times.counts', [index, terms]),
        first: (terms, limit) => ask('times.first', [index, terms, limit]),
        places: (terms) => ask('times.places', [index, terms]),
      })),
    async close() {
      closed = true;
      await worker?.terminate();
    },
  };
}

/** Runs the queries of `list-queries.ts` in a thread with a read-only database. */
export type ListReader = ReturnType<typeof createListReader>;
