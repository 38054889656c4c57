import { join } from 'node:path';
import type { ImportCopyId, ImportSearch } from '../../../src-preload/contract/scene-imports.ts';
import { AppError } from '../../core/app-error.ts';
import { safeAddress } from '../../service/http/addresses.ts';
import type { ImportOptions } from './import-options.ts';
import type { ImportRunner } from './import-runner.ts';
import { type ImportSource, sourceNamesOf, stagingOf } from './read-phase.ts';
import type { ReceivedFiles } from './received-files.ts';

/** The options of `createImportSources`. */
interface ImportSourcesOptions extends Pick<ImportOptions, 'table' | 'library' | 'instance'> {
  runner: Pick<ImportRunner, 'assertIdle' | 'drop' | 'read' | 'stored'>;
  received: Pick<ReceivedFiles, 'finish'>;
}

/**
 * Creates the functions that start to read a source of each kind; each resolves with the id of the new import. They throw CONFLICT while
 * an import is in progress.
 */
export function createImportSources(options: ImportSourcesOptions) {
  const { table, library, instance, runner, received } = options;
  /**
   * What was read last, as long as it may be read again. It stays in memory, because an address may have a key. Files that the page has sent
   * are not kept: they are in a folder that goes with their import.
   */
  let last: { importId: number; source: ImportSource } | null = null;

  /** Forgets imports that were read and not carried out: the user can read their sources again. */
  async function forgetUnused(): Promise<void> {
    runner.assertIdle();
    for (const { importId, state } of table.list())
      if (state === 'ready' || state === 'failed') await runner.drop(importId);
    runner.assertIdle();
  }

  async function read(source: ImportSource): Promise<{ importId: number }> {
    await forgetUnused();
    const importId = table.begin(sourceNamesOf(source));
    last = { importId, source };
    runner.read(importId, source);
    return { importId };
  }

  return {
    canReadAgain: (importId: number) => last?.importId === importId,
    /** Reads the source of a ready import again, in place of it. Throws NOT_FOUND if its source is not known any more. */
    async readAgain(importId: number) {
      const { state } = runner.stored(importId);
      if (state !== 'ready') throw new AppError('CONFLICT', { detail: state });
      if (last?.importId !== importId) throw new AppError('NOT_FOUND', { what: `import ${importId}` });
      return read(last.source);
    },
    readPaths: (paths: readonly string[]) => read({ paths }),
    readAddress: async (search: ImportSearch) =>
      read({ search: { ...search, address: safeAddress(search.address).href } }),
    /** Starts to read files that the page has sent. Throws FILE_NOT_WHOLE if bytes are missing. */
    async readCopies(copyIds: readonly ImportCopyId[]): Promise<{ importId: number }> {
      await forgetUnused();
      const importId = table.begin({ source: '…', origin: '…' });
      try {
        const into = join(stagingOf(library(), instance, importId), 'received');
        const paths = await received.finish(copyIds, into);
        table.rename(importId, sourceNamesOf({ paths }).origin);
        runner.read(importId, { paths });
        return { importId };
      } catch (error) {
        await runner.drop(importId);
        throw error;
      }
    },
  };
}
