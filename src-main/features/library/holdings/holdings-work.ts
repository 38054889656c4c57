import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { HoldingsTrouble } from '../../../../src-preload/contract/holdings.ts';
import { diskTroubleOf } from '../../../core/disk-trouble.ts';
import { checkFile, type Throttle } from './disk/check-file.ts';
import { createClaimsBeside } from './disk/claims-beside.ts';
import { createDisk, type Disk, LibraryMissingError } from './disk/disk.ts';
import { LibraryBusyError, type LockTimes } from './disk/library-lock.ts';
import { type ScannedBatch, scanLibrary } from './disk/scan-library.ts';
import { writeHoldings } from './disk/write-holdings.ts';
import { catalogFolder } from './format/layout.ts';
import type { HoldingsFailure, HoldingsQuestion } from './holdings-thread.ts';

/** Returns a failure as a problem that the user can understand; null for a defect. */
export function troubleOf(error: unknown): HoldingsTrouble | null {
  if (error instanceof LibraryMissingError) return 'library-missing';
  if (error instanceof LibraryBusyError) return 'busy';
  return diskTroubleOf(error);
}

/** Returns an error as the failure that is posted to the client. */
export function failureOf(error: unknown): HoldingsFailure {
  const trouble = troubleOf(error);
  if (trouble !== null) return { trouble };
  return { failed: error instanceof Error ? error : new Error(String(error)) };
}

/** Pauses three times as long as the file was read. */
const throttleGently: Throttle = (workedMs) => setTimeout(workedMs * 3);

/** Creates the function that answers questions in the thread. One scan is open at a time. */
export function createHoldingsWork(disk: Disk = createDisk(), times?: LockTimes) {
  let open: { scan: number; batches: AsyncGenerator<ScannedBatch> } | null = null;
  const claimsBeside = createClaimsBeside(disk);
  return async (question: HoldingsQuestion): Promise<unknown> => {
    switch (question.ask) {
      case 'write': {
        const { library, instance, entries } = question;
        return writeHoldings({ disk, library, instance, times }, entries);
      }
      case 'scan': {
        const { library, scan } = question;
        if (open?.scan !== scan) {
          if (!(await disk.isFolder(library))) throw new LibraryMissingError();
          open = { scan, batches: scanLibrary(disk, library) };
        }
        const next = await open.batches.next();
        return next.done ? null : next.value;
      }
      case 'check':
        return checkFile(question.file, question.isGentle ? throttleGently : undefined);
      case 'claims':
        return claimsBeside(question);
      case 'is-there':
        return disk.isFolder(question.hadCatalog ? join(question.library, catalogFolder) : question.library);
    }
  };
}
