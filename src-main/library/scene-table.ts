import { sep } from 'node:path';
import { setImmediate as yieldToLoop } from 'node:timers/promises';
import { z } from 'zod';
import {
  type CaptureId,
  captureIdSchema,
  connectionIdSchema,
  type LibraryFileId,
  type LibrarySceneId,
  libraryFileIdSchema,
  librarySceneIdSchema,
  type Scope,
  sceneIdSchema,
  taskIdSchema,
} from '../../src-preload/contract/ids.ts';
import type {
  SceneDetails,
  SceneFile,
  SceneFilter,
  SceneFootprints,
  SceneRow,
} from '../../src-preload/contract/library.ts';
import { AppError } from '../app-error.ts';
import { boxOf, readFootprint, unwrappedRings } from '../core/footprint.ts';
import type { Observed } from '../core/observed-state.ts';
import { scopeParams } from '../core/scope.ts';
import { isoTime } from '../service/api/iso-time.ts';
import { mergeRaw } from '../service/api/merge-raw.ts';
import type { Row } from '../service/api/service-client.ts';
import { type WireScene, wireSceneSchema } from '../service/api/wire.ts';
import { redactScene } from '../service/redaction/redact-scene.ts';
import { readableRows } from '../store/readable-rows.ts';
import { fold, searchWords } from '../store/search-words.ts';
import type { Params, Store } from '../store/store.ts';
import { storedContractId } from '../store/stored-contract-id.ts';
import { storedRecord } from '../store/stored-json.ts';

const namesSchema = z.array(z.string());
const footprintRow = z.object({
  id: librarySceneIdSchema,
  footprint: z.string().nullable(),
  saved: z.number(),
});

const rawRow = z.object({ raw: z.string() });
const idRow = z.object({ id: librarySceneIdSchema });
const sceneRestRow = z.object({
  footprint: z.string().nullable(),
  lastModified: z.string().nullable(),
  raw: z.string(),
});
const countRow = z.object({ n: z.number() });

interface SceneTask {
  taskId: number;
  name: string;
  project: string;
}

const sceneRowSchema = z.object({
  librarySceneId: librarySceneIdSchema,
  connectionId: connectionIdSchema,
  contractId: storedContractId,
  sceneId: sceneIdSchema,
  captureId: captureIdSchema.nullable(),
  taskId: taskIdSchema.nullable(),
  taskName: z.string().nullable(),
  project: z.string().nullable(),
  timestamp: z.string().nullable(),
  satelliteName: z.string().nullable(),
  productName: z.string().nullable(),
  cloudCover: z.number().nullable(),
  west: z.number().nullable(),
  south: z.number().nullable(),
  east: z.number().nullable(),
  north: z.number().nullable(),
  hasThumbnail: z.number(),
  filesOnDisk: z.number(),
  bytesOnDisk: z.number(),
});

const sceneColumns = `scene.id AS librarySceneId, connection_id AS connectionId, contract_id AS contractId, scene_id AS sceneId,
  capture_id AS captureId, task_id AS taskId, task_name AS taskName, project, taken_at AS timestamp, satellite AS satelliteName,
  product_name AS productName, cloud_cover AS cloudCover, west, south, east, north,
  EXISTS (SELECT 1 FROM scene_file f WHERE f.scene_row = scene.id AND f.name = 'thumbnail' AND f.path IS NOT NULL AND f.missing = 0) AS hasThumbnail,
  (SELECT count(*) FROM scene_file f WHERE f.scene_row = scene.id AND f.name <> 'thumbnail' AND f.path IS NOT NULL AND f.missing = 0) AS filesOnDisk,
  (SELECT coalesce(sum(f.size_bytes), 0) FROM scene_file f WHERE f.scene_row = scene.id AND f.path IS NOT NULL AND f.missing = 0) AS bytesOnDisk`;

