import type { EnteredResult } from '../../../src-preload/contract/library.ts';
import { type Arranged, type ImportFile, mostArranged } from '../../../src-preload/contract/scene-imports.ts';
import { AppError } from '../../core/app-error.ts';
import { maxCatalogFiles } from '../../core/catalog-scene.ts';
import { readEnteredTime } from '../../core/entered-facts.ts';
import {
  type ArrangedScene,
  arrangeJoined,
  arrangeSplit,
  collectEntered,
  fillGaps,
  nameJoined,
  toUnnamed,
} from './arrange-scenes.ts';
import { SourceFileError } from './copy/copy-scene.ts';
import type { EditableRow } from './edited-rows.ts';
import type { Entered } from './entered-plan.ts';
import type { FoundScene } from './found-scene.ts';
import type { ImportOptions } from './import-options.ts';
import type { StoredImport } from './import-records.ts';
import type { ImportRunner } from './import-runner.ts';
import { createJudge } from './judge-scene.ts';
import { createPresentFiles } from './present-files.ts';
import { problemRow } from './read-phase.ts';

interface EditOptions extends ImportOptions {
  runner: Pick<ImportRunner, 'stored' | 'isActive' | 'edit' | 'thread'>;
}

/** Thrown if a scene cannot be made of its files any more. */
class ArrangeError extends Error {
  readonly arranged: Arranged;

  constructor(problem: Arranged['problem'], detail: string) {
    super(String(problem));
    this.arranged = { seqs: [], problem, detail };
  }
}

/** Returns a ready import; throws CONFLICT for any other. */
function ensureReady({ runner }: EditOptions, importId: number): StoredImport {
  const live = runner.stored(importId);
  if (runner.isActive(importId) || live.state !== 'ready')
    throw new AppError('CONFLICT', { detail: live.state });
  return live;
}

/** Stores the counts of an import after its rows have changed. */
function recount({ table }: EditOptions, live: StoredImport) {
  const { totalBytes, ...counts } = table.planned(live.importId);
  live.counts = { ...live.counts, ...counts };
  live.totalBytes = totalBytes;
  live.lastEdit = table.lastEdit(live.importId);
  table.put(live);
}

/** Creates the function that replaces rows by scenes that are made of their files. */
function createReplacement(options: EditOptions) {
  const { store, table, connectionOf, runner } = options;
  const { thread } = runner;

  /** Reads the files of a scene together; rejects with ArrangeError if one of them cannot be used any more. */
  async function build({ scene, hasItem, files, whole }: ArrangedScene): Promise<FoundScene> {
    const { sceneId } = scene.source;
    if (files.length > maxCatalogFiles) throw new ArrangeError('too-many-files', sceneId);
    const unnamed = files.map(({ file }) => toUnnamed(file));
    const batch = await thread.ask({ ask: 'build', label: sceneId, scene, files: unnamed });
    const [problem] = batch.problems;
    const [found] = batch.scenes;
    if (problem !== undefined) throw new ArrangeError(problem.problem, problem.path);
    if (found === undefined) throw new ArrangeError('no-files', sceneId);
    return {
      ...found,
      hasItem,
      scene: fillGaps(found.scene, whole),
      files: found.files.map((file) => {
        const before = files.find((each) => each.file.from === file.from)?.file;
        return {
          ...file,
          originalPath: before?.originalPath ?? null,
          original: before?.original ?? null,
        };
      }),
    };
  }

  /** Replaces rows by the scenes that were made of them; resolves with the new rows. */
  return async function replace(
    live: StoredImport,
    kind: 'join' | 'split',
    parts: readonly { scenes: readonly ArrangedScene[]; rows: readonly EditableRow[] }[],
  ): Promise<number[]> {
    const { importId } = live;
    const built: { found: FoundScene; files: ArrangedScene['files']; rows: readonly EditableRow[] }[] = [];
    for (const { scenes, rows } of parts)
      for (const scene of scenes) built.push({ found: await build(scene), files: scene.files, rows });
    const judge = createJudge({
      connectionOf,
      ...createPresentFiles(options),
      sameName: (sceneId) => table.sameName(importId, sceneId),
      // A person who arranges files has seen that they were found twice.
      earlier: null,
      hash: (path) => thread.ask({ ask: 'hash', path }),
    });
    const step = store.transaction(() => {
      const begun = table.beginStep(importId, kind);
      const seqs = parts.flatMap(({ rows }) => rows.map(({ seq }) => seq));
      table.replace(importId, seqs, begun);
      return begun;
    });
    const seqs: number[] = [];
    try {
      for (const { found, files, rows } of built) {
        const { row, late } = await judge(found);
        const isWanted = row.isWanted && rows.some((each) => each.isWanted);
        store.transaction(() => {
          const seq = table.nextSeq(importId);
          const entered = row.plan === null ? [] : collectEntered(files, row.plan);
          const position = Math.min(...rows.map((each) => each.position));
          table.add(importId, seq, { ...row, isWanted });
          table.noteMade(importId, seq, { step, position, entered });
          seqs.push(seq);
          if (late.length > 0) {
            const told = table.nextSeq(importId);
            const path = row.label;
            table.add(importId, told, problemRow({ path, problem: 'late-beside', detail: late.join(', ') }));
            table.noteMade(importId, told, { step, position, entered: [] });
          }
        });
      }
    } catch (error) {
      store.transaction(() => table.undoStep(importId));
      throw error;
    }
    store.transaction(() => recount(options, live));
    return seqs;
  };
}

