import { z } from 'zod';
import {
  type CaptureId,
  type LibraryFileId,
  type LibrarySceneId,
  librarySceneIdSchema,
  type Scope,
} from '../../../src-preload/contract/ids.ts';
import type { AwayFolder, SceneDetails, SceneFile } from '../../../src-preload/contract/library.ts';
import { AppError } from '../../core/app-error.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import type { Store } from '../../store/store.ts';
import { storedRecord } from '../../store/stored-json.ts';
import { awayFolderOf } from './away-folders.ts';
import { createSameContent } from './same-content.ts';
import type { FileRow, SceneFiles } from './scene-files.ts';
import {
  sceneColumns,
  scenesWithFacts,
  storedFootprint,
  storedSceneSchema,
  toSceneRow,
} from './scene-rows.ts';

const namesSchema = z.array(z.string());
const idRow = z.object({ id: librarySceneIdSchema });
const detailsRow = z.object({
  footprint: z.string().nullable(),
  lastModified: z.string().nullable(),
  raw: z.string(),
});

/** Returns the names in a JSON list of a column; an empty list if it is damaged. */
const storedNames = (text: string): string[] => {
  const { list } = storedRecord(`{"list":${text}}`);
  return namesSchema.safeParse(list).data ?? [];
};

const recordSchema = z.object({ bands: namesSchema });

/** Returns the band names that were read in a raster; undefined if it was never read, or if its record is damaged. */
function readNames({ kind, rasterInfo }: FileRow): string[] | undefined {
  if (kind !== 'raster' || rasterInfo === null) return undefined;
  return recordSchema.safeParse(storedRecord(rasterInfo)).data?.bands;
}

/** Creates the functions that load the details of scenes with their files. */
export function createSceneDetails({
  store,
  filesOf,
  transferring,
  awayFolders,
}: {
  store: Pick<Store, 'all' | 'get'>;
  filesOf: SceneFiles['filesOf'];
  transferring: (fileId: LibraryFileId) => boolean;
  /** The further library folders that cannot be read now. */
  awayFolders: () => readonly AwayFolder[];
}) {
  const { filesLike } = createSameContent({ store });

  function stateOf({ fileId, path, missing }: FileRow, away: AwayFolder | null): SceneFile['state'] {
    if (away !== null) return 'away';
    if (path !== null) return missing ? 'missing' : 'on-disk';
    return transferring(fileId) ? 'transferring' : 'remote';
  }

  function toSceneFile(row: FileRow, away: AwayFolder | null): SceneFile {
    const bands = storedNames(row.bands);
    return {
      fileId: row.fileId,
      kind: row.kind,
      name: row.name,
      fileName: row.fileName,
      bands,
      bandsRead: bands.length > 0 ? undefined : readNames(row),
      state: stateOf(row, away),
      sizeBytes: row.sizeBytes,
      sha256: row.sha256,
      savedAt: row.savedAt,
      sameFiles: row.sha256 === null ? [] : filesLike(row.fileId),
    };
  }

  /** Returns one scene; throws NOT_FOUND if it is not stored. */
  function get(id: LibrarySceneId): SceneDetails {
    const row = store.get(
      storedSceneSchema,
      `SELECT ${sceneColumns} FROM ${scenesWithFacts} WHERE scene.id = :id`,
      { id },
    );
    const details = store.get(
      detailsRow,
      'SELECT footprint, last_modified AS lastModified, raw FROM scene WHERE id = :id',
      { id },
    );
    if (!row || !details) throw new AppError('NOT_FOUND', { what: `scene ${id}` });
    const folders = awayFolders();
    const files = filesOf(id).map((file) => ({
      file,
      away: file.path === null ? null : awayFolderOf(folders, file.path),
    }));
    return {
      ...toSceneRow(row, files.find(({ away }) => away !== null)?.away ?? null),
      footprint: storedFootprint(details.footprint),
      files: files.map(({ file, away }) => toSceneFile(file, away)),
      lastModified: details.lastModified,
      raw: storedRecord(details.raw),
    };
  }

  return {
    get,
    /** Returns the stored scenes of a capture, sorted by the service's ids. */
    ofCapture(scope: Scope, captureId: CaptureId): SceneDetails[] {
      const ids = store.all(
        idRow,
        `SELECT id FROM scene WHERE capture_id = :captureId AND ${inScope} ORDER BY scene_id`,
        { captureId, ...scopeParams(scope) },
      );
      return ids.map(({ id }) => get(id));
    },
  };
}
