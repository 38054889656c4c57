import { join } from 'node:path';
import type { ImportCopyId, ImportSearch, SceneImport } from '../../src-preload/contract/scene-imports.ts';
import { AppError } from '../app-error.ts';
import { safeAddress } from '../service/http/addresses.ts';
import type { ImportOptions } from './import-options.ts';
import { createImportRecovery } from './import-recovery.ts';
import { ImportTroubleError } from './import-thread.ts';
import { type ImportSource, namesOf, stagingOf } from './read-phase.ts';
import type { ReceivedFiles } from './received-files.ts';
import { removeUnrecorded } from './remove-unrecorded.ts';
import { createImportRunner } from './run-imports.ts';
import { cleanUndone } from './undo-import.ts';

/**
 * Creates the imports of scenes that came in another way. What is planned is stored, so that an import goes on after a crash where it
 * was.
 */
export function createSceneImports(options: ImportOptions & { received: ReceivedFiles }) {
  const { table, received, changed, onError, instance } = options;
  const runner = createImportRunner(options);
  const { thread, stored, assertIdle, drop, removeStaging } = runner;
  let cleaning: Promise<void> = Promise.resolve();

  /** What was read and not imported is read again when it is wanted. */
  async function forgetUnused(): Promise<void> {
    assertIdle();
    for (const { importId, state } of table.list())
      if (state === 'ready' || state === 'failed') await drop(importId);
    assertIdle();
  }

  async function read(source: ImportSource): Promise<{ importId: number }> {
    await forgetUnused();
    const importId = table.begin(namesOf(source));
    runner.read(importId, source);
    return { importId };
  }

  return {
    list: (): SceneImport[] =>
      table.list().map((each) => {
        const { origin, ...row } = runner.current(each);
        return row;
      }),
    rows: table.rows,
    readPaths: (paths: readonly string[]) => read({ paths }),
    readAddress: async (search: ImportSearch) =>
      read({ search: { ...search, address: safeAddress(search.address).href } }),
    async readCopies(copyIds: readonly ImportCopyId[]): Promise<{ importId: number }> {
      await forgetUnused();
      const importId = table.begin({ source: '…', origin: '…' });
      try {
        const into = join(stagingOf(options.library(), instance, importId), 'received');
        const paths = await received.finish(copyIds, into);
        table.rename(importId, namesOf({ paths }).origin);
        runner.read(importId, { paths });
        return { importId };
      } catch (error) {
        await drop(importId);
        throw error;
      }
    },
    start(importId: number) {
      assertIdle();
      const live = stored(importId);
      if (live.state !== 'ready' && live.state !== 'paused')
        throw new AppError('CONFLICT', { detail: live.state });
      runner.carryOut(live);
    },
    async stop(importId: number): Promise<void> {
      if (runner.isActive(importId)) await runner.stop();
    },
    async forget(importId: number): Promise<void> {
      if (runner.isActive(importId)) await runner.stop();
      const each = table.get(importId);
      if (each === null) return;
      try {
        await removeUnrecorded(options, thread, importId);
      } catch (error) {
        if (!(error instanceof ImportTroubleError)) throw error;
        // What is in the library can be removed when it is there again.
        table.put({ ...each, trouble: error.trouble });
        return changed();
      }
      if (each.counts.imported === 0) await drop(importId);
      else {
        table.put({ ...each, state: 'done', trouble: null });
        await removeStaging(importId);
      }
      changed();
    },
    undo(importId: number) {
      assertIdle();
      const live = stored(importId);
      if (live.counts.imported === 0) throw new AppError('CONFLICT', { detail: live.state });
      runner.undo(live, () => removeUnrecorded(options, thread, importId));
    },
    /** Removes what is left of imports that were taken back; called when the catalog was written. */
    clean() {
      cleaning = cleaning.then(() => cleanUndone(options)).catch(onError);
    },
    /** Recovers the imports of an earlier session. */
    recover: createImportRecovery({ ...options, runner }),
    /** Resolves when nothing is under way. */
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
