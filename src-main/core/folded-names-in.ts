import { opendir } from 'node:fs/promises';
import { foldedName } from './folded-name.ts';

/** How many entries are read at once; other work of the program has its turn after each. */
const entriesAtOnce = 512;

/** Yields the names in a folder, some at a time: tens of thousands in one answer would hold the event loop. Rejects as `opendir` does. */
export async function* namesIn(folder: string): AsyncGenerator<string> {
  for await (const { name } of await opendir(folder, { bufferSize: entriesAtOnce })) yield name;
}

/** Resolves with the names in a folder, folded as `foldedName` does. Rejects as `opendir` does. */
export async function foldedNamesIn(folder: string): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const name of namesIn(folder)) names.add(foldedName(name));
  return names;
}
