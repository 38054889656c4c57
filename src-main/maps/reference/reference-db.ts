import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type ReferenceFeature, referenceFeatureSchema } from '../../../src-preload/contract/maps.ts';
import type { TilePlace } from '../tile-grid.ts';
import { unusable } from '../unusable.ts';
import { boxOfTile, cutReferenceTile, type FoundFeature, storedKinds } from './cut-reference-tile.ts';
import { boxOfPositions, decodePositions } from './reference-positions.ts';

/** What is in a reference layer: west, south, east, north in degrees. */
export interface ReferenceFacts {
  count: number;
  bounds: [number, number, number, number];
}

const foundRow = z.object({
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
const factsRow = z.object({
  count: z.number(),
  west: z.number().nullable(),
  south: z.number().nullable(),
  east: z.number().nullable(),
  north: z.number().nullable(),
});

const schema = `PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;
  CREATE TABLE IF NOT EXISTS feature (
    id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, name TEXT, positions BLOB NOT NULL, lengths BLOB NOT NULL,
    west REAL NOT NULL, south REAL NOT NULL, east REAL NOT NULL, north REAL NOT NULL, text TEXT NOT NULL
  ) STRICT;
  CREATE VIRTUAL TABLE IF NOT EXISTS place USING rtree (id, west, east, north, south, +kind INTEGER);`;
/** Each holds some descriptors. */
const mostOpen = 8;

/**
 * Opens the files of reference layers: one database for each, with an index by place. What is being written has another name until it
 * is finished, so that half a layer is never shown. For a thread: each call blocks.
 */
export function openReferenceDbs(folder: string) {
  const open = new Map<string, DatabaseSync>();
  const pathOf = (layer: string) => join(folder, `${layer}.db`);
  const partOf = (layer: string) => join(folder, `${layer}.part`);

  function close(layer: string) {
    const known = open.get(layer);
    open.delete(layer);
    known?.close();
  }

  /** Layers that were being written when Nadir ended. */
  function sweep() {
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder))
      if (/\.part(?:-journal)?$/.test(name)) rmSync(join(folder, name), { force: true });
  }
  sweep();

  function keep(layer: string, database: DatabaseSync): DatabaseSync {
    open.set(layer, database);
    const [oldest] = open.keys();
    if (open.size > mostOpen && oldest !== undefined) close(oldest);
    return database;
  }

  function reading(layer: string): DatabaseSync {
    const known = open.get(layer);
    if (known) {
      open.delete(layer);
      open.set(layer, known);
      return known;
    }
    if (!existsSync(pathOf(layer))) throw unusable('reference-missing');
    return keep(layer, new DatabaseSync(pathOf(layer), { readOnly: true }));
  }

  /** Calls a step of SQLite. A damaged file of ours is MAP_UNUSABLE too. */
  function within<T>(step: () => T): T {
    try {
      return step();
    } catch (error) {
      const isDatabase = error instanceof Error && 'errcode' in error;
      if (isDatabase && (error.errcode === 11 || error.errcode === 26 || error.errcode === 1))
        throw unusable('reference-damaged', error.message);
      throw error;
    }
  }

  function writing(layer: string): DatabaseSync {
    const known = open.get(partOf(layer));
    if (known) return known;
    if (!existsSync(partOf(layer))) throw unusable('copy-gone');
    return keep(partOf(layer), new DatabaseSync(partOf(layer)));
  }

  function addAll(database: DatabaseSync, features: readonly ReferenceFeature[]) {
    const add = database.prepare(
      `INSERT INTO feature (kind, name, positions, lengths, west, south, east, north, text)
       VALUES (:kind, :name, :positions, :lengths, :west, :south, :east, :north, :text)`,
    );
    const index = database.prepare(
      'INSERT INTO place (id, west, east, north, south, kind) VALUES (:id, :west, :east, :north, :south, :kind)',
    );
    for (const feature of features) {
      const { degrees, shares } = decodePositions(feature);
      const kind = storedKinds.indexOf(feature.kind);
      const [west, south, east, north] = boxOfPositions(degrees);
      const { lastInsertRowid } = add.run({
        ...{ kind, name: feature.text.name, west, south, east, north },
        positions: new Uint8Array(shares.buffer),
        lengths: new Uint8Array(Uint32Array.from(feature.lengths).buffer),
        text: JSON.stringify(feature.text),
      });
      const [left, top, right, bottom] = boxOfPositions(shares);
      index.run({ id: lastInsertRowid, kind, west: left, east: right, north: top, south: bottom });
    }
  }

  return {
    begin(layer: string) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const database = new DatabaseSync(partOf(layer));
      database.exec(schema);
      keep(partOf(layer), database);
    },
    add(layer: string, features: readonly ReferenceFeature[]) {
      const database = writing(layer);
      database.exec('BEGIN');
      try {
        addAll(database, features);
        database.exec('COMMIT');
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
    /** Ends the writing; throws MAP_UNUSABLE for a layer without features. */
    finish(layer: string): ReferenceFacts {
      const database = writing(layer);
      const { count, west, south, east, north } = factsRow.parse(
        database
          .prepare(
            `SELECT count(*) AS count, min(west) AS west, min(south) AS south, max(east) AS east, max(north) AS north
             FROM feature`,
          )
          .get(),
      );
      if (west === null || south === null || east === null || north === null)
        throw unusable('reference-empty');
      close(partOf(layer));
      renameSync(partOf(layer), pathOf(layer));
      return { count, bounds: [west, south, east, north] };
    },
    tile(layer: string, place: TilePlace): Uint8Array {
      return within(() => {
        const database = reading(layer);
        const find = database.prepare(
          `SELECT id, kind, west, east, north, south FROM place
           WHERE east >= :west AND west <= :east AND south >= :north AND north <= :south`,
        );
        const shape = database.prepare('SELECT name, positions, lengths FROM feature WHERE id = :id');
        const around = boxOfTile(place);
        /** A feature that crosses the antimeridian continues beyond the edge of the world, so it is looked for there too. */
        function* found(): Generator<FoundFeature & { shift: number }> {
          for (const shift of [0, 1, -1])
            for (const raw of find.iterate({
              ...around,
              west: around.west + shift,
              east: around.east + shift,
            })) {
              const row = foundRow.parse(raw);
              lastShift = shift;
              yield { ...row, west: row.west - shift, east: row.east - shift, shift };
            }
        }
        let lastShift = 0;
        return cutReferenceTile(place, found(), (id) => {
          const row = shapeRow.parse(shape.get({ id }));
          const positions = new Float64Array(row.positions.slice().buffer);
          if (lastShift !== 0)
            for (let at = 0; at < positions.length; at += 2) positions[at] = (positions[at] ?? 0) - lastShift;
          return { name: row.name, positions, lengths: [...new Uint32Array(row.lengths.slice().buffer)] };
        });
      });
    },
    text(layer: string, featureId: number): ReferenceFeature['text'] | null {
      return within(() => {
        const raw = reading(layer).prepare('SELECT text FROM feature WHERE id = :id').get({ id: featureId });
        if (raw === undefined) return null;
        const stored: unknown = JSON.parse(textRow.parse(raw).text);
        return referenceFeatureSchema.shape.text.parse(stored);
      });
    },
    remove(layer: string) {
      for (const name of [layer, partOf(layer)]) close(name);
      for (const path of [pathOf(layer), partOf(layer)])
        for (const end of ['', '-journal']) rmSync(`${path}${end}`, { force: true });
    },
    close() {
      for (const layer of [...open.keys()]) close(layer);
    },
  };
}
