import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { allMigrations } from '../../src-main/app/all-migrations.ts';
import { createReviewedScenes } from '../../src-main/app/reviewed-scenes.ts';
import { createDisk } from '../../src-main/features/library/holdings/disk/disk.ts';
import {
  type LibrarySceneId,
  libraryFileIdSchema,
  librarySceneIdSchema,
} from '../../src-preload/contract/ids.ts';
import type { SceneImport } from '../../src-preload/contract/scene-imports.ts';
import { createHoldingsNadir } from '../holdings-world.ts';
import { createImportParts, type ImportFaults } from '../import-world.ts';
import { openTestStore } from '../open-test-store.ts';
import { createReviewParts, reviewerIdOf } from '../reviews-world.ts';
import { createFaultyProcess, type FaultyProcess, type SystemFault } from './faulty-system.ts';
import type { LibrarySource } from './library-sources.ts';
import type { LooseDrive } from './loose-drive.ts';

const sceneRow = z.object({ id: librarySceneIdSchema, sceneId: z.string(), hasFiles: z.number() });
const recordRow = z.object({ path: z.string(), sha256: z.string().nullable() });
const fileRow = z.object({ id: libraryFileIdSchema, path: z.string(), sceneId: z.string() });
const importedRow = z.object({ label: z.string(), outcome: z.string(), folder: z.string().nullable() });

interface NadirOptions {
  library: string;
  /** The drives of the library and of what is imported. */
  drives: readonly LooseDrive[];
  /** Tells this data folder from the others; also who reviews. */
  number: number;
  now: () => Date;
  requests: ImportFaults;
  /** Runs work as a process that can fail. */
  run: <T>(process: FaultyProcess, work: () => Promise<T>) => Promise<T>;
}

/** The scene that a row of an import, or an item, is: its name may have got a fingerprint. */
export const plainName = (label: string): string => label.replace(/-[0-9a-f]{8}$/, '');

/**
 * One Nadir with its database, whose process may end at any operation of the disk: the library's records, the catalog, checks and
 * repairs, imports of scenes, and reviews.
 */
