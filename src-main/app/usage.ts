import { randomUUID } from 'node:crypto';
import type { ChangeTopic } from '../../src-preload/contract/contract.ts';
import type { Implementer } from '../core/implementer.ts';
import { createSceneHoldings } from '../features/library/scene-holdings.ts';
import { createBillSource } from '../features/orders/bill-source.ts';
import { createBills } from '../features/usage/bills.ts';
import { billsProcedures } from '../features/usage/bills-procedures.ts';
import { createSnapshots } from '../features/usage/snapshots.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';
import type { Scopes } from './scopes.ts';

interface UsageModuleOptions {
  context: AppContext;
  store: Store;
  scopes: Pick<Scopes, 'contractsOf' | 'contractName'>;
}

/** The topics of changes after which a computed report may be outdated. */
const counted: ReadonlySet<ChangeTopic> = new Set(['orders', 'scenes', 'library', 'contracts']);

/** Creates the usage reports, computed and saved. */
export function createUsageModule({ context, store, scopes }: UsageModuleOptions) {
  const { now, monotonic, publish, subscribe } = context;
  const bills = createBills({
    contractsOf: scopes.contractsOf,
    contractName: scopes.contractName,
    now,
    monotonic,
    source: createBillSource({ store }),
    holdings: createSceneHoldings({ store }),
    changed: () => publish('bills'),
  });
  const stopListening = subscribe(({ topic }) => {
    if (counted.has(topic)) bills.dataChanged();
  });
  return {
    close() {
      stopListening();
      bills.close();
    },
    procedures: (os: Implementer) => ({
      bills: billsProcedures(os, {
        bills,
        snapshots: createSnapshots({ store, now, newId: randomUUID }),
        monotonic,
        changed: () => publish('snapshots'),
      }),
    }),
  };
}