/** Creates the changes of which files are one scene. */
function createArranging(options: EditOptions) {
  const { table, runner } = options;
  const replace = createReplacement(options);

  async function arrange(importId: number, work: (live: StoredImport) => Promise<Arranged>) {
    ensureReady(options, importId);
    try {
      return await runner.edit(importId, work);
    } catch (error) {
      if (error instanceof ArrangeError) return error.arranged;
      if (error instanceof SourceFileError) return { seqs: [], problem: error.problem, detail: error.path };
      throw error;
    }
  }

  return {
    /** Makes one scene of these rows. */
    join: (importId: number, seqs: readonly number[], name: string | null): Promise<Arranged> =>
      arrange(importId, async (live) => {
        const rows = table.editable(importId, seqs);
        if (rows.length < 2) throw new AppError('NOT_FOUND', { what: `rows of import ${importId}` });
        const scene = arrangeJoined(rows, name);
        if (scene === null) throw new ArrangeError('several-services', '');
        return { seqs: await replace(live, 'join', [{ scenes: [scene], rows }]), problem: null, detail: '' };
      }),
    /** Makes a scene of each raster of these rows. */
    split: (importId: number, seqs: readonly number[]): Promise<Arranged> =>
      arrange(importId, async (live) => {
        const parts = table.editable(importId, seqs).flatMap((row) => {
          const scenes = arrangeSplit(row);
          return scenes.length === 0 ? [] : [{ scenes, rows: [row] }];
        });
        if (parts.length === 0) throw new ArrangeError('nothing-to-split', '');
        return { seqs: await replace(live, 'split', parts), problem: null, detail: '' };
      }),
  };
}

/**
 * Creates the changes that a person makes to what an import has found, before it starts: scenes are joined and split, and described. What
 * the list shows afterwards is what is imported, and each change can be taken back. All throw CONFLICT unless the import is ready.
 */
export function createImportEdits(options: EditOptions) {
  const { store, table, now, changed } = options;
  return {
    ...createArranging(options),
    /** Returns the rows that can be imported, in the order of the list. */
    plannedSeqs: (importId: number) => table.plannedSeqs(importId),
    /** Returns the files of scenes, and how a scene of all of them is named. */
    files(importId: number, seqs: readonly number[]) {
      ensureReady(options, importId);
      const rows = table.editable(importId, seqs);
      const files: ImportFile[] = [];
      for (const { seq, plan, entered } of rows)
        for (const { place, kind, sizeBytes, bands, bandCount } of plan.files) {
          if (files.length >= mostArranged) break;
          const named = entered.findLast((entry) => entry.bands?.[place] !== undefined)?.bands?.[place];
          const scene = plan.scene.source.sceneId;
          files.push({ seq, scene, place, kind, sizeBytes, bandCount, bands: named ?? bands });
        }
      return { files, ...nameJoined(rows) };
    },
    /** Records when and by which satellite scenes were acquired. */
    enterFacts(
      importId: number,
      seqs: readonly number[],
      facts: Pick<Entered[number], 'acquired' | 'satelliteName'>,
    ): EnteredResult {
      const live = ensureReady(options, importId);
      if (facts.acquired !== undefined && readEnteredTime(facts.acquired) === null)
        return { isTimeRead: false, changed: 0, ofService: 0 };
      const changes = store.transaction(() => {
        const step = table.beginStep(importId, 'facts');
        const count = table.enter(importId, seqs, { ...facts, step, at: now().toISOString() });
        // A step that changed nothing is not one that could be taken back.
        if (count === 0) table.undoStep(importId);
        recount(options, live);
        return count;
      });
      changed();
      return { isTimeRead: true, changed: changes, ofService: seqs.length - changes };
    },
    /** Records the names of the bands of rasters; returns how many were changed. */
    enterBands(
      importId: number,
      rasters: readonly { seq: number; place: string }[],
      names: readonly string[],
    ): number {
      const live = ensureReady(options, importId);
      const bySeq = Map.groupBy(rasters, ({ seq }) => seq);
      const count = store.transaction(() => {
        const step = table.beginStep(importId, 'bands');
        const at = now().toISOString();
        let entered = 0;
        for (const [seq, places] of bySeq) {
          const bands = Object.fromEntries(places.map(({ place }) => [place, [...names]]));
          entered += table.enter(importId, [seq], { step, at, bands }) * places.length;
        }
        if (entered === 0) table.undoStep(importId);
        recount(options, live);
        return entered;
      });
      changed();
      return count;
    },
    /** Takes back the latest change. */
    undoEdit(importId: number) {
      const live = ensureReady(options, importId);
      store.transaction(() => {
        table.undoStep(importId);
        recount(options, live);
      });
      changed();
    },
  };
}
