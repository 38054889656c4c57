import type { BillTerms } from '../../../src-preload/contract/bills.ts';
import { AppError } from '../../core/app-error.ts';
import type { Implementer } from '../../core/implementer.ts';
import type { Bills } from './bills.ts';
import { compareBills, type Side } from './compare-bills.ts';
import type { Snapshots } from './snapshots.ts';
import { createYieldIfDue } from './yield-if-due.ts';

interface BillsProcedureDeps {
  bills: Bills;
  snapshots: Snapshots;
  monotonic: () => number;
  /** Called when snapshots were added, removed or renamed. */
  changed: () => void;
}

interface Page {
  offset: number;
  limit: number;
}

const pageOf = <T>(all: readonly T[], { offset, limit }: Page) => ({
  total: all.length,
  rows: all.slice(offset, offset + limit),
});

/** Creates a cache of the latest answer, for the time in which its pages are requested. */
function createLatestAnswer<Q, A>(work: (question: Q) => Promise<A>) {
  let last: { key: string; answer: Promise<A> } | null = null;
  return {
    get(question: Q, mark: unknown = null): Promise<A> {
      const key = JSON.stringify([question, mark]);
      if (last?.key === key) return last.answer;
      const own = { key, answer: work(question) };
      last = own;
      own.answer.catch(() => {
        if (last === own) last = null;
      });
      return own.answer;
    },
    forget() {
      last = null;
    },
  };
}

/** Returns the procedures of usage and its saved reports. */
export function billsProcedures(
  os: Implementer,
  { bills, snapshots, monotonic, changed }: BillsProcedureDeps,
) {
  const startYielding = () => createYieldIfDue(monotonic);
  const loaded = createLatestAnswer((id: string) => snapshots.load(id, startYielding()));

  /**
   * Throws CONFLICT if the bill is no longer the `version` that a page belongs to: a sync between two pages creates another bill.
   */
  async function currentBill({ terms, version }: { terms: BillTerms; version?: string | undefined }) {
    const computed = await bills.get(terms);
    if (version !== undefined && computed.bill.computedAt !== version)
      throw new AppError('CONFLICT', { detail: 'bill' });
    return computed;
  }

  async function sideOf(id: string): Promise<Side> {
    const { snapshot, rows } = await snapshots.load(id, startYielding());
    return { at: snapshot.takenAt, bill: snapshot.bill, rows };
  }
  const compared = createLatestAnswer(async (question: { before: string; after: string | null }) => {
    const before = await sideOf(question.before);
    if (question.after !== null) return compareBills(before, await sideOf(question.after), startYielding());
    const { bill, lists } = await bills.get(before.bill.terms);
    return compareBills(before, { at: bill.computedAt, bill, rows: lists.rows }, startYielding());
  });
  /** If `after` is null, compares with the present bill, which changes with each change of the data. */
  async function compare({ before, after }: { before: string; after: string | null }) {
    const snapshot = after === null ? (await loaded.get(before)).snapshot : null;
    const mark = snapshot && (await bills.get(snapshot.bill.terms)).bill.computedAt;
    return compared.get({ before, after }, mark);
  }

  return {
    get: os.bills.get.handler(async ({ input }) => bills.withCurrentSync(await bills.get(input.terms))),
    rows: os.bills.rows.handler(async ({ input }) =>
      pageOf((await currentBill(input)).lists[input.list], input),
    ),
    groups: os.bills.groups.handler(async ({ input }) => (await bills.get(input.terms)).groups(input.by)),
    unbilled: os.bills.unbilled.handler(async ({ input }) =>
      pageOf((await currentBill(input)).unbilled, input),
    ),
    openOrders: os.bills.openOrders.handler(async ({ input }) =>
      pageOf((await currentBill(input)).openOrders, input),
    ),
    contracts: os.bills.contracts.handler(({ input }) => bills.contracts(input.connectionId)),
    snapshots: os.bills.snapshots.handler(({ input }) => snapshots.list(input.connectionId)),
    keep: os.bills.keep.handler(async ({ input }) => {
      const computed = await bills.get(input.terms);
      const { rows } = computed.lists;
      const snapshot = await snapshots.keep(
        input.name,
        bills.withCurrentSync(computed),
        rows,
        startYielding(),
      );
      changed();
      return snapshot;
    }),
    rename: os.bills.rename.handler(({ input }) => {
      const snapshot = snapshots.rename(input.id, input.name);
      changed();
      return snapshot;
    }),
    remove: os.bills.remove.handler(({ input }) => {
      snapshots.remove(input.id);
      loaded.forget();
      compared.forget();
      changed();
      return null;
    }),
    snapshotRows: os.bills.snapshotRows.handler(async ({ input }) =>
      pageOf((await loaded.get(input.id)).rows, input),
    ),
    compare: os.bills.compare.handler(async ({ input }) => (await compare(input)).comparison),
    changes: os.bills.changes.handler(async ({ input }) => pageOf((await compare(input)).changes, input)),
  };
}
