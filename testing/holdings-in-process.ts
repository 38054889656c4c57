import {
  DiskTroubleError,
  type HoldingsThread,
} from '../src-main/features/library/holdings/holdings-thread.ts';
import { createHoldingsWork, troubleOf } from '../src-main/features/library/holdings/holdings-work.ts';

/** The thread of the catalog, within this process. */
export function holdingsInProcess(...options: Parameters<typeof createHoldingsWork>): HoldingsThread {
  const work = createHoldingsWork(...options);
  async function ask<Name extends never>(question: Name): Promise<never>;
  async function ask(question: Parameters<typeof work>[0]): Promise<unknown> {
    try {
      return await work(question);
    } catch (error) {
      const trouble = troubleOf(error);
      throw trouble === null ? error : new DiskTroubleError(trouble);
    }
  }
  return { ask, end: async () => undefined };
}
