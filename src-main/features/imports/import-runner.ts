import { AppError, isAppError, toStoredError } from '../../core/app-error.ts';
import { type ActiveImport, createActiveImport } from './active-import.ts';
import { SourceFileError } from './copy/copy-scene.ts';
import { copyPhase } from './copy-phase.ts';
import type { ImportOptions } from './import-options.ts';
import type { StoredImport } from './import-records.ts';
import { ImportTroubleError, RefusedSourceError } from './import-thread.ts';
import { type ImportSource, readPhase, stagingOf } from './read-phase.ts';
import { reviewPhase } from './review-phase.ts';
import { undoImport } from './undo-import.ts';

/** Creates the functions that store why a phase of an import failed. Unexpected errors are also reported to `onError`. */
function createImportFailures({ table, onError }: Pick<ImportOptions, 'table' | 'onError'>) {
  return {
    /** Stores why an import was not carried out, or undone, to its end, and its new state. */
    putTrouble(error: unknown, { live, controller }: ActiveImport, state: StoredImport['state']) {
      live.state = state;
      if (controller.signal.aborted) live.trouble = 'stopped';
      else if (error instanceof ImportTroubleError) live.trouble = error.trouble;
      else {
        live.trouble = 'failed';
        if (!isAppError(error)) onError(error);
      }
      table.put(live);
    },
    /** Stores why a source cannot be read. */
    putRefusal(error: unknown, live: StoredImport) {
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
    },
  };
}

/**
 * Creates the runner of imports: it reads, carries out or undoes one import at a time, with a worker thread. It stores the state of an
 * import whenever that changes.
 */
export function createImportRunner(options: ImportOptions) {
  const { table, onError, instance } = options;
  const { run, addCopied, stop, ...active } = createActiveImport(options);
  const thread = options.startThread(addCopied);
  const { putTrouble, putRefusal } = createImportFailures(options);

  /** Returns a stored import; throws NOT_FOUND. */
  function stored(importId: number): StoredImport {
    const found = table.get(importId);
    if (found === null) throw new AppError('NOT_FOUND', { what: `import ${importId}` });
    return found;
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
        async failed(error, { live, controller }) {
          if (controller.signal.aborted) return drop(live.importId);
          await removeStaging(live.importId);
          putRefusal(error, live);
        },
      });
    },
    /** Resolves with the result of a change of a ready import, during which it is active; rejects with the error of the change. */
    async edit<Result>(importId: number, change: (live: StoredImport) => Promise<Result>): Promise<Result> {
      active.assertIdle();
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      run(stored(importId), {
        work: async ({ live }) => resolve(await change(live)),
        failed: reject,
      });
      // The next change may follow at once, so this one must have ended.
      return promise.finally(active.idle);
    },
    /** Imports the planned scenes, or continues to. */
    carryOut(live: StoredImport) {
      const toleratesAway = live.trouble === 'source-missing';
      run(
        { ...live, state: 'importing', trouble: null },
        {
          async work({ live: own, controller: { signal } }) {
            await copyPhase(options, { live: own, thread, signal, toleratesAway });
            await reviewPhase(options, { live: own, signal });
            await removeStaging(own.importId);
            own.state = 'done';
            table.put(own);
          },
          failed: (error, own) => putTrouble(error, own, 'paused'),
        },
      );
    },
    /** Undoes an import. `removeUnrecorded` removes the files of scenes that were placed and not recorded. */
    undo(live: StoredImport, removeUnrecorded: () => Promise<void>, permanently: boolean) {
      run(
        { ...live, state: 'undoing', trouble: null },
        {
          async work({ live: own, controller: { signal } }) {
            await removeUnrecorded();
            await undoImport(options, own, { signal, permanently });
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
