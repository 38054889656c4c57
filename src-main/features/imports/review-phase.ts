import type { ImportOptions } from './import-options.ts';
import type { StoredImport } from './import-records.ts';

const filesAtOnce = 20;

/**
 * Reads the reviews that lie beside the scenes of an import, once these are in the library. What was not read, or was changed by hand, is a
 * row of the import that says why. Can continue after a crash: a file that is read twice says nothing new.
 */
export async function reviewPhase(
  { store, table, readReviews, changed }: ImportOptions,
  { live, signal }: { live: StoredImport; signal: AbortSignal },
): Promise<void> {
  const { importId } = live;
  const nameInLibrary = (sceneId: string) => table.nameInLibrary(importId, sceneId);
  for (;;) {
    signal.throwIfAborted();
    const files = table.waitingReviews(importId, filesAtOnce);
    if (files.length === 0) return;
    const paths = files.map(({ path }) => path);
    const { read, new: withNews, problems } = await readReviews(paths, { nameInLibrary, signal });
    store.transaction(() => {
      for (const { path, problem } of problems)
        table.add(importId, table.nextSeq(importId), {
          label: files.find((file) => file.path === path)?.label ?? path,
          outcome: 'problem',
          problem: 'review',
          detail: problem,
          files: 0,
          bytes: 0,
          fingerprint: null,
          plan: null,
          duplicateOf: null,
          isWanted: false,
        });
      table.removeReviews(importId, paths);
      live.counts.reviewsRead += read;
      live.counts.reviewsNew += withNews;
      live.counts.reviewsLeft += files.length - read;
      table.put(live);
    });
    changed();
  }
}
