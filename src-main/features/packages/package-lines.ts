import type { HandedEvent, HandedKind, PackageChoice } from '../../../src-preload/contract/handover.ts';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { authorName } from '../../core/author-name.ts';
import { contentHash } from '../../core/content-hash.ts';
import { revisionOf } from './classify.ts';
import { wasLinked } from './handover-record-queries.ts';
import type { ItemRecord } from './handover-record-table.ts';
import { nameOf } from './item-fields.ts';
import { type Manifest, packageLimits, type RemovedLine, type SentLine } from './package-format.ts';
import type { LocalItems } from './review-operations.ts';

/** The content of this computer, for packages that are made and for those that are opened. */
export interface HandedItems extends LocalItems {
  /** Returns the ids of the items of a kind that belong in a package. */
  ids(kind: HandedKind, choice: PackageChoice, scope: Scope | null): Iterable<string>;
  /** Returns the path of the file of a map; it is copied into the folder `into` if it cannot be packed where it is. */
  mapFile(id: string, into: string): string;
  /** Returns the items that packages had and that were removed here since. */
  removed(choice: PackageChoice): Iterable<RemovedLine>;
  /** Returns the drafts that packages had and that were sent from here. */
  sent(): Iterable<Omit<SentLine, 'by' | 'instance'>>;
  /** Returns the drafts that other data folders have sent, as packages have said. */
  sentElsewhere(): Iterable<SentLine>;
  /** Returns what happened to a draft or prepared task, oldest first. */
  events(id: string): HandedEvent[];
}

/** The manifest of a package before its parts are written. */
export type PackageHead = Omit<Manifest, 'format' | 'version' | 'parts'>;

/** The content that is chosen for a package. */
export interface PackageContent {
  head: PackageHead;
  choice: PackageChoice;
  scope: Scope | null;
}

const kindsWithTrail: readonly HandedKind[] = ['prepared', 'draft'];

/** Returns the id of the list of a place; null for other items. */
export const parentOf = (content: unknown): string | null =>
  content !== null && typeof content === 'object' && 'listId' in content ? String(content.listId) : null;

/**
 * Returns the events of a draft, with those that making this package adds. A draft without events was prepared at `preparedAt`.
 */
export function trailOf(
  events: readonly HandedEvent[],
  { maker, madeAt, instance }: PackageHead,
  preparedAt: string,
): HandedEvent[] {
  const prepared = { what: 'prepared' as const, by: maker, at: preparedAt, instance, remoteId: null };
  const earlier = events.length === 0 ? [prepared] : events;
  const handedOver = { what: 'handed-over' as const, by: maker, at: madeAt, instance, remoteId: null };
  return [...earlier, handedOver].slice(-packageLimits.events);
}

/** Yields the items of a kind as lines of a package. The record of each is added to `itemRecords`. */
export function* itemLines(
  kind: HandedKind,
  { head, choice, scope }: PackageContent,
  { items, itemRecords }: { items: HandedItems; itemRecords: Map<string, ItemRecord> },
) {
  const account = authorName();
  for (const id of items.ids(kind, choice, scope)) {
    const item = items.read(kind, id);
    if (item === null) continue;
    const { content, version, updatedAt, updatedBy } = item;
    const hash = contentHash(content);
    const stored = items.recordedState(kind, id);
    const revision = revisionOf(hash, stored) ?? hash;
    const history = (stored?.history ?? []).filter((each) => each !== revision);
    itemRecords.set(`${kind} ${id}`, {
      kind,
      id,
      hash,
      name: nameOf(kind, content),
      parent: parentOf(content),
      history: [...history, revision].slice(-packageLimits.history),
    });
    yield {
      id,
      version,
      updatedAt,
      // The name of the account at this computer is nobody's business elsewhere, and no name that others know.
      updatedBy: updatedBy === account ? head.maker.slice(0, 100) : updatedBy.slice(0, 100),
      revision,
      history,
      content,
      ...(kindsWithTrail.includes(kind) ? { trail: trailOf(items.events(id), head, updatedAt) } : {}),
    };
  }
}

/**
 * Yields the drafts that were sent from here, and those that others have sent. Where a package came back, both may name the same
 * sending; then it is yielded as ours, unless the draft was only linked here to what others have sent.
 */
export function* sentLines(items: HandedItems, { maker: by, instance }: PackageHead): Generator<SentLine> {
  const sentHere = new Set<string>();
  const reports = Map.groupBy(items.sentElsewhere(), ({ id }) => id);
  for (const each of items.sent()) {
    if (wasLinked(each, reports.get(each.id) ?? [], instance)) continue;
    sentHere.add(each.id);
    yield { ...each, by, instance };
  }
  for (const [id, [report]] of reports) if (!sentHere.has(id) && report !== undefined) yield report;
}
