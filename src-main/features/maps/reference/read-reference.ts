import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type ReferenceFeature, referenceFeatureSchema } from '../../../../src-preload/contract/maps.ts';
import type { TilePlace } from '../tile-grid.ts';
import {
  boxOfTile,
  type CandidateFeature,
  cutReferenceTile,
  type StoredShape,
} from './cut-reference-tile.ts';

const boxRow = z.object({
  id: z.number(),
  kind: z.number(),
  west: z.number(),
  east: z.number(),
  north: z.number(),
  south: z.number(),
});
const shapeRow = z.object({
  name: z.string().nullable(),
  positions: z.instanceof(Uint8Array),
  lengths: z.instanceof(Uint8Array),
});
const textRow = z.object({ text: z.string() });

/** Returns the vector tile of a layer at a place. */
export function readReferenceTile(database: DatabaseSync, place: TilePlace): Uint8Array {
  const findBoxes = database.prepare(
    `SELECT id, kind, west, east, north, south FROM place
     WHERE east >= :west AND west <= :east AND south >= :north AND north <= :south`,
  );
  const findShape = database.prepare('SELECT name, positions, lengths FROM feature WHERE id = :id');
  const around = boxOfTile(place);
  /**
   * The copy of the world in which the last feature was found. `cutReferenceTile` asks for its shape before it takes the next
   * one.
   */
  let shift = 0;

  /**
   * A feature that crosses the antimeridian continues beyond the edge of the world, so the copies of the world are searched
   * too.
   */
  function* features(): Generator<CandidateFeature> {
    for (const copy of [0, 1, -1])
      for (const raw of findBoxes.iterate({
        ...around,
        west: around.west + copy,
        east: around.east + copy,
      })) {
        const row = boxRow.parse(raw);
        shift = copy;
        yield { ...row, west: row.west - copy, east: row.east - copy };
      }
  }

  function shapeOf(id: number): StoredShape {
    const row = shapeRow.parse(findShape.get({ id }));
    const positions = new Float64Array(row.positions.slice().buffer);
    if (shift !== 0)
      for (let at = 0; at < positions.length; at += 2) positions[at] = (positions[at] ?? 0) - shift;
    return { name: row.name, positions, lengths: [...new Uint32Array(row.lengths.slice().buffer)] };
  }

  return cutReferenceTile(place, features(), shapeOf);
}

/** Returns the name and attributes of a feature; null if the layer does not have it. */
export function readReferenceText(
  database: DatabaseSync,
  featureId: number,
): ReferenceFeature['text'] | null {
  const raw = database.prepare('SELECT text FROM feature WHERE id = :id').get({ id: featureId });
  if (raw === undefined) return null;
  const stored: unknown = JSON.parse(textRow.parse(raw).text);
  return referenceFeatureSchema.shape.text.parse(stored);
}
