import { AppError } from '../../core/app-error.ts';
import type { ImportOptions } from './import-options.ts';
import type { StoredImport } from './import-records.ts';

/** The import that is in progress. `live` is its present state, which the phases change and store. */
export interface ActiveImport {
  live: StoredImport;
  controller: AbortController;
  ended: Promise<void>;
}

/** One phase of an import. `failed` stores why it failed. */
export interface ImportPhase {
  work: (active: ActiveImport) => Promise<void>;
  failed: (error: unknown, active: ActiveImport) => Promise<void> | void;
}

/** Creates the slot of the import that is in progress: at most one import runs one of its phases at a time. */
export function createActiveImport({
  table,
  changed,
  onError,
}: Pick<ImportOptions, 'table' | 'changed' | 'onError'>) {
  let active: ActiveImport | null = null;
  return {
    /** Stores the state of an import and starts one of its phases. No other import may be in progress. */
    run(live: StoredImport, { work, failed }: ImportPhase) {
      const own: ActiveImport = { live, controller: new AbortController(), ended: Promise.resolve() };
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
    },
    /** Throws CONFLICT while an import is in progress. */
    assertIdle() {
      if (active !== null)
        throw new AppError('CONFLICT', { detail: 'an import is under way', name: active.live.source });
    },
    /** Adds to the bytes that the import in progress has copied. */
    addCopied(bytes: number) {
      if (active === null) return;
      active.live.doneBytes += bytes;
      changed();
    },
    /** Returns the present state of an import that was read from the table. */
    current: (each: StoredImport): StoredImport =>
      active?.live.importId === each.importId ? active.live : each,
    isActive: (importId: number) => active?.live.importId === importId,
    isIdle: () => active === null,
    /** Cancels the import in progress; `endThread` ends its thread. Resolves when the phase has ended. */
    async stop(endThread: () => Promise<unknown>): Promise<void> {
      const last = active;
      last?.controller.abort(new AppError('CANCELLED', {}));
      await endThread();
      await last?.ended;
    },
    /** Resolves when the phase in progress has ended. */
    idle: async () => {
      await active?.ended;
    },
  };
}
