// Runs the queries of lists and maps on its own read-only connection, those of a domain one after another.
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { openReadOnlyStore } from '../store/open-read-only-store.ts';
import { createListQueries } from './list-queries.ts';

/** A request to the thread of the list reader: a query of a domain and its arguments. The answer has the same `id`. */
export interface ListQuestion {
  id: number;
  domain: string;
  query: string;
  args: unknown[];
}

/** The result of the query; the receiver knows which one it requested. */
export type ListAnswer = { id: number; answer: unknown } | { id: number; error: Error };

const { path } = z.object({ path: z.string() }).parse(workerData);
const store = openReadOnlyStore(path);
const queries = createListQueries(store, dirname(path));

async function answerOf({ id, domain, query, args }: ListQuestion): Promise<ListAnswer> {
  try {
    const asked = queries.get(domain)?.[query];
    if (asked === undefined) throw new Error(`there is no list query ${domain}.${query}`);
    return { id, answer: await Reflect.apply(asked, undefined, args) };
  } catch (error) {
    return { id, error: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** Queries that say how far others are, so they do not wait for these. */
const atOnce = new Set(['library.indexShare']);

// Those of a domain one after another: so the answers for one screen come in the order of its requests. Another domain does not
// wait for one whose answer takes seconds, such as the first index of a million scenes.
const previous = new Map<string, Promise<void>>();
parentPort?.on('message', (question: ListQuestion) => {
  const isFree = atOnce.has(`${question.domain}.${question.query}`);
  const before = isFree ? undefined : previous.get(question.domain);
  const answered = (before ?? Promise.resolve()).then(async () =>
    parentPort?.postMessage(await answerOf(question)),
  );
  if (!isFree) previous.set(question.domain, answered);
});