export function openLibraryNadir({ library, drives, number, now, requests, run }: NadirOptions) {
  const instance = `n${number}`;
  const reviewer = { id: reviewerIdOf(number), name: `Reviewer ${number}` };
  let opened = openTestStore(allMigrations);
  let databases = 0;
  let process = createFaultyProcess(drives);
  /** What was told as a defect, by processes that have ended too. */
  const errors: unknown[] = [];

  function create() {
    const { store } = opened;
    const own = process;
    const onError = (error: unknown) => void (own.isDead() ? null : errors.push(error));
    const noFolders = { folderOf: () => null, isAway: () => false };
    const scenes = createReviewedScenes({ store, session: { named: () => [] }, folderWatch: noFolders });
    const common = { store, now };
    return {
      holdings: createHoldingsNadir({ ...common, library, instance, disk: createDisk() }),
      ...createImportParts({
        ...common,
        library,
        instance,
        faults: requests,
        rasterSaved: () => undefined,
        onError,
      }),
      said: createReviewParts({
        ...common,
        disk: createDisk(),
        library: () => library,
        me: () => reviewer,
        writer: `b${number}${String(databases).padStart(10, '0')}`,
        scene: scenes.get,
        find: scenes.find,
        folderOf: scenes.folderOf,
      }),
    };
  }
  let parts = create();

  /** Does something until it is done or the process has ended; returns whether the process lives. */
  async function live(work: () => Promise<unknown>): Promise<boolean> {
    const own = process;
    await run(own, () => Promise.race([own.died, work()]));
    return !own.isDead();
  }

  /** Starts again after the end of the process, as Nadir does: what an import left is looked at. */
  async function restart(fault: SystemFault = { kind: 'none' }): Promise<boolean> {
    errors.push(...parts.holdings.errors, ...parts.said.errors);
    process.release();
    opened.reopen();
    process = createFaultyProcess(drives);
    parts = create();
    process.begin(fault);
    return live(() => parts.imports.recover());
  }

  async function begin(how: LibrarySource['how']): Promise<void> {
    const { imports, received } = parts;
    if ('paths' in how) await imports.readPaths(how.paths);
    else if ('address' in how) {
      const rest = { collections: '', box: null, from: null, to: null, most: 100 };
      await imports.readAddress({ address: how.address, ...rest });
    } else {
      const ids = [];
      for (const path of how.copies) {
        const bytes = readFileSync(path);
        const id = await received.begin({ name: basename(path), sizeBytes: bytes.length });
        for (let at = 0; at < bytes.length; at += 30_000)
          await received.add(id, bytes.subarray(at, at + 30_000).toString('base64'));
        ids.push(id);
      }
      await imports.readCopies(ids);
    }
    await imports.idle();
  }

  const nadir = {
    instance,
    reviewer,
    live,
    restart,
    get parts() {
      return parts;
    },
    get process() {
      return process;
    },
    /** Brings the scenes of a source in, to the end or until something goes wrong. Returns the import; null if it was refused. */
    async importFrom(source: LibrarySource): Promise<SceneImport | null> {
      await begin(source.how).catch((error: unknown) => {
        // The page is told of it.
        if (!(error instanceof Error && 'code' in error)) throw error;
      });
      const [first] = parts.imports.list();
      if (first === undefined || first.state !== 'ready') return null;
      return nadir.goOn(first.importId);
    },
    async goOn(importId: number): Promise<SceneImport | null> {
      parts.imports.start(importId);
      await parts.imports.idle();
      return parts.imports.list().find((each) => each.importId === importId) ?? null;
    },
    /** What the application does soon after each change: catalog, what is left of imports, reviews. */
    async settle() {
      await parts.holdings.sync();
      parts.imports.clean();
      await parts.imports.idle();
      await parts.said.write();
    },
    rowsOf: (importId: number) =>
      opened.store.all(
        importedRow,
        'SELECT label, outcome, folder FROM scene_import_row WHERE import_id = :importId',
        { importId },
      ),
    /** All scenes of the index. */
    scenes: () =>
      opened.store.all(
        sceneRow,
        `SELECT id, scene_id AS sceneId, EXISTS (SELECT 1 FROM scene_file f WHERE f.scene_row = scene.id AND path IS NOT NULL
           AND missing = 0) AS hasFiles FROM scene ORDER BY id`,
      ),
    /** The SHA-256 of the files that the index has of a scene and that are as it says. */
    filesOf(id: LibrarySceneId): string[] {
      const rows = opened.store.all(
        recordRow,
        'SELECT path, sha256 FROM scene_file WHERE scene_row = :id AND path IS NOT NULL AND missing = 0',
        { id },
      );
      return rows.flatMap(({ path, sha256 }) => {
        const absolute = join(library, path);
        if (sha256 === null || !existsSync(absolute)) return [];
        return createHash('sha256').update(readFileSync(absolute)).digest('hex') === sha256 ? [sha256] : [];
      });
    },
    /** Deletes the records of files that are gone for good: the other Nadir, whose they were, has taken them back. */
    giveUpGone(isGone: (sceneId: string) => boolean) {
      const rows = opened.store.all(
        fileRow,
        'SELECT f.id, path, scene_id AS sceneId FROM scene_file f JOIN scene ON scene.id = scene_row WHERE path IS NOT NULL',
      );
      for (const { id, path, sceneId } of rows)
        if (isGone(sceneId) && !existsSync(join(library, path))) parts.scenes.markRemoved(id);
    },
    pendingReviews: () => parts.said.table.countPending(),
    /** The database is lost; the folder is read into a new one. */
    async loseDatabase() {
      process.release();
      opened.remove();
      databases += 1;
      opened = openTestStore(allMigrations);
      await restart();
      await live(async () => {
        await parts.holdings.rebuild();
        parts.said.reading.start(null);
        await parts.said.reading.idle();
      });
    },
    allErrors: () => [...errors, ...parts.holdings.errors, ...parts.said.errors],
    remove() {
      process.release();
      opened.remove();
    },
  };
  return nadir;
}

/** What `openLibraryNadir` returns. */
export type LibraryNadir = ReturnType<typeof openLibraryNadir>;
