import { readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../../core/app-error.ts';
import type { ImportOptions } from './import-options.ts';
import type { ImportRunner } from './import-runner.ts';
import { importsFolder } from './import-work.ts';
import type { ReceivedFiles } from './received-files.ts';
import { finishInterruptedUndo } from './undo-import.ts';

/** The options of `createImportRecovery`. */
interface RecoveryOptions extends ImportOptions {
  runner: Pick<ImportRunner, 'isActive' | 'isIdle' | 'thread'>;
  received: Pick<ReceivedFiles, 'isBusy'>;
}

/** Creates the function that recovers the imports of an earlier session. It is called once after the start. */
export function createImportRecovery(options: RecoveryOptions): () => Promise<void> {
  const { table, library, instance, changed, onError, runner, received } = options;

  /**
   * Pauses an import that was interrupted while scenes were copied, and ends an undo that was. An import that was only read is forgotten,
   * because its source can be read again.
   */
  function restoreStates() {
    for (const each of table.list()) {
      if (runner.isActive(each.importId)) continue;
      const { importId, state } = each;
      if (state === 'importing') table.put({ ...each, state: 'paused', trouble: 'interrupted' });
      // All scenes may have been undone before the end was stored.
      else if (state === 'undoing' && each.counts.imported === 0) table.put({ ...each, state: 'undone' });
      else if (state === 'undoing') table.put({ ...each, state: 'done', trouble: 'interrupted' });
      else if (state === 'reading' || state === 'ready') table.forget(importId);
    }
    changed();
  }

  /** Ends the undo of the scenes whose files an interrupted undo has deleted. */
  async function finishUndos() {
    for (const each of table.list())
      if (each.state === 'undoing' && !runner.isActive(each.importId))
        await finishInterruptedUndo(options, each).catch(onError);
  }

  /** Removes the hidden folders that earlier sessions left, except those of imports that can be continued. */
  async function removeHiddenFolders(): Promise<void> {
    const home = join(library(), importsFolder);
    const paused = table.list().filter(({ state }) => state === 'paused');
    const kept = paused.map(({ importId }) => `${instance}-${importId}`);
    for (const name of await readdir(home).catch((): string[] => [])) {
      const isKept = kept.some((each) => name === each || name.startsWith(`${each}-`));
      if (!name.startsWith(`${instance}-`) || isKept) continue;
      // An import or a drop of files that has started meanwhile needs its folder.
      if (!runner.isIdle() || received.isBusy()) return;
      await runner.thread.ask({ ask: 'remove', folder: join(home, name) });
    }
    // The folder is empty if an import that had just started is already over.
    await rmdir(home).catch(() => undefined);
  }

  return async () => {
    table.dropKeys();
    await finishUndos();
    restoreStates();
    await removeHiddenFolders().catch((error: unknown) => {
      if (!hasCode(error, 'CANCELLED')) onError(error);
    });
    if (runner.isIdle()) await runner.thread.end();
  };
}
