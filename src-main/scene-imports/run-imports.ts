import { AppError, isAppError, toStoredError } from '../app-error.ts';
import { type ActiveImport, createActiveImport } from './active-import.ts';
import { SourceFileError } from './copy/copy-scene.ts';
import { copyPhase } from './copy-phase.ts';
import type { ImportOptions } from './import-options.ts';
import type { StoredImport } from './import-records.ts';
import { ImportTroubleError, RefusedSourceError } from './import-thread.ts';
import { type ImportSource, readPhase, stagingOf } from './read-phase.ts';
import { undoImport } from './undo-import.ts';

/**
 * Creates the runner of imports: it reads, carries out or undoes one import at a time, with a worker thread. It stores the state of an
 * import whenever that changes.
 */
export function createImportRunner(options: ImportOptions) {
  const { table, onError, instance } = options;
  const { run, addCopied, stop, ...active } = createActiveImport(options);
  const thread = options.startThread(addCopied);

  /** Returns a stored import; throws NOT_FOUND. */
  function stored(importId: number): StoredImport {
    const found = table.get(importId);
    if (found === null) throw new AppError('NOT_FOUND', { what: `import ${importId}` });
    return found;
  }

  /** Stores why an import was not carried out, or undone, to its end. */
  function putTrouble(error: unknown, { live, controller }: ActiveImport, state: StoredImport['state']) {
    live.state = state;
    if (controller.signal.aborted) live.trouble = 'stopped';
    else if (error instanceof ImportTroubleError) live.trouble = error.trouble;
    else {
      live.trouble = 'failed';
      if (!isAppError(error)) onError(error);
    }
    table.put(live);
  }

  async function removeStaging(importId: number): Promise<void> {
    const folder = stagingOf(options.library(), instance, importId);
    await thread.ask({ ask: 'remove', folder }).catch(onError);
  }

  /** Forgets an import that has no scene in the library. */
  async function drop(importId: number): Promise<void> {
    table.forget(importId);
    await removeStaging(importId);
  }

  /** Stores why a source cannot be read; forgets the import if the user stopped it. */
  async function putRefusal(error: unknown, { live, controller }: ActiveImport): Promise<void> {
    if (controller.signal.aborted) return drop(live.importId);
    await removeStaging(live.importId);
    live.state = 'failed';
    if (error instanceof ImportTroubleError) live.trouble = error.trouble;
    else if (error instanceof RefusedSourceError) live.error = error.stored;
    // The file was found a moment ago and cannot be read any more.
    else if (error instanceof SourceFileError) live.trouble = 'source-missing';
    else {
      live.error = toStoredError(error);
      if (!isAppError(error)) onError(error);
    }
    table.put(live);
  }

  return {
    ...active,
    thread,
    stored,
    drop,
    removeStaging,
    /** Reads a source. Earlier imports that were read and not carried out must have been forgotten before. */
    read(importId: number, source: ImportSource) {
      run(stored(importId), {
        async work({ live, controller: { signal } }) {
          await readPhase(options, { live, source, thread, signal });
          signal.throwIfAborted();
          live.state = 'ready';
          table.put(live);
        },
        failed: putRefusal,
      });
    },
    /** Imports the planned scenes, or continues to. */
    carryOut(live: StoredImport) {
      const toleratesAway = live.trouble === 'source-missing';
      run(
        { ...live, state: 'importing', trouble: null },
        {
          async work({ live: own, controller: { signal } }) {
            await copyPhase(options, { live: own, thread, signal, toleratesAway });
            await removeStaging(own.importId);
            own.state = 'done';
            table.put(own);
          },
          failed: (error, own) => putTrouble(error, own, 'paused'),
        },
      );
    },
    /** Undoes an import. `removeUnrecorded` removes the files of scenes that were placed and not recorded. */
    undo(live: StoredImport, removeUnrecorded: () => Promise<void>) {
      run(
        { ...live, state: 'undoing', trouble: null },
        {
          async work({ live: own, controller: { signal } }) {
            await removeUnrecorded();
            await undoImport(options, own, signal);
            await removeStaging(own.importId);
            own.state = 'undone';
            table.put(own);
          },
          failed: (error, own) => putTrouble(error, own, 'done'),
        },
      );
    },
    /** Cancels the import in progress and resolves when it has ended. */
    stop: () => stop(thread.end),
  };
}

/** What `createImportRunner` returns. */
export type ImportRunner = ReturnType<typeof createImportRunner>;
