import type { GeopackageColumn, GeopackageRow } from '../../src-preload/contract/geopackage.ts';
import { toBase64 } from '../kit/client/base64.ts';
import type { FeatureWriter } from './feature-writer.ts';
import { fieldNames } from './field-names.ts';
import type { PreparedFeature } from './prepare-feature.ts';
import { type PreparedGeometry, placesOf } from './prepare-geometry.ts';
import { wellKnownBinary } from './well-known-binary.ts';

/**
 * The part of the main process that writes a GeoPackage, which is an SQLite database; the page has no library for it.
 */
export interface GeopackageSink {
  begin(content: { layer: string; title: string; columns: GeopackageColumn[] }): Promise<unknown>;
  add(rows: GeopackageRow[]): Promise<{ otherType: number }>;
  /** Ends the file and returns it. */
  finish(): Promise<Blob>;
}

/** A longer message would block the main loop. In characters of Base64. */
const maxMessageChars = 250_000;
function boxAround(geometry: PreparedGeometry): NonNullable<GeopackageRow['box']> {
  const places = placesOf(geometry);
  return [
    places.reduce((min, [x]) => Math.min(min, x), 180),
    places.reduce((min, [, y]) => Math.min(min, y), 90),
    places.reduce((max, [x]) => Math.max(max, x), -180),
    places.reduce((max, [, y]) => Math.max(max, y), -90),
  ];
}

/** Yields the rows in batches, each short enough for one message. */
function* messagesOf(rows: readonly GeopackageRow[]): Generator<GeopackageRow[]> {
  let part: GeopackageRow[] = [];
  let length = 0;
  for (const row of rows) {
    part.push(row);
    length += row.geometry?.length ?? 0;
    if (length < maxMessageChars) continue;
    yield part;
    part = [];
    length = 0;
  }
  if (part.length > 0) yield part;
}

/**
 * Returns the writer of GeoPackages: one table for points and objects without a place, one for lines and one for areas.
 */
export const geopackageWriter =
  (sink: GeopackageSink): FeatureWriter =>
  async (batches, { layer, title, columns, hasNotes }, losses) => {
    const own = ['name', ...(hasNotes ? ['notes'] : [])];
    const names = fieldNames(
      columns.map(({ key }) => key),
      { reserved: [...own, 'fid', 'geom'] },
      losses,
    );
    const rowOf = ({ name, notes, values, geometry }: PreparedFeature): GeopackageRow => ({
      kind: geometry?.kind ?? 'point',
      geometry: geometry === null ? null : toBase64(wellKnownBinary(geometry)),
      box: geometry === null ? null : boxAround(geometry),
      values: [name, ...(hasNotes ? [notes] : []), ...values],
    });
    await sink.begin({
      layer,
      title,
      columns: [
        ...own.map((name): GeopackageColumn => ({ name, type: 'text' })),
        ...columns.map(({ type }, i): GeopackageColumn => ({ name: names[i] ?? '', type })),
      ],
    });
    for await (const batch of batches)
      for (const rows of messagesOf(batch.map(rowOf)))
        losses.note('otherType', (await sink.add(rows)).otherType);
    return sink.finish();
  };
