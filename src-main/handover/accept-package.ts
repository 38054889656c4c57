import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { PackageReport } from '../../src-preload/contract/handover.ts';
import type { Scope } from '../../src-preload/contract/ids.ts';
import { AppError } from '../app-error.ts';
import { contentHash } from '../core/content-hash.ts';
import type { AsyncQueries } from '../store/async-queries.ts';
import type { KnownTable } from './known-table.ts';
import type { HandedOperation } from './review-operations.ts';
import type { HandoverWork } from './work.ts';

/** A change of an item of one kind; a content of null removes it. */
interface HandedChange {
  id: string;
  content: unknown;
  expected: string | null;
}

/** What accepting does to the rest of the application. What is stored `alongside` is stored with all or not at all. */
export interface AcceptPorts {
  places: {
    acceptHanded: (
      name: string,
      batches: AsyncIterable<readonly (HandedChange & { kind: 'place' | 'list' })[]>,
      alongside: () => void,
    ) => Promise<unknown>;
  };
  prepared: {
    /** Makes a step for each contract; `began` receives the id of each. */
    accept: (
      scope: Scope,
      changes: readonly HandedChange[],
      began: (stepId: number) => void,
    ) => Promise<void>;
    takeBack: (stepId: number) => Promise<void>;
  };
  templates: { put: (changes: readonly HandedChange[]) => void };
  drafts: { put: (scope: Scope, changes: readonly HandedChange[]) => void };
  maps: {
    /** Moves the files of maps to where they stay, and reads them; returns the functions that store them and that take them back. */
    read: (
      changes: readonly (HandedChange & { path: string | null })[],
    ) => Promise<{ put: () => void; takeBack: () => Promise<void> }>;
  };
}

interface AcceptOptions {
  known: KnownTable;
  ports: AcceptPorts;
  now: () => Date;
  instance: string;
}

interface AcceptTerms {
  work: AsyncQueries<HandoverWork>;
  scope: Scope | null;
  /** Who accepts. */
  person: string;
}

const atOnce = 400;

/** The changes that are not of places and lists, collected while those are made. */
const createOthers = () => ({
  template: [] as HandedChange[],
  prepared: [] as HandedChange[],
  draft: [] as HandedChange[],
  map: [] as HandedChange[],
});

const changeOf = (operation: HandedOperation): HandedChange => ({
  id: operation.id,
  content: operation.do === 'put' ? operation.content : null,
  expected: operation.expected,
});

/**
 * Creates the function that does what was decided about a package, all or nothing: places and lists are one step; everything else is
 * stored in the transaction that completes this step, but for prepared rows, which are a step of their own and are taken back if
 * that transaction fails. `recover` does the same for what the end of the program has interrupted.
 */
export function createAcceptPackage({ known, ports, now, instance }: AcceptOptions) {
  async function pages<T>(next: (most: number) => Promise<T[]>, each: (page: T[]) => void): Promise<void> {
    for (;;) {
      const page = await next(atOnce);
      if (page.length === 0) return;
      each(page);
      await yieldToEventLoop();
    }
  }

  /** Writes what is remembered; it counts when the acceptance is complete. */
  async function remember(
    acceptanceId: number,
    { work, person }: AcceptTerms,
    { prepared, draft }: Pick<ReturnType<typeof createOthers>, 'prepared' | 'draft'>,
  ): Promise<void> {
    const ids = new Set<string>();
    await pages(work.nextKnown, (items) => {
      for (const { id } of items) ids.add(id);
      known.addItems(acceptanceId, items);
    });
    await pages(work.nextEvents, (page) => {
      for (const { id, events } of page) known.addEvents(acceptanceId, id, events);
    });
    const at = now().toISOString();
    for (const [kind, changes] of Object.entries({ prepared, draft }))
      for (const { id, content } of changes) {
        if (content === null) continue;
        known.addEvents(acceptanceId, id, [{ what: 'received', by: person, at, instance }]);
        // A copy has an id of its own, and is in other hands too.
        if (ids.has(id)) continue;
        const hash = contentHash(content);
        known.addItems(acceptanceId, [{ kind, id, hash, history: [hash], name: '', parent: null }]);
      }
    const sent = await work.sentLines();
    known.addSent(
      acceptanceId,
      sent.filter((line) => line.instance !== instance),
    );
  }

  async function takeBack(acceptanceId: number, steps: readonly number[]) {
    for (const stepId of steps.toReversed()) await ports.prepared.takeBack(stepId);
    known.forget(acceptanceId);
  }

  async function accept(terms: AcceptTerms): Promise<PackageReport> {
    const { work, scope, person } = terms;
    const [report, head] = await Promise.all([work.report(), work.head()]);
    const { mapFiles } = await work.beginOperations();
    const paths = new Map(mapFiles.map(({ name, path }) => [name, path]));
    const others = createOthers();
    const steps: number[] = [];
    const acceptanceId = known.begin({
      ...{ packageId: head.packageId, direction: 'opened', person, at: now().toISOString() },
    });
    const maps: Awaited<ReturnType<AcceptPorts['maps']['read']>>[] = [];

    async function* batches() {
      for (;;) {
        const operations = await work.nextOperations(atOnce);
        if (operations.length === 0) break;
        const batch: (HandedChange & { kind: 'place' | 'list' })[] = [];
        for (const operation of operations) {
          const { kind } = operation;
          if (kind === 'place' || kind === 'list') batch.push({ ...changeOf(operation), kind });
          else others[kind].push(changeOf(operation));
        }
        if (batch.length > 0) yield batch;
      }
      // What takes long is done before the transaction that completes the step.
      await remember(acceptanceId, terms, others);
      maps.push(
        await ports.maps.read(
          others.map.map((change) => ({ ...change, path: paths.get(fileOf(change.content) ?? '') ?? null })),
        ),
      );
      if (others.prepared.length === 0) return;
      await ports.prepared.accept(scopeOf(scope), others.prepared, (stepId) => {
        steps.push(stepId);
        known.noteStep(acceptanceId, stepId);
      });
    }

    try {
      await ports.places.acceptHanded(head.maker, batches(), () => {
        ports.templates.put(others.template);
        if (others.draft.length > 0) ports.drafts.put(scopeOf(scope), others.draft);
        for (const read of maps) read.put();
        known.complete(acceptanceId);
      });
    } catch (error) {
      for (const read of maps) await read.takeBack();
      await takeBack(acceptanceId, steps);
      throw error;
    }
    while (known.compactSome(acceptanceId)) await yieldToEventLoop();
    return report;
  }

  return {
    accept,
    /** Takes back what the end of the program has interrupted; returns how many packages that were. */
    async recover(): Promise<number> {
      const interrupted = known.interrupted();
      for (const { acceptanceId, steps } of interrupted) await takeBack(acceptanceId, steps);
      return interrupted.length;
    },
  };
}

/** The contract of what needs one. Throws CONFLICT if there is none. */
function scopeOf(scope: Scope | null): Scope {
  if (scope === null) throw new AppError('CONFLICT', { detail: 'package-no-scope' });
  return scope;
}

const fileOf = (content: unknown): string | null =>
  content !== null && typeof content === 'object' && 'file' in content && typeof content.file === 'string'
    ? content.file
    : null;