const fileRowSchema = z.object({
  fileId: libraryFileIdSchema,
  librarySceneId: librarySceneIdSchema,
  kind: z.enum(['raster', 'attachment']),
  name: z.string(),
  fileName: z.string(),
  bands: z.string(),
  path: z.string().nullable(),
  sizeBytes: z.number().nullable(),
  sha256: z.string().nullable(),
  savedAt: z.string().nullable(),
  missing: z.number(),
  rasterInfo: z.string().nullable(),
});
export type FileRow = z.infer<typeof fileRowSchema>;

const fileColumns = `id AS fileId, scene_row AS librarySceneId, kind, name, file_name AS fileName, bands, path, size_bytes AS sizeBytes,
  sha256, saved_at AS savedAt, missing, raster_info AS rasterInfo`;

/** As the index `scene_file_on_disk` says it. */
const hasFiles = `EXISTS (SELECT 1 FROM scene_file f WHERE f.scene_row = scene.id AND f.path IS NOT NULL AND f.missing = 0 AND f.name <> 'thumbnail')`;

/** Read off that index alone: asking each scene for its files takes twice as long as the whole list may. */
const scenesWithFiles = `SELECT count(*) AS n FROM (SELECT DISTINCT scene_row FROM scene_file INDEXED BY scene_file_on_disk
  WHERE path IS NOT NULL AND missing = 0 AND name <> 'thumbnail')`;

const sorts = {
  time: 'taken_at',
  saved: '(SELECT max(saved_at) FROM scene_file f WHERE f.scene_row = scene.id AND f.path IS NOT NULL)',
  name: 'scene_id',
};

const rawSchema = z.record(z.string(), z.unknown());
const savedFileSchema = z.object({
  fileId: libraryFileIdSchema,
  path: z.string(),
  missing: z.number(),
  sizeBytes: z.number().nullable(),
});
export type SavedFile = z.infer<typeof savedFileSchema>;

/** Rows read in one go: a library of any size stops the main loop for a few milliseconds at a time. */
const batchSize = 500;

/** A centimetre: what is drawn needs no more, and the answer shrinks by half. */
const drawnDegrees = (value: number) => Math.round(value * 1e7) / 1e7;

/** The middle of a box over the antimeridian may lie beyond 180. */
function wrapped(longitude: number): number {
  return longitude > 180 ? longitude - 360 : longitude;
}

function toRow({ west, south, east, north, hasThumbnail, ...row }: z.infer<typeof sceneRowSchema>): SceneRow {
  const bbox: SceneRow['bbox'] =
    west === null || south === null || east === null || north === null ? null : [west, south, east, north];
  return {
    ...row,
    bbox,
    longitude: bbox ? wrapped((bbox[0] + bbox[2]) / 2) : null,
    latitude: bbox ? (bbox[1] + bbox[3]) / 2 : null,
    hasThumbnail: hasThumbnail === 1,
  };
}

export interface SceneTableOptions {
  store: Store;
  now: () => Date;
  taskOfCapture: (scope: Scope, captureId: CaptureId) => SceneTask | null;
  /** Files that a transfer is fetching right now or will. */
  transferring: (fileId: LibraryFileId) => boolean;
  observed?: Observed;
  /** The scenes that need a look, of all connections. */
  flagged?: () => readonly string[];
}

const storedTexts = (text: string): string[] => {
  const { list } = storedRecord(`{"list":${text}}`);
  return namesSchema.safeParse(list).data ?? [];
};

/** A damaged one is none: it must not take the others off the map. */
const storedFootprint = (text: string | null) => (text === null ? null : readFootprint(storedRecord(text)));

