// Runs the queries of lists and maps on its own read-only connection, one after another.
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { openReadOnlyStore } from '../store/open-read-only-store.ts';
import { createListQueries, type ListQueries } from './list-queries.ts';

/** A request to the thread of the list reader: the name of a query and its arguments. The answer has the same `id`. */
export interface ListQuestion {
  id: number;
  name: keyof ListQueries;
  args: unknown[];
}

/** The result of the query; the receiver knows which one it requested. */
export type ListAnswer = { id: number; answer: never } | { id: number; error: Error };

const { path } = z.object({ path: z.string() }).parse(workerData);
const store = openReadOnlyStore(path);
const queries: Record<string, (...args: never[]) => unknown> = createListQueries(store);

async function answerOf({ id, name, args }: ListQuestion) {
  try {
    return { id, answer: await Reflect.apply(queries[name] ?? unknownQuery(name), undefined, args) };
  } catch (error) {
    return { id, error: error instanceof Error ? error : new Error(String(error)) };
  }
}

function unknownQuery(name: string): never {
  throw new Error(`there is no list query ${name}`);
}

// One after another: so the answers for one screen come in the order of its requests.
let previous: Promise<void> = Promise.resolve();
parentPort?.on('message', (question: ListQuestion) => {
  previous = previous.then(async () => parentPort?.postMessage(await answerOf(question)));
});
