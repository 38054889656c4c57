import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { ReferenceFeature } from '../../../../src-preload/contract/maps.ts';
import { unusable } from '../unusable.ts';
import { storedKinds } from './cut-reference-tile.ts';

/** The highest latitude of EPSG:3857. */
const mercatorLatitude = 85.051_128_779_806_59;

/**
 * Returns the positions of a feature as flat x, y pairs: in degrees, and as shares of the world in EPSG:3857 (0 at −180° and at the
 * northern edge, 1 at 180° and at the southern edge). @throws MAP_UNUSABLE if one is no position on Earth, or if their number is not
 * the sum of `lengths`.
 */
function decodePositions({ positions, lengths }: Pick<ReferenceFeature, 'positions' | 'lengths'>): {
  degrees: Float64Array<ArrayBuffer>;
  shares: Float64Array<ArrayBuffer>;
} {
  const bytes = new Uint8Array(Buffer.from(positions, 'base64'));
  const count = lengths.reduce((sum, length) => sum + length, 0);
  if (bytes.byteLength !== 16 * count) throw unusable('reference-position', bytes.byteLength);
  const degrees = new Float64Array(bytes.buffer);
  const shares = new Float64Array(2 * count);
  for (let at = 0; at < degrees.length; at += 2) {
    const [longitude, latitude] = [degrees[at] ?? Number.NaN, degrees[at + 1] ?? Number.NaN];
    if (!(Math.abs(longitude) <= 540 && Math.abs(latitude) <= 90))
      throw unusable('reference-position', `${latitude}, ${longitude}`);
    const bounded = Math.max(-mercatorLatitude, Math.min(mercatorLatitude, latitude));
    const sine = Math.sin((bounded * Math.PI) / 180);
    shares[at] = (longitude + 180) / 360;
    shares[at + 1] = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  }
  return { degrees, shares };
}

/** Returns the smallest x and y and the largest x and y of flat positions. */
function boxOfPositions(flat: Float64Array): [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < flat.length; at += 2) {
    const [x, y] = [flat[at] ?? 0, flat[at + 1] ?? 0];
    if (x < box[0]) box[0] = x;
    if (y < box[1]) box[1] = y;
    if (x > box[2]) box[2] = x;
    if (y > box[3]) box[3] = y;
  }
  return box;
}

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
