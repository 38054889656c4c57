import { mkdir, rm, stat } from 'node:fs/promises';
import type {
  HandedDecision,
  HandedEvent,
  HandedGroup,
  HandedKind,
  PackageChoice,
} from '../../src-preload/contract/handover.ts';
import type { Scope } from '../../src-preload/contract/ids.ts';
import { AppError } from '../app-error.ts';
import { contentHash } from '../core/content-hash.ts';
import { revisionOf } from './classify.ts';
import { handedKinds, nameOf } from './item-fields.ts';
import { wasLinked } from './known-reading.ts';
import type { KnownItem } from './known-table.ts';
import {
  lineSchemas,
  type Manifest,
  packageLimits,
  type RemovedLine,
  type SentLine,
} from './package-format.ts';
import { type OpenedPackage, type ReadDirectory, readPackage } from './read-package.ts';
import { createReview, type Review } from './review.ts';
import type { HandedOperation, LocalItems } from './review-operations.ts';
import { writePackage } from './write-package.ts';

/** What this computer has, for packages that are made and for those that are opened. */
export interface HandedItems extends LocalItems {
  /** Returns the ids of what goes into a package. */
  ids(kind: HandedKind, choice: PackageChoice, scope: Scope | null): Iterable<string>;
  /** Returns the file of a map, written to `into` if it cannot be packed where it is. */
  mapFile(id: string, into: string): string;
  /** Returns what has passed and was removed here since. */
  removed(choice: PackageChoice): Iterable<RemovedLine>;
  /** Returns drafts that have passed and that were sent from here. */
  sent(): Iterable<Omit<SentLine, 'by' | 'instance'>>;
  /** Returns what packages said that other data folders have sent. */
  sentElsewhere(): Iterable<SentLine>;
  events(id: string): HandedEvent[];
}

interface WorkOptions {
  items: HandedItems;
  readDirectory: ReadDirectory;
  newId: () => string;
  progress: (done: number, total: number) => void;
  signal: AbortSignal;
}

/** What a package is made of. */
export interface MakeTerms {
  /** Where no file is yet. */
  path: string;
  /** A folder for files that cannot be packed where they are; it is removed at the end. */
  folder: string;
  head: Omit<Manifest, 'format' | 'version' | 'parts'>;
  choice: PackageChoice;
  scope: Scope | null;
}

const withTrail: readonly HandedKind[] = ['prepared', 'draft'];
const none = { hash: null, history: [], parent: null };
const parentOf = (content: unknown): string | null =>
  content !== null && typeof content === 'object' && 'listId' in content ? String(content.listId) : null;

/** Returns the events of a draft with those that making this package adds. */
function eventsOf(
  events: readonly HandedEvent[],
  { maker, madeAt, instance }: MakeTerms['head'],
  at: string,
) {
  const prepared = { what: 'prepared' as const, by: maker, at, instance, remoteId: null };
  const known = events.length === 0 ? [prepared] : events;
  const handed = { what: 'handed-over' as const, by: maker, at: madeAt, instance, remoteId: null };
  return [...known, handed].slice(-packageLimits.events);
}

/**
 * Creates what works on one package: it reads, compares, hashes and packs, so it belongs in a thread. It changes nothing but the file
 * of the package.
 */
