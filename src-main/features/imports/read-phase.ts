import { basename, join } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { readPlaceRemarks } from '../../../src-preload/contract/place-remarks.ts';
import { type ImportSearch, mostImportedScenes } from '../../../src-preload/contract/scene-imports.ts';
import { createEarlierRasters } from './earlier-rasters.ts';
import { type FoundBatch, type FoundProblem, splitBatch } from './found-scene.ts';
import type { ImportOptions } from './import-options.ts';
import type { StoredImport } from './import-records.ts';
import type { NewRow } from './import-rows.ts';
import type { ImportThread } from './import-thread.ts';
import { importsFolder } from './import-work.ts';
import { createJudge } from './judge-scene.ts';
import { createPresentFiles } from './present-files.ts';
import { readAddress } from './read/read-address.ts';

/** The source of an import: files and folders, or an address. */
export type ImportSource = { paths: readonly string[] } | { search: ImportSearch };

/** Further problems are counted and not stored. */
const maxProblemRows = 5_000;

/** Returns the absolute path of the hidden folder of one import in the library. */
export const stagingOf = (library: string, instance: string, importId: number): string =>
  join(library, importsFolder, `${instance}-${importId}`);

/** Returns the name of a source for the user, and `origin`, which its scenes keep and which has no folder and no path of an address. */
export function sourceNamesOf(source: ImportSource): { source: string; origin: string } {
  if ('search' in source) {
    const { host, pathname, protocol } = new URL(source.search.address);
    return { source: `${protocol}//${host}${pathname}`, origin: host };
  }
  const [first = ''] = source.paths;
  const more = source.paths.length > 1 ? ` (+${source.paths.length - 1})` : '';
  return { source: `${first}${more}`, origin: `${basename(first)}${more}` };
}

/** Returns the row of an import that says why a part of its source is not used. */
export const problemRow = ({ path, problem, detail }: FoundProblem): NewRow => ({
  label: path,
  outcome: 'problem',
  problem,
  detail,
  files: 0,
  bytes: 0,
  fingerprint: null,
  plan: null,
  duplicateOf: null,
  isWanted: false,
});

/**
 * Reads a source and stores a plan for each scene and the problems. No file of the library is changed. `live` is kept up to date. Rejects
 * if the whole source cannot be used.
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
    connectionOf,
    ...createPresentFiles(options),
    sameName: (sceneId) => table.sameName(importId, sceneId),
    earlier: createEarlierRasters(thread),
    hash: (path) => thread.ask({ ask: 'hash', path }),
  });
  const hosts = new Set<string>();
  let seq = 0;
  let scenes = 0;

  function add(row: NewRow) {
    const isOmitted = row.plan !== null && !row.isWanted;
    const isTwice = row.outcome === 'there' && row.duplicateOf === 'import';
    live.counts[
      isOmitted ? 'omitted' : isTwice ? 'twice' : row.outcome === 'undone' ? 'problem' : row.outcome
    ] += 1;
    if (row.plan !== null && readPlaceRemarks(row.plan.scene.raw).length > 0) live.counts.remarked += 1;
    if (row.plan !== null && row.isWanted) {
      live.totalBytes += row.bytes;
      if (row.plan.files.some(({ isRemote, sizeBytes }) => isRemote && sizeBytes === null))
        live.counts.unsized += 1;
    }
    if (row.outcome === 'problem' && live.counts.problem > maxProblemRows) return;
    seq += 1;
    table.add(importId, seq, row);
  }

  /** Resolves with false once the limit of scenes is reached. */
  async function take({ scenes: found, problems, reviews, entries }: FoundBatch): Promise<boolean> {
    live.entries = entries;
    for (const scene of found) {
      if (scenes >= mostImportedScenes) {
        add(
          problemRow({ path: live.source, problem: 'too-many-scenes', detail: String(mostImportedScenes) }),
        );
        return false;
      }
      scenes += 1;
      const { row, late } = await judge(scene);
      for (const { from, isRemote } of row.plan?.files ?? []) if (isRemote) hosts.add(new URL(from).host);
      // One transaction for each scene, because the next one is compared with it. Rows that a crash loses are read again.
      store.transaction(() => {
        add(row);
        if (late.length > 0)
          add(problemRow({ path: row.label, problem: 'late-beside', detail: late.join(', ') }));
      }, 'passing');
    }
    live.hosts = [...hosts].slice(0, 50);
    store.transaction(() => {
      for (const problem of problems) add(problemRow(problem));
      for (const review of reviews) if (table.addReview(importId, review)) live.counts.reviews += 1;
      table.put(live);
    }, 'passing');
    changed();
    // The loop may not have waited for anything if all scenes of the batch are in the library already.
    await yieldToEventLoop();
    return true;
  }

  if ('search' in source) {
    const found = readAddress(source.search, {
      fetch: (url) => options.fetch(url, signal),
      parse: (text, address) => thread.ask({ ask: 'parse', text, address }),
    });
    for await (const batch of found)
      for (const piece of splitBatch(batch)) if (signal.aborted || !(await take(piece))) return;
    return;
  }
  const local = {
    paths: source.paths,
    library,
    staging: join(stagingOf(library, options.instance, importId), 'unpacked'),
  };
  for (;;) {
    const batch = await thread.ask({ ask: 'read', reading: importId, source: local });
    if (batch === null || signal.aborted || !(await take(batch))) return;
  }
}
