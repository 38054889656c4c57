import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { ReferenceFeature } from '../../../../src-preload/contract/maps.ts';
import { unusable } from '../unusable.ts';
import { storedKinds } from './cut-reference-tile.ts';
import { boxOfPositions, decodePositions } from './reference-positions.ts';

/** The content of a reference layer: the number of features, and west, south, east, north in degrees. */
export interface ReferenceFacts {
  count: number;
  bounds: [number, number, number, number];
}

const factsRow = z.object({
  count: z.number(),
  west: z.number().nullable(),
  south: z.number().nullable(),
  east: z.number().nullable(),
  north: z.number().nullable(),
});

function insertAll(database: DatabaseSync, features: readonly ReferenceFeature[]) {
  const insertFeature = database.prepare(
    `INSERT INTO feature (kind, name, positions, lengths, west, south, east, north, text)
     VALUES (:kind, :name, :positions, :lengths, :west, :south, :east, :north, :text)`,
  );
  const insertBox = database.prepare(
    'INSERT INTO place (id, west, east, north, south, kind) VALUES (:id, :west, :east, :north, :south, :kind)',
  );
  for (const feature of features) {
    const { degrees, shares } = decodePositions(feature);
    const kind = storedKinds.indexOf(feature.kind);
    const [west, south, east, north] = boxOfPositions(degrees);
    const { lastInsertRowid } = insertFeature.run({
      kind,
      name: feature.text.name,
      west,
      south,
      east,
      north,
      positions: new Uint8Array(shares.buffer),
      lengths: new Uint8Array(Uint32Array.from(feature.lengths).buffer),
      text: JSON.stringify(feature.text),
    });
    const [left, top, right, bottom] = boxOfPositions(shares);
    insertBox.run({ id: lastInsertRowid, kind, west: left, east: right, north: top, south: bottom });
  }
}

/** Adds features to a layer that is being written; all of them, or none if it throws. */
export function addReferenceFeatures(database: DatabaseSync, features: readonly ReferenceFeature[]) {
  database.exec('BEGIN');
  try {
    insertAll(database, features);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/** Returns the content of a layer. @throws MAP_UNUSABLE for a layer without features. */
export function referenceFacts(database: DatabaseSync): ReferenceFacts {
  const { count, west, south, east, north } = factsRow.parse(
    database
      .prepare(
        `SELECT count(*) AS count, min(west) AS west, min(south) AS south, max(east) AS east, max(north) AS north
         FROM feature`,
      )
      .get(),
  );
  if (west === null || south === null || east === null || north === null) throw unusable('reference-empty');
  return { count, bounds: [west, south, east, north] };
}
