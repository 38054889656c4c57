import { z } from 'zod';
import {
  type LibrarySceneId,
  libraryFileIdSchema,
  librarySceneIdSchema,
  type OrderId,
  orderIdSchema,
  type Scope,
} from '../../../src-preload/contract/ids.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import { fileOfAsset, withoutAddresses } from '../../service/api/asset-wire.ts';
import { isoTime } from '../../service/api/iso-time.ts';
import type { WireDeliverable } from '../../service/api/orders-wire.ts';
import type { Row } from '../../service/api/service-client.ts';
import { redactScene } from '../../service/redaction/redact-scene.ts';
import type { Migration, Store } from '../../store/store.ts';
import { fileKey } from './asset-links.ts';
import { findSameName } from './same-name.ts';
import { extentOf, indexExtent } from './scene-extent.ts';
import { updateSceneWords } from './scene-words.ts';

/**
 * The table of files that are assets of a deliverable: their links are requested from the order, not from a capture. Its versions are
 * numbered separately from the library's, as are those of the times of scenes.
 */
export const sceneAssetsMigrations: Migration[] = [
  {
    domain: 'library-assets',
    version: 1,
    sql: `
    CREATE TABLE asset_file (
      file_id INTEGER PRIMARY KEY REFERENCES scene_file (id) ON DELETE CASCADE,
      scene_row INTEGER NOT NULL,
      connection_id TEXT NOT NULL,
      contract_id TEXT NOT NULL,
      order_id TEXT NOT NULL,
      deliverable_id TEXT NOT NULL
    ) STRICT;
    CREATE INDEX asset_file_order ON asset_file (connection_id, contract_id, order_id, deliverable_id, scene_row);`,
  },
];

/** The data of an order by which its scene can be found. */
export interface OrderOfAssets {
  name: string;
  project: string;
  taskId: number | null;
}

const fileIdRow = z.object({ id: libraryFileIdSchema });
const sceneIdRow = z.object({ id: librarySceneIdSchema });
const sourceSchema = z.object({ orderId: orderIdSchema, deliverableId: z.string() });
const idsRow = z.object({ orderId: z.string(), deliverableId: z.string() });
const storedSchema = z.object({ deliverableId: z.string(), librarySceneId: librarySceneIdSchema });

const insertScene = `INSERT INTO scene (connection_id, contract_id, scene_id, folded, raw, seen_at)
  VALUES (:connectionId, :contractId, :sceneId, '', :raw, :seenAt) RETURNING id`;

/** Fills empty fields only, because the scene query has more data about the same scene. */
const fillScene = `UPDATE scene SET capture_id = coalesce(capture_id, :captureId), task_id = coalesce(task_id, :taskId),
    task_name = coalesce(task_name, :taskName), project = coalesce(project, :project),
    taken_at = coalesce(taken_at, :takenAt), product_name = coalesce(product_name, :productName),
    west = coalesce(west, :west), south = coalesce(south, :south), east = coalesce(east, :east),
    north = coalesce(north, :north), footprint = coalesce(footprint, :footprint),
    last_modified = coalesce(:lastModified, last_modified), seen_at = :seenAt
  WHERE id = :id`;

const upsertFile = `INSERT INTO scene_file (scene_row, kind, name, file_name, bands, position)
  VALUES (:scene, :kind, :name, :fileName, :bands, :position)
  ON CONFLICT (scene_row, kind, name) DO UPDATE SET bands = CASE WHEN :bands = '[]' THEN bands ELSE :bands END
  RETURNING id`;

/** A deliverable as just received, with the stored data of its order. */
interface Delivered {
  orderId: OrderId;
  row: Row<WireDeliverable>;
  order: OrderOfAssets | null;
}

/** Returns the id by which the scene query would list the scene of a deliverable. */
const sceneIdOf = ({ parsed }: Row<WireDeliverable>) => parsed.sceneId ?? parsed.deliverableId;

/**
 * Creates the table of deliverables as scenes of the library: their assets are the files of these scenes. It has no network
 * access.
 */
