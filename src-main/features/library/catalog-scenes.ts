import { isAbsolute, posix, relative, sep } from 'node:path';
import { z } from 'zod';
import {
  captureIdSchema,
  type LibrarySceneId,
  librarySceneIdSchema,
  sceneIdSchema,
  taskIdSchema,
} from '../../../src-preload/contract/ids.ts';
import {
  type CatalogFile,
  type CatalogRaster,
  type CatalogReview,
  type CatalogScene,
  type CatalogSource,
  catalogFileSchema,
  catalogRasterSchema,
  maxCatalogBands,
} from '../../core/catalog-scene.ts';
import { readFootprint } from '../../core/footprint.ts';
import { rasterRecordSchema } from '../../raster/raster-record.ts';
import { readableRows, readJson } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import { storedContractId } from '../../store/stored-contract-id.ts';
import { storedRecord } from '../../store/stored-json.ts';

const sceneSchema = z.object({
  connectionId: z.string(),
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
  lastModified: z.string().nullable(),
  footprint: z.string().nullable(),
  raw: z.string(),
});
const fileSchema = z.object({
  kind: z.enum(['raster', 'attachment']),
  name: z.string(),
  fileName: z.string(),
  position: z.number(),
  bands: z.string(),
  path: z.string(),
  sizeBytes: z.number().nullable(),
  sha256: z.string().nullable(),
  savedAt: z.string().nullable(),
  fetchedFrom: z.string().nullable(),
  order: z.string().nullable(),
  deliverable: z.string().nullable(),
  rasterInfo: z.string().nullable(),
  itemRaster: z.string().nullable(),
  originalPath: z.string().nullable(),
});
const textsSchema = z.array(z.string()).catch([]);

/** The name of a connection, and where its catalog is. */
export interface ConnectionFacts {
  name: string;
  /** The origin of the addresses of scenes. */
  service: string;
}

/** Returns the path below the library folder with `/` in it; null if the file is somewhere else. */
function pathBelow(library: string, path: string): string | null {
  const below = isAbsolute(path) ? relative(library, path) : path;
  if (below === '' || isAbsolute(below) || below.split(/[\\/]/)[0] === '..') return null;
  return sep === '/' ? below : below.replaceAll(sep, posix.sep);
}

/** Returns the facts about the pixels of a raster that this Nadir has read; null if it was never described. */
function readRasterInfo(text: string | null): CatalogRaster | null {
  const read = text === null ? null : rasterRecordSchema.safeParse(storedRecord(text));
  if (!read?.success) return null;
  const { widthPx, heightPx, bitsPerSample, nodata, placement, scales } = read.data;
  const isPlaced = placement.kind === 'placed' && placement.rough === null;
  const geoTransform = isPlaced && placement.model.kind === 'affine' ? placement.model.geoTransform : null;
  return {
    widthPx,
    heightPx,
    bitsPerSample,
    nodata: nodata !== null && Number.isFinite(nodata) ? nodata : null,
    epsg: isPlaced ? placement.epsg : null,
    geoTransform: geoTransform === null ? null : [...geoTransform],
    scales: scales.some((each) => each !== null) ? scales.slice(0, maxCatalogBands) : [],
  };
}

/** Returns what an item said about the pixels of a raster; null if there is nothing. */
const readItemRaster = (text: string | null): CatalogRaster | null =>
  catalogRasterSchema.safeParse(readJson(text)).data ?? null;

const shortened = (text: string | null) => text?.slice(0, 500) ?? null;

/** Creates the query for the data that the items of the library folder have of scenes. */
export function createCatalogScenes({
  store,
  connection,
  reviewOf = () => null,
}: {
  store: Pick<Store, 'all' | 'get'>;
  /** Returns a connection; null if it was removed. */
  connection: (id: string) => ConnectionFacts | null;
  /** Returns what reviewers say of a scene; without it, nothing is said. */
  reviewOf?: (librarySceneId: LibrarySceneId) => CatalogReview | null;
}) {
  function filesOf(library: string, sceneRow: number): CatalogFile[] {
    const { rows } = readableRows(
      store,
      fileSchema,
      `SELECT kind, name, file_name AS fileName, position, bands, path, size_bytes AS sizeBytes, sha256, saved_at AS savedAt,
         fetched_from AS fetchedFrom, order_id AS "order", deliverable_id AS deliverable, raster_info AS rasterInfo,
         item_raster AS itemRaster, original_path AS originalPath
       FROM scene_file f LEFT JOIN asset_file a ON a.file_id = f.id
       WHERE f.scene_row = :sceneRow AND path IS NOT NULL ORDER BY kind DESC, position`,
      { sceneRow },
    );
    return rows.flatMap(({ rasterInfo, itemRaster, bands, path, ...row }) => {
      const below = pathBelow(library, path);
      const file = catalogFileSchema.safeParse({
        ...row,
        path: below,
        bands: textsSchema.parse(storedRecord(`{"list":${bands}}`).list),
        raster: row.kind === 'raster' ? (readRasterInfo(rasterInfo) ?? readItemRaster(itemRaster)) : null,
      });
      return below !== null && file.success ? [file.data] : [];
    });
  }

  return {
    /**
     * Returns the source of a scene, and the scene with its files below the library folder, which is null if it has none there besides
     * a thumbnail. Null if there is no such scene.
     */
    get(library: string, sceneRow: number): { source: CatalogSource; scene: CatalogScene | null } | null {
      const found = store.get(
        sceneSchema,
        `SELECT connection_id AS connectionId, contract_id AS contractId, scene_id AS sceneId, capture_id AS captureId, task_id AS taskId,
           task_name AS taskName, project, taken_at AS timestamp, satellite AS satelliteName, product_name AS productName,
           cloud_cover AS cloudCover, last_modified AS lastModified, footprint, raw
         FROM scene WHERE id = :sceneRow`,
        { sceneRow },
      );
      if (found === undefined) return null;
      const {
        connectionId,
        contractId,
        sceneId,
        captureId,
        taskId,
        taskName,
        project,
        footprint,
        raw,
        ...own
      } = found;
      const facts = connection(connectionId);
      const source: CatalogSource = {
        connectionId,
        contractId,
        sceneId,
        captureId,
        taskId,
        connectionName: facts?.name ?? null,
        service: facts?.service ?? null,
        taskName: shortened(taskName),
        project: shortened(project),
      };
      const files = filesOf(library, sceneRow);
      if (files.every(({ name }) => name === 'thumbnail')) return { source, scene: null };
      const scene = {
        source,
        ...own,
        timestamp: own.timestamp?.slice(0, 40) ?? null,
        lastModified: own.lastModified?.slice(0, 40) ?? null,
        satelliteName: shortened(own.satelliteName),
        productName: shortened(own.productName),
        footprint: footprint === null ? null : readFootprint(storedRecord(footprint)),
        raw: storedRecord(raw),
        files,
        review: reviewOf(librarySceneIdSchema.parse(sceneRow)),
      };
      return { source, scene };
    },
  };
}
