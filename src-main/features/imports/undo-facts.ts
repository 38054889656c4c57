import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import type { UndoFacts } from '../../../src-preload/contract/scene-imports.ts';
import type { ImportOptions } from './import-options.ts';
import type { PlacedFile } from './import-plan.ts';
import { libraryOfScene } from './library-of-scene.ts';

const rowsAtOnce = 100;

/** True if there is a plain file of this size. A drive that is away, or a file that cannot be looked at, counts as no file. */
const hasSize = (path: string, sizeBytes: number): Promise<boolean> =>
  lstat(path).then(
    (entry) => entry.isFile() && entry.size === sizeBytes,
    () => false,
  );

/**
 * Resolves with what a person must know before an import is undone: which of its files are the only copies, and how many of its scenes
 * have reviews. An original is taken for the same if it has the same size; it is not read.
 */
export async function readUndoFacts(
  options: Pick<ImportOptions, 'table' | 'library' | 'ports' | 'countReviewed'>,
  importId: number,
): Promise<UndoFacts> {
  const { table, countReviewed } = options;
  const facts: UndoFacts = {
    files: 0,
    missing: { files: 0, bytes: 0 },
    unknown: { files: 0, bytes: 0 },
    reviewedScenes: 0,
  };
  /** The answers by path, because many files of one import can come from one archive. */
  const originals = new Map<string, Promise<boolean>>();

  function isOriginalThere({ path, sizeBytes }: NonNullable<PlacedFile['original']>): Promise<boolean> {
    const known = originals.get(path) ?? hasSize(path, sizeBytes);
    originals.set(path, known);
    return known;
  }

  async function addFile(home: string, { place, sizeBytes, original }: PlacedFile): Promise<void> {
    if (!(await hasSize(join(home, ...place.split('/')), sizeBytes))) return;
    facts.files += 1;
    const isKnown = original !== undefined && original !== null;
    if (isKnown && (await isOriginalThere(original))) return;
    const sum = isKnown ? facts.missing : facts.unknown;
    sum.files += 1;
    sum.bytes += sizeBytes;
  }

  const sceneRows = new Set<LibrarySceneId>();
  for (let before: number | null = null; ; ) {
    const rows = table.imported(importId, rowsAtOnce, before);
    for (const row of rows) {
      sceneRows.add(row.sceneRow);
      before = row.seq;
      // Its files are those of a later import, which an undo of this one leaves alone.
      if (table.takenOver(importId, row) !== null) continue;
      const home = join(libraryOfScene(options, row), ...row.folder.split('/'));
      await Promise.all(row.placed.map((file) => addFile(home, file)));
    }
    if (rows.length < rowsAtOnce) break;
  }
  facts.reviewedScenes = countReviewed([...sceneRows]);
  return facts;
}
