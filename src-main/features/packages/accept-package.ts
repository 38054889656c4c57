import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { PackageReport } from '../../../src-preload/contract/handover.ts';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { AppError } from '../../core/app-error.ts';
import type { AsyncQueries } from '../../store/async-queries.ts';
import type { HandoverRecordTable } from './handover-record-table.ts';
import type { HandedOperation } from './review-operations.ts';
import { storeAcceptanceRecords } from './store-records.ts';
import type { HandoverWork } from './work.ts';

/** A change of an item of one kind; a content of null removes it. `expected` is the hash of the content that it replaces. */
interface HandedChange {
  id: string;
  content: unknown;
  expected: string | null;
}

/** The changes that accepting makes in other domains. */
export interface AcceptPorts {
  places: {
    /** Makes one step of all batches. What `alongside` stores is stored in the transaction that completes the step. */
    acceptHanded: (
      name: string,
      batches: AsyncIterable<readonly (HandedChange & { kind: 'place' | 'list' })[]>,
      alongside: () => void,
    ) => Promise<unknown>;
  };
  prepared: {
    /** Makes a step for each contract; `onBegin` receives the id of each step in the transaction that begins it. */
    accept: (
      scope: Scope,
      changes: readonly HandedChange[],
      onBegin: (stepId: number) => void,
    ) => Promise<void>;
    takeBack: (stepId: number) => Promise<void>;
  };
  templates: { put: (changes: readonly HandedChange[]) => void };
  drafts: { put: (scope: Scope, changes: readonly HandedChange[]) => void };
  maps: {
    /**
     * Moves the files of maps to their final folder and reads them; returns the functions that store the maps and that delete
     * the files.
     */
    read: (
      changes: readonly (HandedChange & { path: string | null })[],
    ) => Promise<{ put: () => void; takeBack: () => Promise<void> }>;
  };
}

interface AcceptOptions {
  records: HandoverRecordTable;
  ports: AcceptPorts;
  now: () => Date;
  /** The id of this data folder. */
  instance: string;
}

interface AcceptTerms {
  work: AsyncQueries<HandoverWork>;
  scope: Scope | null;
  /** Who accepts. */
  person: string;
}

const operationsAtOnce = 400;

type ReadMaps = Awaited<ReturnType<AcceptPorts['maps']['read']>>;

const changeOf = (operation: HandedOperation): HandedChange => ({
  id: operation.id,
  content: operation.do === 'put' ? operation.content : null,
  expected: operation.expected,
});

/** The changes of a package that are not of places and lists. */
interface OtherChanges {
  template: HandedChange[];
  prepared: HandedChange[];
  draft: HandedChange[];
  map: HandedChange[];
}

/** Yields the changes of places and lists in batches; those of other kinds are added to `others`. */
async function* placeBatches(work: AcceptTerms['work'], others: OtherChanges) {
  for (;;) {
    const operations = await work.nextOperations(operationsAtOnce);
    if (operations.length === 0) return;
    const batch: (HandedChange & { kind: 'place' | 'list' })[] = [];
    for (const operation of operations) {
      const { kind } = operation;
      if (kind === 'place' || kind === 'list') batch.push({ ...changeOf(operation), kind });
      else others[kind].push(changeOf(operation));
    }
    if (batch.length > 0) yield batch;
  }
}

/**
 * Creates the function that makes all changes that were decided about a package, or none. Places and lists are one step, and the
 * transaction that completes it stores everything else. Only prepared rows are steps of their own, which are taken back if that
 * transaction fails. `recover` takes back an acceptance that a crash has interrupted.
 */
export function createAcceptPackage({ records, ports, now, instance }: AcceptOptions) {
  async function takeBack(acceptanceId: number, steps: readonly number[]) {
    for (const stepId of steps.toReversed()) await ports.prepared.takeBack(stepId);
    records.forget(acceptanceId);
  }

  async function accept({ work, scope, person }: AcceptTerms): Promise<PackageReport> {
    const [report, head] = await Promise.all([work.report(), work.head()]);
    const { mapFiles } = await work.beginOperations();
    const paths = new Map(mapFiles.map(({ name, path }) => [name, path]));
    const others: OtherChanges = { template: [], prepared: [], draft: [], map: [] };
    const at = now().toISOString();
    const acceptanceId = records.begin({ packageId: head.packageId, direction: 'opened', person, at });
    const steps: number[] = [];
    const readMaps: ReadMaps[] = [];

    /** Yields all batches of places, and then does what takes long, before the transaction that completes their step. */
    async function* batches() {
      yield* placeBatches(work, others);
      const { prepared, draft } = others;
      await storeAcceptanceRecords({
        records,
        work,
        acceptanceId,
        person,
        now,
        instance,
        accepted: { prepared, draft },
      });
      readMaps.push(
        await ports.maps.read(
          others.map.map((change) => ({ ...change, path: paths.get(fileOf(change.content) ?? '') ?? null })),
        ),
      );
      if (prepared.length === 0) return;
      await ports.prepared.accept(existingScope(scope), prepared, (stepId) => {
        steps.push(stepId);
        records.noteStep(acceptanceId, stepId);
      });
    }

    try {
      await ports.places.acceptHanded(head.maker, batches(), () => {
        ports.templates.put(others.template);
        if (others.draft.length > 0) ports.drafts.put(existingScope(scope), others.draft);
        for (const maps of readMaps) maps.put();
        records.complete(acceptanceId);
      });
    } catch (error) {
      for (const maps of readMaps) await maps.takeBack();
      await takeBack(acceptanceId, steps);
      throw error;
    }
    for (
      let last = records.compactSome(acceptanceId, 0);
      last !== null;
      last = records.compactSome(acceptanceId, last)
    )
      await yieldToEventLoop();
    return report;
  }

  return {
    accept,
    /** Takes back the acceptances that a crash has interrupted; returns their number. */
    async recover(): Promise<number> {
      const interrupted = records.interrupted();
      for (const { acceptanceId, steps } of interrupted) await takeBack(acceptanceId, steps);
      return interrupted.length;
    },
  };
}

/** Returns the contract. @throws CONFLICT if there is none, for items that need one. */
function existingScope(scope: Scope | null): Scope {
  if (scope === null) throw new AppError('CONFLICT', { detail: 'package-no-scope' });
  return scope;
}

/** Returns the name that the file of a map has in the package; null for a server. */
const fileOf = (content: unknown): string | null =>
  content !== null && typeof content === 'object' && 'file' in content && typeof content.file === 'string'
    ? content.file
    : null;
