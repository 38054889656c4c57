import { hasCode } from '../../core/app-error.ts';
import type { ImportOptions } from './import-options.ts';
import { ImportTroubleError } from './import-thread.ts';

/** Rejects with ImportTroubleError while the library is away. */
export async function ensureLibrary(options: Pick<ImportOptions, 'ensureLibrary'>): Promise<void> {
  await options.ensureLibrary?.().catch((error: unknown) => {
    throw hasCode(error, 'FOLDER_AWAY') ? new ImportTroubleError('library-missing') : error;
  });
}
