import { mkdir, rm, stat } from 'node:fs/promises';
import type { HandedEvent, HandedKind } from '../../../src-preload/contract/handover.ts';
import type { ItemRecord } from './handover-record-table.ts';
import { type HandedItems, itemLines, type PackageContent, sentLines, trailOf } from './package-lines.ts';
import { checkLine, writePackage } from './write-package.ts';

/** The content of a package and where it is written. */
export interface MakeTerms extends PackageContent {
  /** The path of the package; no file exists there yet. */
  path: string;
  /** A folder for files that cannot be packed where they are; it is removed at the end. */
  folder: string;
}

/** The events of a draft or prepared task. */
export interface ItemEvents {
  id: string;
  events: HandedEvent[];
}

interface MakeOptions {
  items: HandedItems;
  onProgress: (done: number, total: number) => void;
  signal: AbortSignal;
}

/** The result of `makePackage`: the number of items, the size of the file, and the records of its items and drafts. */
export interface MadePackage {
  counts: Awaited<ReturnType<typeof writePackage>>;
  sizeBytes: number;
  itemRecords: Iterator<ItemRecord>;
  events: ItemEvents[];
}

/** Writes a package of items of this computer. */
export async function makePackage(
  terms: MakeTerms,
  { items, onProgress, signal }: MakeOptions,
): Promise<MadePackage> {
  const { head, choice, folder, path } = terms;
  const itemRecords = new Map<string, ItemRecord>();
  const linesOf = (kind: HandedKind) => itemLines(kind, terms, { items, itemRecords });

  function eventsOf({ kind, id }: ItemRecord): ItemEvents {
    const item = items.read(kind === 'draft' ? 'draft' : 'prepared', id);
    return { id, events: trailOf(items.events(id), head, item?.updatedAt ?? head.madeAt) };
  }

  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const files = new Map<string, string>();
    for (const line of linesOf('map')) {
      const { id, content } = checkLine('map', line);
      if (content.file !== null) files.set(content.file, items.mapFile(id, folder));
    }
    const of = (kind: HandedKind) => () => linesOf(kind);
    const sources = {
      list: of('list'),
      place: of('place'),
      template: of('template'),
      prepared: of('prepared'),
      draft: of('draft'),
      map: of('map'),
      removed: () => items.removed(choice),
      sent: () => sentLines(items, head),
    };
    const counts = await writePackage({
      path,
      head,
      sources,
      files,
      signal,
      onProgress: (done) => onProgress(done, 0),
    });
    const drafts = [...itemRecords.values()].filter(({ kind }) => kind === 'prepared' || kind === 'draft');
    return {
      counts,
      sizeBytes: (await stat(path)).size,
      itemRecords: itemRecords.values(),
      events: drafts.map(eventsOf),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
