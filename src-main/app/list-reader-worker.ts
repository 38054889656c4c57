// Runs the queries of lists and maps on its own read-only connection; those of one domain run one after another.
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { openReadOnlyStore } from '../store/open-read-only-store.ts';
import { createListQueries } from './list-queries.ts';

/** A request to the list reader's thread: a query of a domain and its arguments. The answer has the same `id`. */
export interface ListQuestion {
  id: number;
  domain: string;
  query: string;
  args: unknown[];
}

/** The result of a query. */
export type ListAnswer = { id: number; answer: unknown } | { id: number; error: Error };

const { path } = z.object({ path: z.string() }).parse(workerData);
const store = openReadOnlyStore(path);
const queries = createListQueries(store, dirname(path));

async function answerOf({ id, domain, query, args }: ListQuestion): Promise<ListAnswer> {
  try {
    const run = queries.get(domain)?.[query];
    if (run === undefined) throw new Error(`there is no list query ${domain}.${query}`);
    return { id, answer: await Reflect.apply(run, undefined, args) };
  } catch (error) {
    return { id, error: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** Queries that return the progress of others, so they must not wait for these. */
const immediateQueries = new Set(['library.indexShare']);

// The queries of one domain run one after another, so the answers for one screen arrive in the order of its requests. Other domains
// do not wait for a query that takes seconds, such as the first one among a million scenes.
const previous = new Map<string, Promise<void>>();
parentPort?.on('message', (question: ListQuestion) => {
  const isImmediate = immediateQueries.has(`${question.domain}.${question.query}`);
  const queue = isImmediate ? undefined : previous.get(question.domain);
  const answered = (queue ?? Promise.resolve()).then(async () =>
    parentPort?.postMessage(await answerOf(question)),
  );
  if (!isImmediate) previous.set(question.domain, answered);
});
