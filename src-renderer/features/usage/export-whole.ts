import type { Bill } from '../../../src-preload/contract/bills.ts';
import { hasErrorCode } from '../../kit/i18n/error-text.ts';

/** While thousands of orders arrive, the bill may change before its last page has been read. */
const maxAttempts = 5;

/**
 * Writes a bill as one file from a single computation. If the bill changes before its last page has been read, the new
 * bill is written from the start.
 */
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
      if (tries >= maxAttempts || !hasErrorCode(error, 'CONFLICT')) throw error;
      current = await latest(current);
    }
  }
}
