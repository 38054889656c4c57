import type { Bill, BillSync, BillTerms } from '../../../src-preload/contract/bills.ts';
import type { ConnectionId, Scope } from '../../../src-preload/contract/ids.ts';
import { startTimer } from '../../core/start-timer.ts';
import type { BillSource } from '../orders/bill-source.ts';
import { type BillParts, type ComputedBill, computeBill } from './compute-bill.ts';
import { createYieldIfDue } from './yield-if-due.ts';

interface BillsOptions extends BillParts {
  source: BillParts['source'] & Pick<BillSource, 'syncOf' | 'contractsOf'>;
  /** Returns the contracts that the service lists; null stands for the data of legacy credentials. */
  contractsOf: (connectionId: ConnectionId) => readonly Scope['contractId'][];
  contractName: (scope: Scope) => string | null;
  monotonic: () => number;
  /** Called when bills that were shown may have changed. */
  changed: () => void;
  setTimer?: (run: () => void, ms: number) => () => void;
}

/** The number of bills kept: those on screen and those they are compared with. */
const maxKept = 3;
/** Orders arrive by the thousand, so only a small part of the time is spent on computing a bill again. */
const minPauseMs = 500;
const maxPauseMs = 15_000;
const pausePerBill = 5;

/** Computes bills from the store and keeps them until the data change. */
export function createBills(options: BillsOptions) {
  const { source, monotonic } = options;
  const setTimer = options.setTimer ?? startTimer;
  const kept = new Map<string, Promise<ComputedBill>>();
  let cancelTimer: (() => void) | null = null;
  /** The earliest time for the next bill, because the last one took long. */
  let nextBillAt = 0;

  function contracts(connectionId: ConnectionId): Scope['contractId'][] {
    // A contract that is not listed any more may still have deliveries.
    return [...new Set([...options.contractsOf(connectionId), ...source.contractsOf(connectionId)])];
  }

  function syncOf(connectionId: ConnectionId, contractId: Scope['contractId']): BillSync {
    const scope = { connectionId, contractId };
    return { contractId, contractName: options.contractName(scope), ...source.syncOf(scope) };
  }

  async function compute(terms: BillTerms): Promise<ComputedBill> {
    const began = monotonic();
    const { connectionId } = terms;
    const wanted = [...new Set(terms.contracts ?? contracts(connectionId))];
    const computed = await computeBill(
      options,
      terms,
      wanted.map((contractId) => syncOf(connectionId, contractId)),
      createYieldIfDue(monotonic),
    );
    const ended = monotonic();
    nextBillAt = ended + Math.min(maxPauseMs, pausePerBill * (ended - began));
    return computed;
  }

  return {
    contracts: (connectionId: ConnectionId) =>
      contracts(connectionId).map((contractId) => ({
        contractId,
        name: options.contractName({ connectionId, contractId }),
      })),
    /** Returns the same bill until something changed, because its rows are requested page by page. */
    get(terms: BillTerms): Promise<ComputedBill> {
      const key = JSON.stringify(terms);
      const known = kept.get(key);
      kept.delete(key);
      const promise = known ?? compute(terms);
      kept.set(key, promise);
      promise.catch(() => {
        if (kept.get(key) === promise) kept.delete(key);
      });
      const [oldest] = kept.keys();
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
      return promise;
    },
    /** Returns the bill with the present sync states of its contracts: a sync without changes does not create a new bill. */
    withCurrentSync: ({ bill }: ComputedBill): Bill => ({
      ...bill,
      sync: bill.sync.map(({ contractId }) => syncOf(bill.terms.connectionId, contractId)),
    }),
    /** Call this when orders, scenes or files have changed. */
    dataChanged() {
      if (kept.size === 0 || cancelTimer !== null) return;
      cancelTimer = setTimer(
        () => {
          cancelTimer = null;
          kept.clear();
          options.changed();
        },
        Math.max(minPauseMs, nextBillAt - monotonic()),
      );
    },
    close() {
      cancelTimer?.();
    },
  };
}

/** Computes usage reports and keeps the last ones until orders or scenes change. */
export type Bills = ReturnType<typeof createBills>;
