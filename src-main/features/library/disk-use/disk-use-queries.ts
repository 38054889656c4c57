import { z } from 'zod';
import {
  type DiskUse,
  type FreeableKind,
  mostUseRows,
  type Use,
} from '../../../../src-preload/contract/disk-use.ts';
import { libraryFileIdSchema } from '../../../../src-preload/contract/ids.ts';
import type { Params, Store } from '../../../store/store.ts';

/** A kind of files of scenes. The other kinds are Nadir's own files. */
export type SceneFileKind = Exclude<FreeableKind, 'display' | 'partial'>;

/** The conditions for files of scenes that may be freed. */
export interface FreeableFilter {
  /** Only scenes that were certainly acquired before this time (ISO 8601, UTC); null for all. */
  before: string | null;
  /** The ids of the connections by which files can be downloaded again. */
  connections: readonly string[];
  /** The further library folders, absolute with a separator at the end. Their files are never freed. */
  others: readonly string[];
}

/** The question of the report, which can be sent to the thread of lists. */
export type UseQuestion = FreeableFilter;

const useRow = { scenes: z.number(), files: z.number(), bytes: z.number() };
const projectRow = z.object({ name: z.string().nullable(), ...useRow });
const totalRow = z.object({ ...useRow, thumbnailOnly: z.number() });
const freeableRow = z.object({ files: z.number(), bytes: z.number() });
const fileRow = z.object({ fileId: libraryFileIdSchema, sizeBytes: z.number() });
/** A file that may be freed. */
export type FreeableFile = z.infer<typeof fileRow>;

const onDisk = 'f.path IS NOT NULL AND f.missing = 0';
/** Scenes are counted as in the list of scenes on disk (`find/indexed-rows.ts`): a thumbnail alone is not enough. Its bytes are counted. */
const countedScenes = "count(DISTINCT CASE WHEN f.name <> 'thumbnail' THEN f.scene_row END)";
const sums = `${countedScenes} AS scenes, count(*) AS files, coalesce(sum(f.size_bytes), 0) AS bytes`;
const thumbnailOnly = `count(DISTINCT f.scene_row) - ${countedScenes} AS thumbnailOnly`;
const fromFiles = `FROM scene_file f JOIN scene ON scene.id = f.scene_row`;

/** Thumbnails are never freed, because lists show them and they are small. */
const isFreeable = `${onDisk} AND f.name <> 'thumbnail'
  AND NOT EXISTS (SELECT 1 FROM json_each(:others) WHERE substr(f.path, 1, length(value)) = value)`;
const isOld = `(:before IS NULL OR coalesce(scene.taken_until, f.saved_at) < :before)`;
/** The month in which a scene was certainly acquired. A year alone is not one of its months. */
const monthOfScene =
  'CASE WHEN substr(scene.taken_from, 1, 7) = substr(scene.taken_until, 1, 7) THEN substr(scene.taken_from, 1, 7) END';
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

/** Returns the sum of the rows beyond the limit of the list; null if there are none. */
function remainderOf(rows: readonly Use[]): Use | null {
  const rest = { scenes: 0, files: 0, bytes: 0 };
  for (const { scenes, files, bytes } of rows.slice(mostUseRows)) {
    rest.scenes += scenes;
    rest.files += files;
    rest.bytes += bytes;
  }
  return rest.files === 0 ? null : rest;
}

/** Creates the queries of the disk use of the library. They read all records, so that they run in the thread of lists. */
export function createDiskUseQueries({ store }: { store: Store }) {
  const grouped = (name: string, order: string) =>
    store.all(
      projectRow,
      `SELECT ${name} AS name, ${sums} ${fromFiles} WHERE ${onDisk} GROUP BY 1 ORDER BY ${order}`,
    );
  return {
    /** Returns the disk use by project and by month, and how much of each kind can be freed. */
    report(question: UseQuestion): Omit<DiskUse, 'freeBytes'> {
      const total = store.get(totalRow, `SELECT ${sums}, ${thumbnailOnly} FROM scene_file f WHERE ${onDisk}`);
      const projects = grouped('scene.project', 'bytes DESC, 1');
      const months = grouped(monthOfScene, '1 DESC');
      const kinds: SceneFileKind[] = ['archives', 'again', 'older'];
      const freeable = kinds.map((kind) => ({
        kind,
        ...(store.get(
          freeableRow,
          `SELECT count(*) AS files, coalesce(sum(f.size_bytes), 0) AS bytes ${fromFiles} WHERE ${isFreeable} AND ${ofKind[kind]}`,
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
    /** Returns the next files that may be freed, in the order of their ids; fewer than `limit` at the end. */
    freeable: (
      kind: SceneFileKind,
      filter: FreeableFilter,
      { after, limit }: { after: number; limit: number },
    ): FreeableFile[] =>
      store.all(
        fileRow,
        `SELECT f.id AS fileId, coalesce(f.size_bytes, 0) AS sizeBytes ${fromFiles}
         WHERE f.id > :after AND ${isFreeable} AND ${ofKind[kind]} ORDER BY f.id LIMIT :limit`,
        { ...paramsOf(kind, filter), after, limit },
      ),
  };
}

/** What `createDiskUseQueries` returns. */
export type DiskUseQueries = ReturnType<typeof createDiskUseQueries>;
