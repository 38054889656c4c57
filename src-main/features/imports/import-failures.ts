import { isAppError, toStoredError } from '../../core/app-error.ts';
import type { ActiveImport } from './active-import.ts';
import { SourceFileError } from './copy/copy-scene.ts';
import type { ImportOptions } from './import-options.ts';
import type { StoredImport } from './import-records.ts';
import { ImportTroubleError, RefusedSourceError } from './import-thread.ts';

/** Creates the functions that store why a phase of an import failed. Unexpected errors are also reported to `onError`. */
export function createImportFailures({ table, onError }: Pick<ImportOptions, 'table' | 'onError'>) {
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
