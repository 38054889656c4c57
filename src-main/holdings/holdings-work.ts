import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { HoldingsTrouble } from '../../src-preload/contract/holdings.ts';
import { diskTroubleOf } from '../core/disk-trouble.ts';
import { checkFile, type Throttle } from './disk/check-file.ts';
import { createClaimsBeside } from './disk/claims-beside.ts';
import { createDisk, type Disk, LibraryMissingError } from './disk/disk.ts';
import { LibraryBusyError, type LockTimes } from './disk/library-lock.ts';
import { type ScannedStretch, scanLibrary } from './disk/scan-library.ts';
import { writeHoldings } from './disk/write-holdings.ts';
import { catalogFolder } from './format/layout.ts';
import type { HoldingsFailure, HoldingsQuestion } from './holdings-thread.ts';

/** Returns the failure in the user's terms; null for a defect. */
export function troubleOf(error: unknown): HoldingsTrouble | null {
  if (error instanceof LibraryMissingError) return 'library-missing';
  if (error instanceof LibraryBusyError) return 'busy';
  return diskTroubleOf(error);
}

/** Returns what the client is told of an error. */
export function failureOf(error: unknown): HoldingsFailure {
  const trouble = troubleOf(error);
  if (trouble !== null) return { trouble };
  return { failed: error instanceof Error ? error : new Error(String(error)) };
}

/** A check that nobody waits for rests three times as long as it reads. */
const throttleGently: Throttle = (workedMs) => setTimeout(workedMs * 3);

/** Creates what the thread of the catalog does. One scan is open at a time. */
export function createHoldingsWork(disk: Disk = createDisk(), times?: LockTimes) {
  let open: { scan: number; stretches: AsyncGenerator<ScannedStretch> } | null = null;
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
          open = { scan, stretches: scanLibrary(disk, library) };
        }
        const next = await open.stretches.next();
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
