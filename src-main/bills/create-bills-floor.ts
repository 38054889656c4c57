import { randomUUID } from 'node:crypto';
import type { ChangeTopic } from '../../src-preload/contract/changes.ts';
import { createSceneHoldings } from '../library/scene-holdings.ts';
import { createBillSource } from '../orders/bill-source.ts';
import type { Store } from '../store/store.ts';
import { type BillsOptions, createBills } from './bills.ts';
import { createSnapshots } from './snapshots.ts';

const telling: ReadonlySet<ChangeTopic> = new Set(['orders', 'scenes', 'library', 'contracts']);

/** Bills and what was kept of them. */
export function createBillsFloor(
  options: Pick<BillsOptions, 'contractsOf' | 'contractName' | 'now' | 'monotonic'> & {
    store: Store;
    changed: (topic: 'bills' | 'snapshots') => void;
  },
) {
  const { store, now, monotonic } = options;
  const bills = createBills({
    ...options,
    source: createBillSource({ store }),
    holdings: createSceneHoldings({ store }),
    changed: () => options.changed('bills'),
  });
  return {
    procedures: {
      bills,
      snapshots: createSnapshots({ store, now, newId: randomUUID }),
      monotonic,
      changed: () => options.changed('snapshots'),
    },
    /** What others tell of decides whether bills are still what they were. */
    heard(topic: ChangeTopic) {
      if (telling.has(topic)) bills.moved();
    },
    close: bills.close,
  };
}
