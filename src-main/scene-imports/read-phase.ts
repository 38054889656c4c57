import { basename, join } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type ImportSearch, mostImportedScenes } from '../../src-preload/contract/scene-imports.ts';
import { createFilesThere } from './files-there.ts';
import { type FoundProblem, type FoundStretch, piecesOf } from './found-scene.ts';
import type { ImportOptions } from './import-options.ts';
import type { StoredImport } from './import-records.ts';
import type { NewRow } from './import-rows.ts';
import type { ImportThread } from './import-thread.ts';
import { importsFolder } from './import-work.ts';
import { createJudge } from './judge-scene.ts';
import { readAddress } from './read/read-address.ts';

/** What is read: files and folders, or an address. */
export type ImportSource = { paths: readonly string[] } | { search: ImportSearch };

/** More problems than this are counted and not stored. */
const maxProblemRows = 5_000;

/** Returns the hidden folder of one import in the library. */
export const stagingOf = (library: string, instance: string, importId: number): string =>
  join(library, importsFolder, `${instance}-${importId}`);

/** Returns what the user sees of a source, and what its scenes tell of it: no folder of this computer, and no query of an address. */
export function namesOf(source: ImportSource): { source: string; origin: string } {
  if ('search' in source) {
    const { host, pathname, protocol } = new URL(source.search.address);
    return { source: `${protocol}//${host}${pathname}`, origin: host };
  }
  const [first = ''] = source.paths;
  const more = source.paths.length > 1 ? ` (+${source.paths.length - 1})` : '';
  return { source: `${first}${more}`, origin: `${basename(first)}${more}` };
}

const problemRow = ({ path, problem, detail }: FoundProblem): NewRow => ({
  ...{ label: path, outcome: 'problem', problem, detail },
  ...{ files: 0, bytes: 0, fingerprint: null, plan: null },
});

/**
 * Looks through a source and stores what would become of each scene, and what cannot be used. Nothing of the library is changed. `live`
 * is kept up to date. Rejects with what makes the source unusable as a whole.
 */
export async function readPhase(
  options: ImportOptions,
  {
    live,
    source,
    thread,
    signal,
  }: { live: StoredImport; source: ImportSource; thread: ImportThread; signal: AbortSignal },
): Promise<void> {
  const { store, table, connectionOf, changed } = options;
  const { importId } = live;
  const library = options.library();
  const judge = createJudge({
    ...{ connectionOf, ...createFilesThere(options) },
    sameName: (sceneId) => table.sameName(importId, sceneId),
    hash: (path) => thread.ask({ ask: 'hash', path }),
  });
  const hosts = new Set<string>();
  let seq = 0;
  let scenes = 0;

  function add(row: NewRow) {
    live.counts[row.outcome === 'undone' ? 'problem' : row.outcome] += 1;
    if (row.plan !== null) live.totalBytes += row.bytes;
    if (row.outcome === 'problem' && live.counts.problem > maxProblemRows) return;
    seq += 1;
    table.add(importId, seq, row);
  }

  /** Returns false if no more scenes can be imported at once. */
  async function take({ scenes: found, problems, entries }: FoundStretch): Promise<boolean> {
    live.entries = entries;
    for (const scene of found) {
      if (scenes >= mostImportedScenes) {
        add(
          problemRow({ path: live.source, problem: 'too-many-scenes', detail: String(mostImportedScenes) }),
        );
        return false;
      }
      scenes += 1;
      const row = await judge(scene);
      for (const { from, isRemote } of row.plan?.files ?? []) if (isRemote) hosts.add(new URL(from).host);
      // Each by itself, because the next one is compared with it; nothing is lost that is not read again.
      store.transaction(() => add(row), 'passing');
    }
    live.hosts = [...hosts].slice(0, 50);
    store.transaction(() => {
      for (const problem of problems) add(problemRow(problem));
      table.put(live);
    }, 'passing');
    changed();
    // What was told may all have been there already, so that nothing else has had a turn.
    await yieldToEventLoop();
    return true;
  }

  if ('search' in source) {
    const found = readAddress(source.search, {
      fetch: (url) => options.fetch(url, signal),
      parse: (text, address) => thread.ask({ ask: 'parse', text, address }),
    });
    for await (const stretch of found)
      for (const piece of piecesOf(stretch)) if (signal.aborted || !(await take(piece))) return;
    return;
  }
  const local = {
    paths: source.paths,
    library,
    staging: join(stagingOf(library, options.instance, importId), 'unpacked'),
  };
  for (;;) {
    const stretch = await thread.ask({ ask: 'read', reading: importId, source: local });
    if (stretch === null || signal.aborted || !(await take(stretch))) return;
  }
}