/** Scenes and their files: what was seen and what is on disk. No network, no pixels. */
export function createSceneTable({
  store,
  now,
  taskOfCapture,
  transferring,
  observed,
  flagged,
}: SceneTableOptions) {
  function where({ search, onDiskOnly, needsLook }: SceneFilter): { sql: string; params: Params } {
    const { conditions, params } = searchWords(search);
    if (needsLook) params.flagged = JSON.stringify(flagged?.() ?? []);
    const only = needsLook ? ['scene.id IN (SELECT CAST(value AS INTEGER) FROM json_each(:flagged))'] : [];
    return { sql: ['1', ...only, ...(onDiskOnly ? [hasFiles] : []), ...conditions].join(' AND '), params };
  }

  /** Stores a scene of a query; files once known stay, also when a later answer lists them no more. */
  function put(scope: Scope, captureId: CaptureId, answer: Row<WireScene>): LibrarySceneId {
    const before = store.get(
      rawRow,
      'SELECT raw FROM scene WHERE connection_id = :connectionId AND contract_id = :contractId AND scene_id = :sceneId',
      {
        ...scopeParams(scope),
        sceneId: answer.parsed.scene_id,
      },
    );
    const own = rawSchema.parse(redactScene(answer.raw));
    // A later answer may be thinner: a field that is missing is not an empty one.
    const raw = before ? mergeRaw(storedRecord(before.raw), own, { nullIsSaid: true }) : own;
    const whole = before ? wireSceneSchema.safeParse(raw) : null;
    // The files are those of the answer: their links were taken out of what is kept.
    const { rasters, attachments } = answer.parsed;
    const parsed = { ...(whole?.success ? whole.data : answer.parsed), rasters, attachments };
    const footprint = readFootprint(parsed.footprint);
    const box = footprint ? boxOf(unwrappedRings(footprint)) : null;
    const task = taskOfCapture(scope, captureId);
    const cloud = parsed.metadata?.cloud_cover;
    const values = {
      ...scopeParams(scope),
      sceneId: parsed.scene_id,
      captureId,
      taskId: task?.taskId ?? null,
      taskName: task?.name ?? null,
      project: task?.project ?? null,
      takenAt: isoTime(parsed.timestamp),
      satellite: parsed.satellite_name,
      productName: parsed.productname,
      // JSON knows 1e999, and a row that holds Infinity cannot be read again.
      cloudCover: typeof cloud === 'number' && Number.isFinite(cloud) ? cloud : null,
      west: box?.[0] ?? null,
      south: box?.[1] ?? null,
      east: box?.[2] ?? null,
      north: box?.[3] ?? null,
      footprint: footprint ? JSON.stringify(footprint) : null,
      folded: fold(
        [
          parsed.scene_id,
          parsed.satellite_name,
          task?.name,
          task?.project,
          parsed.productname,
          parsed.timestamp,
        ].join(' '),
      ),
      lastModified: isoTime(parsed.last_modified),
      raw: JSON.stringify(raw),
      seenAt: now().toISOString(),
    };
    store.run(
      `INSERT INTO scene (connection_id, contract_id, scene_id, capture_id, task_id, task_name, project, taken_at, satellite,
         product_name, cloud_cover, west, south, east, north, footprint, folded, last_modified, raw, seen_at)
       VALUES (:connectionId, :contractId, :sceneId, :captureId, :taskId, :taskName, :project, :takenAt, :satellite,
         :productName, :cloudCover, :west, :south, :east, :north, :footprint, :folded, :lastModified, :raw, :seenAt)
       ON CONFLICT (connection_id, contract_id, scene_id) DO UPDATE SET capture_id = :captureId, task_id = coalesce(:taskId, task_id),
         task_name = coalesce(:taskName, task_name), project = coalesce(:project, project), taken_at = :takenAt,
         satellite = :satellite, product_name = :productName, cloud_cover = :cloudCover, west = :west, south = :south,
         east = :east, north = :north, footprint = :footprint, folded = :folded, last_modified = :lastModified, raw = :raw,
         seen_at = :seenAt`,
      values,
    );
    const row = store.get(
      idRow,
      'SELECT id FROM scene WHERE connection_id = :connectionId AND contract_id = :contractId AND scene_id = :sceneId',
      { connectionId: values.connectionId, contractId: values.contractId, sceneId: values.sceneId },
    );
    if (!row) throw new Error('a scene just stored is not there');
    if (!box) store.run('DELETE FROM scene_box WHERE id = :id', { id: row.id });
    else {
      store.run('INSERT OR REPLACE INTO scene_box VALUES (:id, :west, :east, :south, :north)', {
        id: row.id,
        west: box[0],
        east: box[2],
        south: box[1],
        north: box[3],
      });
    }
    observed?.(scope, { kind: 'scene', id: String(row.id), parentId: captureId, captureId, state: 'seen' });
    const files = [
      ...parsed.attachments.map((file) => ({
        kind: 'attachment',
        name: file.name,
        fileName: file.file_name,
        bands: [] as string[],
      })),
      ...parsed.rasters.map((file) => ({
        kind: 'raster',
        name: file.file_name,
        fileName: file.file_name,
        bands: file.bands,
      })),
    ];
    for (const [position, file] of files.entries()) {
      store.run(
        `INSERT INTO scene_file (scene_row, kind, name, file_name, bands, position) VALUES (:scene, :kind, :name, :fileName, :bands, :position)
         ON CONFLICT (scene_row, kind, name) DO UPDATE SET file_name = :fileName, position = :position,
           bands = CASE WHEN :bands = '[]' THEN bands ELSE :bands END`,
        {
          scene: row.id,
          kind: file.kind,
          name: file.name,
          fileName: file.fileName,
          bands: JSON.stringify(file.bands),
          position,
        },
      );
    }
    return row.id;
  }

  function fileView(row: FileRow): SceneFile {
    const state =
      row.path !== null
        ? row.missing
          ? 'missing'
          : 'on-disk'
        : transferring(row.fileId)
          ? 'transferring'
          : 'remote';
    return {
      fileId: row.fileId,
      kind: row.kind,
      name: row.name,
      fileName: row.fileName,
      bands: storedTexts(row.bands),
      state,
      sizeBytes: row.sizeBytes,
      sha256: row.sha256,
      savedAt: row.savedAt,
    };
  }

  const filesOf = (id: LibrarySceneId) =>
    readableRows(
      store,
      fileRowSchema,
      `SELECT ${fileColumns} FROM scene_file WHERE scene_row = :id ORDER BY kind DESC, position`,
      { id },
    ).rows;

  function get(id: LibrarySceneId): SceneDetails {
    const row = store.get(sceneRowSchema, `SELECT ${sceneColumns} FROM scene WHERE id = :id`, { id });
    const rest = store.get(
      sceneRestRow,
      'SELECT footprint, last_modified AS lastModified, raw FROM scene WHERE id = :id',
      { id },
    );
    if (!row || !rest) throw new AppError('NOT_FOUND', { what: `scene ${id}` });
    return {
      ...toRow(row),
      footprint: storedFootprint(rest.footprint),
      files: filesOf(id).map(fileView),
      lastModified: rest.lastModified,
      raw: storedRecord(rest.raw),
    };
  }

  function file(id: LibraryFileId): FileRow {
    const row = store.get(fileRowSchema, `SELECT ${fileColumns} FROM scene_file WHERE id = :id`, { id });
    if (!row) throw new AppError('NOT_FOUND', { what: `file ${id}` });
    return row;
  }

  return {
    put,
    get,
    file,
    filesOf,
    list(options: {
      filter: SceneFilter;
      sort: keyof typeof sorts;
      descending: boolean;
      offset: number;
      limit: number;
    }) {
      const { sql, params } = where(options.filter);
      const { onDiskOnly, needsLook, search } = options.filter;
      const isDiskAlone =
        onDiskOnly === true && needsLook !== true && searchWords(search).conditions.length === 0;
      const total = isDiskAlone
        ? store.get(countRow, scenesWithFiles)?.n
        : store.get(countRow, `SELECT count(*) AS n FROM scene WHERE ${sql}`, params)?.n;
      const direction = options.descending ? 'DESC' : 'ASC';
      const order = `ORDER BY ${sorts[options.sort]} ${direction}, scene.id ${direction}`;
      // Which rows first, then what they hold: else the columns of all rows before the page would be worked out too.
      const { rows } = readableRows(
        store,
        sceneRowSchema,
        `SELECT ${sceneColumns} FROM (SELECT scene.id AS shown FROM scene WHERE ${sql} ${order} LIMIT :limit OFFSET :offset)
         JOIN scene ON scene.id = shown ${order}`,
        { ...params, limit: options.limit, offset: options.offset },
      );
      return { total: total ?? 0, rows: rows.map(toRow) };
    },
    async footprints(filter: SceneFilter): Promise<SceneFootprints> {
      const { sql, params } = where(filter);
      const result: SceneFootprints = { librarySceneIds: [], rings: [], onDisk: [] };
      for (let after = 0, more = true; more; ) {
        const batch = store.all(
          footprintRow,
          `SELECT id, footprint, ${hasFiles} AS saved FROM scene WHERE ${sql} AND id > :after ORDER BY id LIMIT :batch`,
          { ...params, after, batch: batchSize },
        );
        for (const each of batch) {
          after = each.id;
          const footprint = storedFootprint(each.footprint);
          for (const ring of footprint ? unwrappedRings(footprint) : []) {
            result.librarySceneIds.push(each.id);
            result.rings.push(ring.map(drawnDegrees));
            result.onDisk.push(each.saved === 1);
          }
        }
        more = batch.length === batchSize;
        if (more) await yieldToLoop();
      }
      return result;
    },
    ofCapture(scope: Scope, captureId: CaptureId): SceneDetails[] {
      const ids = store.all(
        idRow,
        'SELECT id FROM scene WHERE capture_id = :captureId AND connection_id = :connectionId AND contract_id = :contractId ORDER BY scene_id',
        { captureId, ...scopeParams(scope) },
      );
      return ids.map(({ id }) => get(id));
    },
    markSaved(id: LibraryFileId, saved: { path: string; sizeBytes: number; sha256: string }) {
      store.run(
        `UPDATE scene_file SET path = :path, size_bytes = :sizeBytes, sha256 = :sha256, saved_at = :at, missing = 0, raster_info = NULL WHERE id = :id`,
        { id, ...saved, at: now().toISOString() },
      );
    },
    markRemoved(id: LibraryFileId) {
      store.run(
        'UPDATE scene_file SET path = NULL, sha256 = NULL, saved_at = NULL, missing = 0, raster_info = NULL WHERE id = :id',
        { id },
      );
    },
    /** Paths below the library folder as whole ones from now on: that folder is to be another. */
    pinPaths(folder: string) {
      store.run(
        `UPDATE scene_file SET path = :prefix || path
         WHERE path IS NOT NULL AND path NOT GLOB '/*' AND path NOT GLOB '\\*' AND path NOT GLOB '[A-Za-z]:*'`,
        { prefix: folder + sep },
      );
    },
    /** It lies at another place now. */
    movePath(id: LibraryFileId, path: string) {
      store.run('UPDATE scene_file SET path = :path, missing = 0 WHERE id = :id', { id, path });
    },
    countMissing(): number {
      return store.get(countRow, 'SELECT count(*) AS n FROM scene_file WHERE missing = 1', {})?.n ?? 0;
    },
    markMissing(id: LibraryFileId, missing: boolean) {
      store.run('UPDATE scene_file SET missing = :missing WHERE id = :id', { id, missing: missing ? 1 : 0 });
    },
    setRasterInfo(id: LibraryFileId, info: string | null) {
      store.run('UPDATE scene_file SET raster_info = :info WHERE id = :id', { id, info });
    },
    /** The next records of files said to be on disk, by their id; fewer than `limit` are the last. */
    savedFiles(after: number, limit: number): SavedFile[] {
      return store.all(
        savedFileSchema,
        `SELECT id AS fileId, path, missing, size_bytes AS sizeBytes FROM scene_file WHERE +path IS NOT NULL AND id > :after ORDER BY id LIMIT :limit`,
        { after, limit },
      );
    },
  };
}

export type SceneTable = ReturnType<typeof createSceneTable>;
