import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

const itemsOfSlice = 200;

/** Resolves with the result of `work` for each item; other work of the program has its turn between slices of items. */
export async function inSlices<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    results.push(work(item, index));
    if (index % itemsOfSlice === itemsOfSlice - 1) await yieldToEventLoop();
  }
  return results;
}
