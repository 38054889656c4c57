import { mkdir } from 'node:fs/promises';
import type { HandedDecision, HandedGroup, HandedKind } from '../../../src-preload/contract/handover.ts';
import { AppError } from '../../core/app-error.ts';
import type { ItemRecord } from './handover-record-table.ts';
import { handedKinds, nameOf } from './item-fields.ts';
import { type ItemEvents, type MakeTerms, makePackage } from './make-package.ts';
import type { SentLine } from './package-format.ts';
import { type HandedItems, parentOf } from './package-lines.ts';
import { type OpenedPackage, type ReadDirectory, readPackage } from './read-package.ts';
import { createReview, type Review } from './review.ts';
import type { HandedOperation } from './review-operations.ts';

interface WorkOptions {
  items: HandedItems;
  readDirectory: ReadDirectory;
  newId: () => string;
  onProgress: (done: number, total: number) => void;
  signal: AbortSignal;
}

/** Returns the next values of an iterator, at most `max`; none at its end, or if there is no iterator. */
function nextOf<T>(iterator: Iterator<T> | null, max: number): T[] {
  const values: T[] = [];
  while (values.length < max) {
    const next = iterator?.next();
    if (next === undefined || next.done === true) break;
    values.push(next.value);
  }
  return values;
}

/** Yields the record of each item of a package that is accepted. */
function* itemRecordsOf({ items }: OpenedPackage, review: Review): Generator<ItemRecord> {
  const named = new Map<string, Pick<ItemRecord, 'kind' | 'id' | 'name' | 'parent'>>();
  for (const kind of handedKinds)
    for (const { id, content } of items[kind])
      named.set(`${kind} ${id}`, { kind, id, name: nameOf(kind, content), parent: parentOf(content) });
  for (const { kind, id, name } of items.removed)
    named.set(`${kind} ${id}`, { kind, id, name, parent: null });
  for (const note of review.acceptedItems()) {
    const item = named.get(`${note.kind} ${note.id}`);
    if (item !== undefined) yield { ...item, ...note };
  }
}

/**
 * Creates the functions that work on one package: they read, compare, hash and pack, so a thread runs them. They change nothing but
 * the file of the package. First comes `make`, or `open` and the functions of the review.
 */
export function createHandoverWork({ items, readDirectory, newId, onProgress, signal }: WorkOptions) {
  let current: { opened: OpenedPackage; review: Review } | null = null;
  let operations: Iterator<HandedOperation> | null = null;
  let itemRecords: Iterator<ItemRecord> | null = null;
  let events: ItemEvents[] = [];

  function existing(): { opened: OpenedPackage; review: Review } {
    if (current === null) throw new AppError('NOT_FOUND', { what: 'package' });
    return current;
  }
  const review = () => existing().review;

  return {
    /** Writes a package. Then `nextRecords` and `nextEvents` return the records of its items and drafts. */
    async make(terms: MakeTerms) {
      const made = await makePackage(terms, { items, onProgress, signal });
      itemRecords = made.itemRecords;
      events = made.events;
      return { counts: made.counts, sizeBytes: made.sizeBytes };
    },
    /** Reads, checks and compares a package; the files of its maps are unpacked into `folder`. */
    async open({ path, fileName, folder }: { path: string; fileName: string; folder: string }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const opened = await readPackage({ path, fileName, folder, readDirectory, onProgress, signal });
      current = { opened, review: createReview({ opened, fileName, local: items, newId }) };
    },
    summary: () => review().summary(),
    rows: (group: HandedGroup, range: { offset: number; limit: number }) => review().rows(group, range),
    differences: (kind: HandedKind, id: string) => review().differences(kind, id),
    decide: (kind: HandedKind, id: string, decision: HandedDecision) => review().decide(kind, id, decision),
    decideAll: (group: HandedGroup, decision: HandedDecision) => review().decideAll(group, decision),
    report: () => review().report(),
    head: () => review().manifest,
    /**
     * Prepares the acceptance: then `nextOperations` returns its changes, and `nextRecords` and `nextEvents` the records.
     * Returns the unpacked files of maps. Throws CONFLICT while a conflict is undecided.
     */
    beginOperations() {
      const { opened, review: decided } = existing();
      operations = decided.operations();
      itemRecords = itemRecordsOf(opened, decided);
      events = [...opened.items.prepared, ...opened.items.draft].map(({ id, trail }) => ({
        id,
        events: trail,
      }));
      return { mapFiles: [...opened.mapFiles].map(([name, { path }]) => ({ name, path })) };
    },
    nextOperations: (max: number) => nextOf(operations, max),
    nextRecords: (max: number) => nextOf(itemRecords, max),
    nextEvents: (max: number) => events.splice(0, max),
    /** Returns the drafts of the opened package that others have sent. */
    sentLines: (): SentLine[] => current?.opened.items.sent ?? [],
  };
}

/** The functions that work on one package, in a thread. */
export type HandoverWork = ReturnType<typeof createHandoverWork>;
