import { readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportCopyId, ImportSearch, SceneImport } from '../../src-preload/contract/scene-imports.ts';
import { AppError, hasCode } from '../app-error.ts';
import { safeAddress } from '../service/http/addresses.ts';
import { askPlaced, losingSceneOf } from './copy-phase.ts';
import type { ImportOptions } from './import-options.ts';
import { ImportTroubleError } from './import-thread.ts';
import { importsFolder } from './import-work.ts';
import { type ImportSource, namesOf, stagingOf } from './read-phase.ts';
import type { ReceivedFiles } from './received-files.ts';
import { createImportRunner } from './run-imports.ts';
import { cleanUndone, removePlaced } from './undo-import.ts';

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

  /** Removes the files of scenes that were put into the library and not recorded. */
  async function removeUnrecorded(importId: number): Promise<void> {
    const library = options.library();
    const staging = stagingOf(library, instance, importId);
    for (const row of table.placedOnly(importId)) {
      const { seq, folder, placed } = row;
      if (folder !== null && placed !== null) {
        const found = await askPlaced({ thread, library, staging }, seq, { folder, placed });
        if (found !== 'never') await removePlaced(options, folder, placed, losingSceneOf(options, row));
        table.notePlace(importId, seq, null);
      }
    }
  }

  /** Removes what earlier sessions left in the hidden folder, but for imports that can be continued. */
  async function removeHidden(): Promise<void> {
    const home = join(options.library(), importsFolder);
    const paused = table.list().filter(({ state }) => state === 'paused');
    const kept = paused.map(({ importId }) => `${instance}-${importId}`);
    for (const name of await readdir(home).catch((): string[] => [])) {
      const isKept = kept.some((each) => name === each || name.startsWith(`${each}-`));
      if (!name.startsWith(`${instance}-`) || isKept) continue;
      // What was begun meanwhile needs its folder.
      if (!runner.isIdle() || received.isBusy()) return;
      await thread.ask({ ask: 'remove', folder: join(home, name) });
    }
    // Empty after the end of what had just begun.
    await rmdir(home).catch(() => undefined);
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
        await removeUnrecorded(importId);
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
      runner.undo(live, () => removeUnrecorded(importId));
    },
    /** Removes what is left of imports that were taken back; called when the catalog was written. */
    clean() {
      cleaning = cleaning.then(() => cleanUndone(options)).catch(onError);
    },
    /** Brings back what an earlier session left: an import that was carried out is paused, one that was only read is forgotten. */
    async recover(): Promise<void> {
      table.dropKeys();
      for (const each of table.list()) {
        if (runner.isActive(each.importId)) continue;
        const { importId, state } = each;
        if (state === 'importing') table.put({ ...each, state: 'paused', trouble: 'interrupted' });
        // All of it may have been taken back before the end was recorded.
        else if (state === 'undoing' && each.counts.imported === 0) table.put({ ...each, state: 'undone' });
        else if (state === 'undoing') table.put({ ...each, state: 'done', trouble: 'interrupted' });
        else if (state === 'reading' || state === 'ready') table.forget(importId);
      }
      changed();
      await removeHidden().catch((error: unknown) => {
        if (!hasCode(error, 'CANCELLED')) onError(error);
      });
      if (runner.isIdle()) await thread.end();
    },
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
