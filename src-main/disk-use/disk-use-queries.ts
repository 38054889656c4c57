import { z } from 'zod';
import {
  type DiskUse,
  type FreeableKind,
  mostUseRows,
  type Use,
} from '../../src-preload/contract/disk-use.ts';
import { libraryFileIdSchema } from '../../src-preload/contract/ids.ts';
import type { Params, Store } from '../store/store.ts';

/** A kind of files of scenes; the other kinds are files of Nadir. */
export type SceneFileKind = Exclude<FreeableKind, 'display' | 'partial'>;

/** Which files of scenes may be freed. */
export interface FreeableFilter {
  /** ISO 8601, UTC: only scenes that were acquired before it; null for all. */
  before: string | null;
  /** The connections by which files can be downloaded again. */
  connections: readonly string[];
  /** Other library folders, absolute with a separator at the end: their files are read in place and never freed. */
  others: readonly string[];
}

/** What the report asks; it can be sent to the thread of lists. */
export type UseQuestion = FreeableFilter;

const useRow = { scenes: z.number(), files: z.number(), bytes: z.number() };
const projectRow = z.object({ name: z.string().nullable(), ...useRow });
const totalRow = z.object({ ...useRow, thumbnailOnly: z.number() });
const freeableRow = z.object({ files: z.number(), bytes: z.number() });
const fileRow = z.object({ fileId: libraryFileIdSchema, sizeBytes: z.number() });
/** A file that may be freed. */
export type FreeableFile = z.infer<typeof fileRow>;

const onDisk = 'f.path IS NOT NULL AND f.missing = 0';
/** A scene counts as in the list of scenes on disk (`find/indexed-rows.ts`): its thumbnail alone is not enough. Its bytes are used all the same. */
const countedScenes = "count(DISTINCT CASE WHEN f.name <> 'thumbnail' THEN f.scene_row END)";
const sums = `${countedScenes} AS scenes, count(*) AS files, coalesce(sum(f.size_bytes), 0) AS bytes`;
const thumbnailOnly = `count(DISTINCT f.scene_row) - ${countedScenes} AS thumbnailOnly`;
const joined = `FROM scene_file f JOIN scene ON scene.id = f.scene_row`;

/** Thumbnails stay: lists show them, and they are small. */
const isFreeable = `${onDisk} AND f.name <> 'thumbnail'
  AND NOT EXISTS (SELECT 1 FROM json_each(:others) WHERE substr(f.path, 1, length(value)) = value)`;
const isOld = `(:before IS NULL OR coalesce(scene.taken_at, f.saved_at) < :before)`;
const ofKind: Record<SceneFileKind, string> = {
  archives: `f.name = 'delivery_zip'
    AND EXISTS (SELECT 1 FROM unpacking u WHERE u.file_id = f.id AND u.done_at IS NOT NULL AND u.folder IS NOT NULL)`,
  again: `scene.connection_id IN (SELECT value FROM json_each(:connections)) AND ${isOld}`,
  older: isOld,
};

const paramsOf = (kind: SceneFileKind, { before, connections, others }: FreeableFilter): Params => ({
  others: JSON.stringify(others),
  ...(kind === 'archives' ? {} : { before }),
  ...(kind === 'again' ? { connections: JSON.stringify(connections) } : {}),
});

/** Adds up what is not among the rows that are listed; null if that is nothing. */
function remainderOf(rows: readonly Use[]): Use | null {
  const rest = { scenes: 0, files: 0, bytes: 0 };
  for (const { scenes, files, bytes } of rows.slice(mostUseRows)) {
    rest.scenes += scenes;
    rest.files += files;
    rest.bytes += bytes;
  }
  return rest.files === 0 ? null : rest;
}

/** Creates the queries of what the files of the library use. They read all records, so the thread of lists runs them. */
export function createDiskUseQueries({ store }: { store: Store }) {
  const grouped = (name: string, order: string) =>
    store.all(
      projectRow,
      `SELECT ${name} AS name, ${sums} ${joined} WHERE ${onDisk} GROUP BY 1 ORDER BY ${order}`,
    );
  return {
    report(question: UseQuestion): Omit<DiskUse, 'freeBytes'> {
      const total = store.get(totalRow, `SELECT ${sums}, ${thumbnailOnly} FROM scene_file f WHERE ${onDisk}`);
      const projects = grouped('scene.project', 'bytes DESC, 1');
      const months = grouped('substr(scene.taken_at, 1, 7)', '1 DESC');
      const kinds: SceneFileKind[] = ['archives', 'again', 'older'];
      const freeable = kinds.map((kind) => ({
        kind,
        ...(store.get(
          freeableRow,
          `SELECT count(*) AS files, coalesce(sum(f.size_bytes), 0) AS bytes ${joined} WHERE ${isFreeable} AND ${ofKind[kind]}`,
          paramsOf(kind, question),
        ) ?? { files: 0, bytes: 0 }),
      }));
      return {
        total: total ?? { scenes: 0, files: 0, bytes: 0, thumbnailOnly: 0 },
        projects: projects.slice(0, mostUseRows).map(({ name, ...use }) => ({ project: name, ...use })),
        otherProjects: remainderOf(projects),
        months: months.slice(0, mostUseRows).map(({ name, ...use }) => ({ month: name, ...use })),
        otherMonths: remainderOf(months),
        freeable,
      };
    },
    /** Returns the next files that may be freed, by id; fewer than `limit` means the end. */
    freeable: (
      kind: SceneFileKind,
      filter: FreeableFilter,
      { after, limit }: { after: number; limit: number },
    ): FreeableFile[] =>
      store.all(
        fileRow,
        `SELECT f.id AS fileId, coalesce(f.size_bytes, 0) AS sizeBytes ${joined}
         WHERE f.id > :after AND ${isFreeable} AND ${ofKind[kind]} ORDER BY f.id LIMIT :limit`,
        { ...paramsOf(kind, filter), after, limit },
      ),
  };
}

/** What `createDiskUseQueries` returns. */
export type DiskUseQueries = ReturnType<typeof createDiskUseQueries>;