export function createSceneAssetsTable({ store, now }: { store: Store; now: () => Date }) {
  /** Returns the scene that the deliverable was stored as, else the one that it names. */
  function findScene(scope: Scope, { orderId, row }: Delivered) {
    const given = store.get(
      sceneIdRow,
      `SELECT scene_row AS id FROM asset_file WHERE ${inScope} AND order_id = :orderId AND deliverable_id = :deliverableId LIMIT 1`,
      { ...scopeParams(scope), orderId, deliverableId: row.parsed.deliverableId },
    );
    if (given) return given;
    return store.get(sceneIdRow, `SELECT id FROM scene WHERE ${inScope} AND scene_id = :sceneId`, {
      ...scopeParams(scope),
      sceneId: sceneIdOf(row),
    });
  }

  /** Adds a new scene for a deliverable that has none. */
  function addScene(scope: Scope, delivered: Delivered, seenAt: string) {
    const added = store.get(sceneIdRow, insertScene, {
      ...scopeParams(scope),
      sceneId: sceneIdOf(delivered.row),
      raw: JSON.stringify(redactScene(withoutAddresses(delivered.row.raw))),
      seenAt,
    });
    return sceneIdRow.parse(added);
  }

  /** Stores the scene that represents a deliverable, with the data of the deliverable and its order. */
  function putScene(scope: Scope, delivered: Delivered): LibrarySceneId {
    const { row, order } = delivered;
    const seenAt = now().toISOString();
    const { id } = findScene(scope, delivered) ?? addScene(scope, delivered, seenAt);
    const extent = extentOf(row.parsed.geometry);
    store.run(fillScene, {
      ...extent,
      id,
      captureId: null,
      taskId: order?.taskId ?? null,
      taskName: order?.name || null,
      project: order?.project || null,
      takenAt: isoTime(row.parsed.takenAt),
      productName: row.parsed.level,
      lastModified: isoTime(row.parsed.updatedAt),
      seenAt,
    });
    indexExtent(store, id, extent);
    return id;
  }

  /** Writes the words of a scene, with the ids of all deliverables that it represents and of their orders. */
  function putWords(
    scene: LibrarySceneId,
    orderId: OrderId,
    { deliverableId, sceneId, level }: WireDeliverable,
  ) {
    const stored = store.all(
      idsRow,
      'SELECT DISTINCT order_id AS orderId, deliverable_id AS deliverableId FROM asset_file WHERE scene_row = :scene',
      { scene },
    );
    const words = new Set([orderId, deliverableId, sceneId ?? '', level ?? '']);
    for (const ids of stored) words.add(ids.orderId).add(ids.deliverableId);
    updateSceneWords(store, scene, [...words]);
  }

  return {
    /**
     * Stores the assets of a deliverable as files of a scene; files that are missing now stay. Returns the scene, and the name of each
     * stored asset by its `fileKey`: a file that the scene query listed before keeps its name.
     */
    put(
      scope: Scope,
      orderId: OrderId,
      row: Row<WireDeliverable>,
      order: OrderOfAssets | null,
    ): { scene: LibrarySceneId; storedNames: ReadonlyMap<string, string> } {
      const scene = putScene(scope, { orderId, row, order });
      const storedNames = new Map<string, string>();
      const files = row.parsed.files.map(fileOfAsset);
      for (const [position, file] of files.entries()) {
        const { kind, fileName, bands } = file;
        const name = findSameName(store, scene, file, files) ?? file.name;
        storedNames.set(fileKey(kind, file.name), name);
        const stored = store.get(fileIdRow, upsertFile, {
          scene,
          kind,
          name,
          fileName,
          position,
          bands: JSON.stringify(bands),
        });
        if (!stored) continue;
        store.run(
          `INSERT OR REPLACE INTO asset_file VALUES (:fileId, :scene, :connectionId, :contractId, :orderId, :deliverableId)`,
          {
            ...scopeParams(scope),
            fileId: stored.id,
            scene,
            orderId,
            deliverableId: row.parsed.deliverableId,
          },
        );
      }
      putWords(scene, orderId, row.parsed);
      return { scene, storedNames };
    },
    /** Returns the deliverable that a file came with; null for a file of the scene query. */
    sourceOf(scene: LibrarySceneId, kind: 'raster' | 'attachment', name: string) {
      return (
        store.get(
          sourceSchema,
          `SELECT order_id AS orderId, deliverable_id AS deliverableId FROM scene_file f JOIN asset_file a ON a.file_id = f.id
           WHERE f.scene_row = :scene AND f.kind = :kind AND f.name = :name`,
          { scene, kind, name },
        ) ?? null
      );
    },
    /** Returns the stored scenes of an order's deliverables. */
    ofOrder: (scope: Scope, orderId: OrderId) =>
      store.all(
        storedSchema,
        `SELECT DISTINCT deliverable_id AS deliverableId, scene_row AS librarySceneId FROM asset_file
         WHERE ${inScope} AND order_id = :orderId ORDER BY deliverable_id LIMIT 1000`,
        { ...scopeParams(scope), orderId },
      ),
  };
}
