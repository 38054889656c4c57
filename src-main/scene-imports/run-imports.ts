import { AppError, isAppError, toStoredError } from '../app-error.ts';
import { SourceFileError } from './copy/copy-scene.ts';
import { copyPhase } from './copy-phase.ts';
import type { ImportOptions } from './import-options.ts';
import type { StoredImport } from './import-records.ts';
import { ImportTroubleError, RefusedSourceError } from './import-thread.ts';
import { type ImportSource, readPhase, stagingOf } from './read-phase.ts';
import { undoImport } from './undo-import.ts';

/** The import that is under way. */
interface Active {
  live: StoredImport;
  controller: AbortController;
  ended: Promise<void>;
}

interface Phase {
  work: (active: Active) => Promise<void>;
  failed: (error: unknown, active: Active) => Promise<void> | void;
}

/**
 * Creates what runs imports: one is read, carried out or taken back at a time, by a thread of its own. The state of each is stored
 * when it changes.
 */
export function createImportRunner(options: ImportOptions) {
  const { table, changed, onError, instance } = options;
  let active: Active | null = null;
  const thread = options.startThread((bytes) => {
    if (active === null) return;
    active.live.doneBytes += bytes;
    changed();
  });

  function stored(importId: number): StoredImport {
    const found = table.get(importId);
    if (found === null) throw new AppError('NOT_FOUND', { what: `import ${importId}` });
    return found;
  }

  function assertIdle() {
    if (active !== null)
      throw new AppError('CONFLICT', { detail: 'an import is under way', name: active.live.source });
  }

  function run(live: StoredImport, { work, failed }: Phase) {
    const own: Active = { live, controller: new AbortController(), ended: Promise.resolve() };
    active = own;
    table.put(live);
    changed();
    own.ended = work(own)
      .catch((error: unknown) => failed(error, own))
      .catch(onError)
      .finally(() => {
        if (active === own) active = null;
        changed();
      });
  }

  /** Stores why an import did not come to its end. */
  function putTrouble(error: unknown, { live, controller }: Active, state: StoredImport['state']) {
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

  /** Forgets an import of which nothing is in the library. */
  async function drop(importId: number): Promise<void> {
    table.forget(importId);
    await removeStaging(importId);
  }

  async function putRefusal(error: unknown, { live, controller }: Active): Promise<void> {
    if (controller.signal.aborted) return drop(live.importId);
    await removeStaging(live.importId);
    live.state = 'failed';
    if (error instanceof ImportTroubleError) live.trouble = error.trouble;
    else if (error instanceof RefusedSourceError) live.error = error.stored;
    // A file that was found a moment ago and cannot be read any more.
    else if (error instanceof SourceFileError) live.trouble = 'source-missing';
    else {
      live.error = toStoredError(error);
      if (!isAppError(error)) onError(error);
    }
    table.put(live);
  }

  return {
    thread,
    stored,
    assertIdle,
    drop,
    removeStaging,
    /** Returns an import as it is now. */
    current: (each: StoredImport): StoredImport =>
      active?.live.importId === each.importId ? active.live : each,
    isActive: (importId: number) => active?.live.importId === importId,
    isIdle: () => active === null,
    /** Reads a source; what was found before and was not imported must have been forgotten. */
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
    /** Imports what is planned, or goes on with it. */
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
    /** Ends what is under way, and resolves when it has ended. */
    async stop(): Promise<void> {
      const last = active;
      last?.controller.abort(new AppError('CANCELLED', {}));
      await thread.end();
      await last?.ended;
    },
    idle: async () => {
      await active?.ended;
    },
  };
}
