import type { Bill, BillSync, BillTerms } from '../../src-preload/contract/bills.ts';
import type { ConnectionId, Scope } from '../../src-preload/contract/ids.ts';
import type { BillSource } from '../orders/bill-source.ts';
import { startTimer } from '../start-timer.ts';
import { type BillParts, type ComputedBill, computeBill } from './compute-bill.ts';
import { createYieldIfDue } from './yield-if-due.ts';

interface BillsOptions extends BillParts {
  source: BillParts['source'] & Pick<BillSource, 'syncOf' | 'contractsOf'>;
  /** As the service lists them; null for the data of legacy credentials. */
  contractsOf: (connectionId: ConnectionId) => readonly Scope['contractId'][];
  contractName: (scope: Scope) => string | null;
  monotonic: () => number;
  /** Bills that were shown may be others now. */
  changed: () => void;
  setTimer?: (run: () => void, ms: number) => () => void;
}

/** What is on screen, and what it is compared with. */
const mostKept = 3;
/** Orders come in by the thousand: a bill is worked out again for a small part of the time only. */
const leastPauseMs = 500;
const mostPauseMs = 15_000;
const pausePerBill = 5;

/** Bills from the store, as long as they hold. */
export function createBills(options: BillsOptions) {
  const { source, monotonic } = options;
  const setTimer = options.setTimer ?? startTimer;
  const kept = new Map<string, Promise<ComputedBill>>();
  let cancelTimer: (() => void) | null = null;
  /** When the next bill may be worked out, since the last one took its time. */
  let nextBillAt = 0;

  function contracts(connectionId: ConnectionId): Scope['contractId'][] {
    // One that is listed no more was still delivered to.
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
    nextBillAt = ended + Math.min(mostPauseMs, pausePerBill * (ended - began));
    return computed;
  }

  return {
    contracts: (connectionId: ConnectionId) =>
      contracts(connectionId).map((contractId) => ({
        contractId,
        name: options.contractName({ connectionId, contractId }),
      })),
    /** The same one until something moved: its rows are asked for page by page. */
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
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
      return promise;
    },
    /** With what is known of its contracts by now: a sync that changes nothing makes no new bill. */
    known: ({ bill }: ComputedBill): Bill => ({
      ...bill,
      sync: bill.sync.map(({ contractId }) => syncOf(bill.terms.connectionId, contractId)),
    }),
    /** Orders, scenes or files moved. */
    moved() {
      if (kept.size === 0 || cancelTimer !== null) return;
      cancelTimer = setTimer(
        () => {
          cancelTimer = null;
          kept.clear();
          options.changed();
        },
        Math.max(leastPauseMs, nextBillAt - monotonic()),
      );
    },
    close() {
      cancelTimer?.();
    },
  };
}

/** Computes usage reports and keeps the last ones until orders or scenes change. */
export type Bills = ReturnType<typeof createBills>;
