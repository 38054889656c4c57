import type { Bill } from '../../../src-preload/contract/bills.ts';
import { hasErrorCode } from '../../i18n/error-text.ts';

/** While orders come in by the thousand, a bill may be another one before its last page is read. */
const mostTries = 5;

/** Writes a bill as one file of one computation: where another one is in force by the next page, that one is written from its start. */
export async function exportWhole<T>({
  bill,
  write,
  latest,
}: {
  bill: Bill;
  write: (bill: Bill) => Promise<T>;
  latest: (bill: Bill) => Promise<Bill>;
}): Promise<T> {
  let current = bill;
  for (let tries = 1; ; tries += 1) {
    try {
      return await write(current);
    } catch (error) {
      if (tries >= mostTries || !hasErrorCode(error, 'CONFLICT')) throw error;
      current = await latest(current);
    }
  }
}
