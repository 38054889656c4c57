import type { SceneImport } from '../../../src-preload/contract/scene-imports.ts';
import { AppError } from '../../core/app-error.ts';
import { createImportEdits } from './import-edits.ts';
import type { ImportOptions } from './import-options.ts';
import { createImportRecovery } from './import-recovery.ts';
import { createImportRunner } from './import-runner.ts';
import { createImportSources } from './import-sources.ts';
import { ImportTroubleError } from './import-thread.ts';
import type { ReceivedFiles } from './received-files.ts';
import { removeUnrecorded } from './remove-unrecorded.ts';
import { readUndoFacts } from './undo-facts.ts';
import { cleanUndone } from './undo-import.ts';

/**
 * Creates the imports of scenes that did not come from a connection. Their plans are stored, so that an import can continue after a
 * crash.
 */
export function createSceneImports(options: ImportOptions & { received: ReceivedFiles }) {
  const { store, table, received, changed, onError } = options;
  const runner = createImportRunner(options);
  const { thread, stored, assertIdle, drop, removeStaging } = runner;
  const sources = createImportSources({ ...options, runner });
  let cleaning: Promise<void> = Promise.resolve();

  return {
    readPaths: sources.readPaths,
    readAddress: sources.readAddress,
    readCopies: sources.readCopies,
    readAgain: sources.readAgain,
    ...createImportEdits({ ...options, runner }),
    /** Returns the latest imports, the newest first. */
    list: (): SceneImport[] =>
      table.list().map((each) => {
        const { origin, ...row } = runner.current(each);
        return { ...row, canReadAgain: row.state === 'ready' && sources.canReadAgain(row.importId) };
      }),
    rows: table.rows,
    /** Says which scenes of a ready import are wanted; `seqs` of null means all. Throws CONFLICT in any other state. */
    want(importId: number, seqs: readonly number[] | null, isWanted: boolean) {
      const live = stored(importId);
      if (runner.isActive(importId) || live.state !== 'ready')
        throw new AppError('CONFLICT', { detail: live.state });
      store.transaction(() => {
        table.want(importId, seqs, isWanted);
        const { totalBytes, ...counts } = table.planned(importId);
        table.put({ ...live, totalBytes, counts: { ...live.counts, ...counts } });
      });
      changed();
    },
    /** Starts or continues an import that was read. Throws CONFLICT in any other state, and if the library has lost files since. */
    start(importId: number) {
      assertIdle();
      const live = stored(importId);
      if (live.state !== 'ready' && live.state !== 'paused')
        throw new AppError('CONFLICT', { detail: live.state });
      if (live.isOutdated) throw new AppError('CONFLICT', { detail: 'import-outdated' });
      store.transaction(() => table.endEdits(importId));
      runner.carryOut({ ...live, lastEdit: null });
    },
    /** Cancels an import in progress. */
    async stop(importId: number): Promise<void> {
      if (runner.isActive(importId)) await runner.stop();
    },
    /** Gives up an import: its scenes in the library stay, files without a record are removed. */
    async forget(importId: number): Promise<void> {
      if (runner.isActive(importId)) await runner.stop();
      const each = table.get(importId);
      if (each === null) return;
      try {
        await removeUnrecorded(options, thread, importId);
      } catch (error) {
        if (!(error instanceof ImportTroubleError)) throw error;
        // The files can be removed when the library is back.
        table.put({ ...each, trouble: error.trouble });
        return changed();
      }
      if (each.counts.imported === 0) await drop(importId);
      else {
        store.transaction(() => {
          const reviewsLeft = each.counts.reviewsLeft + table.removeReviews(importId, null);
          table.put({ ...each, counts: { ...each.counts, reviewsLeft }, state: 'done', trouble: null });
        });
        await removeStaging(importId);
      }
      changed();
    },
    /** Resolves with what a person must know before an import is undone. */
    undoFacts: (importId: number) => readUndoFacts(options, stored(importId).importId),
    /** Starts to undo an import: its files go to the trash, if there is one, or are deleted. Throws CONFLICT if it has imported nothing. */
    undo(importId: number, permanently = false) {
      assertIdle();
      const live = stored(importId);
      if (live.counts.imported === 0) throw new AppError('CONFLICT', { detail: live.state });
      runner.undo(live, () => removeUnrecorded(options, thread, importId), permanently);
    },
    /** Removes what is left of undone imports; called when the catalog was written. */
    clean() {
      cleaning = cleaning.then(() => cleanUndone(options)).catch(onError);
    },
    /** Recovers the imports of an earlier session. */
    recover: createImportRecovery({ ...options, runner }),
    /** Resolves when no import and no cleaning is in progress. */
    idle: async () => {
      await runner.idle();
      await cleaning;
    },
    async close(): Promise<void> {
      await runner.stop();
      await cleaning;
      await received.close();
    },
  };
}

/** What `createSceneImports` returns. */
export type SceneImports = ReturnType<typeof createSceneImports>;