export function createHandoverWork({ items, readDirectory, newId, progress, signal }: WorkOptions) {
  let opened: OpenedPackage | null = null;
  let review: Review | null = null;
  let operations: Iterator<HandedOperation> | null = null;
  let known: Iterator<KnownItem> | null = null;
  let events: { id: string; events: HandedEvent[] }[] = [];

  function reviewed(): Review {
    if (review === null) throw new AppError('NOT_FOUND', { what: 'package' });
    return review;
  }

  function some<T>(iterator: Iterator<T> | null, most: number): T[] {
    const found: T[] = [];
    while (found.length < most) {
      const next = iterator?.next();
      if (next === undefined || next.done === true) break;
      found.push(next.value);
    }
    return found;
  }

  /** The items of a kind as lines of a package; what is remembered of each is added to `remembered`. */
  function* linesOf(kind: HandedKind, terms: MakeTerms, remembered: Map<string, KnownItem>) {
    for (const id of items.ids(kind, terms.choice, terms.scope)) {
      const item = items.read(kind, id);
      if (item === null) continue;
      const { content, version, updatedAt, updatedBy } = item;
      const hash = contentHash(content);
      const known = items.known(kind, id);
      const revision = revisionOf(hash, known) ?? hash;
      const history = (known?.history ?? []).filter((each) => each !== revision);
      remembered.set(`${kind} ${id}`, {
        ...{ kind, id, hash, name: nameOf(kind, content), parent: parentOf(content) },
        history: [...history, revision].slice(-packageLimits.history),
      });
      yield {
        ...{ id, version, updatedAt, updatedBy: updatedBy.slice(0, 100), revision, history, content },
        ...(withTrail.includes(kind) ? { trail: eventsOf(items.events(id), terms.head, updatedAt) } : {}),
      };
    }
  }

  async function make(terms: MakeTerms) {
    const remembered = new Map<string, KnownItem>();
    const { head, choice, folder } = terms;
    const files = new Map<string, string>();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      for (const line of linesOf('map', terms, remembered)) {
        const { id, content } = lineSchemas.map.parse(line);
        if (content.file !== null) files.set(content.file, items.mapFile(id, folder));
      }
      const of = (kind: HandedKind) => () => linesOf(kind, terms, remembered);
      const sources = {
        ...{ list: of('list'), place: of('place'), template: of('template'), prepared: of('prepared') },
        ...{ draft: of('draft'), map: of('map'), removed: () => items.removed(choice) },
        sent: () => sentLines(head),
      };
      const counts = await writePackage({
        ...{ path: terms.path, head, sources, files, signal },
        progress: (done) => progress(done, 0),
      });
      known = remembered.values();
      events = [...remembered.values()]
        .filter(({ kind }) => kind === 'prepared' || kind === 'draft')
        .map(({ id, kind }) => ({
          id,
          events: eventsOf(
            items.events(id),
            head,
            items.read(kind === 'draft' ? 'draft' : 'prepared', id)?.updatedAt ?? head.madeAt,
          ),
        }));
      return { counts, sizeBytes: (await stat(terms.path)).size };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** What was sent from here, and what others have sent; a draft that came back may be known from both sides. */
  function* sentLines({ maker: by, instance }: MakeTerms['head']): Generator<SentLine> {
    const ids = new Set<string>();
    const reports = Map.groupBy(items.sentElsewhere(), ({ id }) => id);
    for (const each of items.sent()) {
      if (wasLinked(each, reports.get(each.id) ?? [], instance)) continue;
      ids.add(each.id);
      yield { ...each, by, instance };
    }
    for (const [id, [report]] of reports) if (!ids.has(id) && report !== undefined) yield report;
  }

  return {
    make,
    async open({ path, fileName, folder }: { path: string; fileName: string; folder: string }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      opened = await readPackage({ path, fileName, folder, readDirectory, progress, signal });
      review = createReview({ opened, fileName, local: items, newId });
    },
    summary: () => reviewed().summary(),
    rows: (group: HandedGroup, range: { offset: number; limit: number }) => reviewed().rows(group, range),
    differences: (kind: HandedKind, id: string) => reviewed().differences(kind, id),
    decide: (kind: HandedKind, id: string, decision: HandedDecision) => reviewed().decide(kind, id, decision),
    decideAll: (group: HandedGroup, decision: HandedDecision) => reviewed().decideAll(group, decision),
    report: () => reviewed().report(),
    /** Begins to tell what accepting does; `nextOperations` and `nextKnown` return it in pieces. */
    beginOperations() {
      operations = reviewed().operations();
      const named = new Map<string, KnownItem>();
      for (const kind of handedKinds)
        for (const { id, content } of opened?.items[kind] ?? [])
          named.set(`${kind} ${id}`, {
            ...none,
            kind,
            id,
            name: nameOf(kind, content),
            parent: parentOf(content),
          });
      for (const { kind, id, name } of opened?.items.removed ?? [])
        named.set(`${kind} ${id}`, { ...none, kind, id, name });
      function* notes(of: Review) {
        for (const note of of.notes()) {
          const item = named.get(`${note.kind} ${note.id}`);
          if (item !== undefined) yield { ...item, ...note };
        }
      }
      known = notes(reviewed());
      events = [...(opened?.items.prepared ?? []), ...(opened?.items.draft ?? [])].map(({ id, trail }) => ({
        id,
        events: trail,
      }));
      return { mapFiles: [...(opened?.mapFiles ?? [])].map(([name, { path }]) => ({ name, path })) };
    },
    nextOperations: (most: number) => some(operations, most),
    nextKnown: (most: number) => some(known, most),
    nextEvents: (most: number) => events.splice(0, most),
    sentLines: (): SentLine[] => opened?.items.sent ?? [],
    head: () => reviewed().manifest,
  };
}

/** What works on one package, in a thread. */
export type HandoverWork = ReturnType<typeof createHandoverWork>;
