import { z } from 'zod';
import {
  type LibrarySceneId,
  libraryFileIdSchema,
  librarySceneIdSchema,
  type OrderId,
  orderIdSchema,
  type Scope,
} from '../../src-preload/contract/ids.ts';
import { boxOf, readFootprint, unwrappedRings } from '../core/footprint.ts';
import { inScope, scopeParams } from '../core/scope.ts';
import { fileOfAsset, withoutAddresses } from '../service/api/asset-wire.ts';
import { isoTime } from '../service/api/iso-time.ts';
import type { WireDeliverable } from '../service/api/orders-wire.ts';
import type { Row } from '../service/api/service-client.ts';
import { redactScene } from '../service/redaction/redact-scene.ts';
import { fold } from '../store/search-words.ts';
import type { Migration, Store } from '../store/store.ts';

const idRow = z.object({ id: libraryFileIdSchema });

/**
 * Which files of the library came as an asset of a deliverable: their links are asked of the order, not of a capture. Numbered
 * apart from the library, as the times of scenes are.
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

/** What an order says of itself that a scene of it is found by. */
export interface OrderOfAssets {
  name: string;
  project: string;
  taskId: number | null;
}

const sceneRow = z.object({ id: librarySceneIdSchema });
const sourceSchema = z.object({ orderId: orderIdSchema, deliverableId: z.string() });
const storedSchema = z.object({ deliverableId: z.string(), librarySceneId: librarySceneIdSchema });

/** Deliverables as scenes of the library: their assets are its files. No network. */
export function createSceneAssetsTable({ store, now }: { store: Store; now: () => Date }) {
  /** The scene that stands for a deliverable: the one it was given before, else the one that it names, else one of its own. */
  function sceneOf(
    scope: Scope,
    orderId: OrderId,
    { parsed, raw }: Row<WireDeliverable>,
    order: OrderOfAssets | null,
  ): LibrarySceneId {
    const at = scopeParams(scope);
    const known = store.get(
      sceneRow,
      `SELECT scene_row AS id FROM asset_file WHERE ${inScope} AND order_id = :orderId AND deliverable_id = :deliverableId LIMIT 1`,
      { ...at, orderId, deliverableId: parsed.deliverableId },
    );
    const named = store.get(sceneRow, `SELECT id FROM scene WHERE ${inScope} AND scene_id = :sceneId`, {
      ...at,
      sceneId: parsed.sceneId ?? parsed.deliverableId,
    });
    const footprint = readFootprint(parsed.geometry);
    const box = footprint ? boxOf(unwrappedRings(footprint)) : null;
    const values = {
      captureId: null,
      taskId: order?.taskId ?? null,
      taskName: order?.name || null,
      project: order?.project || null,
      takenAt: isoTime(parsed.takenAt),
      productName: parsed.level,
      west: box?.[0] ?? null,
      south: box?.[1] ?? null,
      east: box?.[2] ?? null,
      north: box?.[3] ?? null,
      footprint: footprint ? JSON.stringify(footprint) : null,
      lastModified: isoTime(parsed.updatedAt),
      seenAt: now().toISOString(),
    };
    const existing = known ?? named;
    const { id } =
      existing ??
      sceneRow.parse(
        store.get(
          sceneRow,
          `INSERT INTO scene (connection_id, contract_id, scene_id, folded, raw, seen_at)
           VALUES (:connectionId, :contractId, :sceneId, :folded, :raw, :seenAt) RETURNING id`,
          {
            ...at,
            sceneId: parsed.sceneId ?? parsed.deliverableId,
            folded: fold(
              [parsed.sceneId, parsed.deliverableId, orderId, order?.name, order?.project, parsed.level].join(
                ' ',
              ),
            ),
            raw: JSON.stringify(redactScene(withoutAddresses(raw))),
            seenAt: values.seenAt,
          },
        ),
      );
    // What the scene query said of the same scene is richer, and stays.
    store.run(
      `UPDATE scene SET capture_id = coalesce(capture_id, :captureId), task_id = coalesce(task_id, :taskId),
         task_name = coalesce(task_name, :taskName), project = coalesce(project, :project),
         taken_at = coalesce(taken_at, :takenAt), product_name = coalesce(product_name, :productName),
         west = coalesce(west, :west), south = coalesce(south, :south), east = coalesce(east, :east),
         north = coalesce(north, :north), footprint = coalesce(footprint, :footprint),
         last_modified = coalesce(:lastModified, last_modified), seen_at = :seenAt
       WHERE id = :id`,
      { ...values, id },
    );
    if (box)
      store.run('INSERT OR REPLACE INTO scene_box VALUES (:id, :west, :east, :south, :north)', {
        id,
        west: box[0],
        east: box[2],
        south: box[1],
        north: box[3],
      });
    return id;
  }

  return {
    /** Stores the assets of a deliverable as files of a scene; files once known stay. */
    put(
      scope: Scope,
      orderId: OrderId,
      row: Row<WireDeliverable>,
      order: OrderOfAssets | null,
    ): LibrarySceneId {
      const id = sceneOf(scope, orderId, row, order);
      for (const [position, asset] of row.parsed.files.entries()) {
        const file = fileOfAsset(asset);
        const stored = store.get(
          idRow,
          `INSERT INTO scene_file (scene_row, kind, name, file_name, bands, position)
           VALUES (:scene, :kind, :name, :fileName, :bands, :position)
           ON CONFLICT (scene_row, kind, name) DO UPDATE SET bands = CASE WHEN :bands = '[]' THEN bands ELSE :bands END
           RETURNING id`,
          {
            scene: id,
            kind: file.kind,
            name: file.name,
            fileName: file.fileName,
            bands: JSON.stringify(file.bands),
            position,
          },
        );
        if (stored)
          store.run(
            `INSERT OR REPLACE INTO asset_file VALUES (:fileId, :scene, :connectionId, :contractId, :orderId, :deliverableId)`,
            {
              ...scopeParams(scope),
              fileId: stored.id,
              scene: id,
              orderId,
              deliverableId: row.parsed.deliverableId,
            },
          );
      }
      return id;
    },
    /** The deliverable that a file came with; null for a file of the scene query. */
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
    /** The stored scenes of an order's deliverables. */
    ofOrder: (scope: Scope, orderId: OrderId) =>
      store.all(
        storedSchema,
        `SELECT DISTINCT deliverable_id AS deliverableId, scene_row AS librarySceneId FROM asset_file
         WHERE ${inScope} AND order_id = :orderId ORDER BY deliverable_id LIMIT 1000`,
        { ...scopeParams(scope), orderId },
      ),
  };
}
