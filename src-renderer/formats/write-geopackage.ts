import type { GeopackageColumn, GeopackageRow } from '../../src-preload/contract/geopackage.ts';
import { toBase64 } from '../client/base64.ts';
import type { FeatureWriter } from './feature-writer.ts';
import { fieldNames } from './field-names.ts';
import type { PreparedFeature } from './prepare-feature.ts';
import { type PreparedGeometry, placesOf } from './prepare-geometry.ts';
import { wellKnownBinary } from './well-known-binary.ts';

/** What the main process writes a GeoPackage from: an SQLite database, for which the page has no library. */
export interface GeopackageSink {
  begin(content: { layer: string; title: string; columns: GeopackageColumn[] }): Promise<unknown>;
  add(rows: GeopackageRow[]): Promise<{ otherType: number }>;
  /** Ends the file and returns it. */
  finish(): Promise<Blob>;
}

/** A longer message would hold the loop of the main process. In characters of Base64. */
const longestMessage = 250_000;
function boxAround(geometry: PreparedGeometry): NonNullable<GeopackageRow['box']> {
  const places = placesOf(geometry);
  return [
    places.reduce((least, [x]) => Math.min(least, x), 180),
    places.reduce((least, [, y]) => Math.min(least, y), 90),
    places.reduce((most, [x]) => Math.max(most, x), -180),
    places.reduce((most, [, y]) => Math.max(most, y), -90),
  ];
}

/** Returns the rows in parts that are short enough for a message each. */
function* messagesOf(rows: readonly GeopackageRow[]): Generator<GeopackageRow[]> {
  let part: GeopackageRow[] = [];
  let length = 0;
  for (const row of rows) {
    part.push(row);
    length += row.geometry?.length ?? 0;
    if (length < longestMessage) continue;
    yield part;
    part = [];
    length = 0;
  }
  if (part.length > 0) yield part;
}

/** Creates the writer of GeoPackages: a table of points, with the objects without a place, one of lines and one of areas. */
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
