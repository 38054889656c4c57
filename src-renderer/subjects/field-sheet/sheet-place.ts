import { decimalText } from '../../formats/decimal-text.ts';
import { createExportLosses } from '../../formats/export-losses.ts';
import type { ExportedFeature } from '../../formats/exported-feature.ts';
import { createPreparation } from '../../formats/prepare-feature.ts';
import { middleOf, type PreparedGeometry } from '../../formats/prepare-geometry.ts';
import { type Area, areaKm2 } from '../../geometry/area.ts';
import type { LonLat } from '../../geometry/lon-lat.ts';
import type { OutputColumn } from '../export/list-export.ts';
import { type QrPath, qrPath } from './qr-path.ts';

/** A place of a field sheet. */
export interface SheetPlace {
  /** Its number on the map and in the table, from 1. */
  number: number;
  name: string;
  notes: string;
  /** The selected attributes that have a value: the name of the column and the value. */
  facts: readonly (readonly [label: string, value: string])[];
  geometry: PreparedGeometry;
  /** The point itself, or the middle of an area. */
  middle: LonLat;
  /** In metres; null if it is not known. */
  altitude: number | null;
  /** The size of an area in square kilometres; null for a point and a line. */
  km2: number | null;
  /** The code by which a telephone opens the place. */
  qr: QrPath;
}

/** How values are written on the sheet. */
export interface FactWords {
  time: (iso: string) => string;
  number: (value: number) => string;
  truth: (value: boolean) => string;
}

function sizeOf(geometry: PreparedGeometry): number | null {
  if (geometry.kind !== 'area') return null;
  // The rings are closed here, and those of an area are not.
  const areas: Area[] = geometry.polygons.map((polygon) => polygon.map((ring) => ring.slice(0, -1)));
  return areas.reduce((sum, area) => sum + areaKm2(area), 0);
}

function factOf(
  { label, type, wordOf }: OutputColumn,
  value: string | number | boolean | null,
  words: FactWords,
): (readonly [string, string])[] {
  if (value === null || value === '') return [];
  if (wordOf) return [[label, wordOf(value)]];
  if (type === 'time') return [[label, words.time(String(value))]];
  if (typeof value === 'boolean') return [[label, words.truth(value)]];
  // An identifier is a number that nobody calculates with.
  const isCount = typeof value === 'number' && type === 'real';
  return [[label, isCount ? words.number(value) : String(value)]];
}

/** Returns the address of a place that telephones open in a map (RFC 5870). */
export function geoAddress([longitude, latitude]: LonLat, altitude: number | null): string {
  const height = altitude === null ? '' : `,${decimalText(altitude)}`;
  return `geo:${decimalText(latitude)},${decimalText(longitude)}${height}`;
}

/** Sizes and codes of hundreds of places take a while: the page has its turn after this time. */
const turnMs = 12;

/**
 * Returns the places of a sheet in their order, and the number of objects that have none. Works in turns of a few
 * milliseconds and stops when `signal` is aborted.
 */
export async function sheetPlaces(
  features: readonly ExportedFeature[],
  columns: readonly OutputColumn[],
  { words, signal }: { words: FactWords; signal: AbortSignal },
): Promise<{ places: SheetPlace[]; withoutPlace: number }> {
  const prepare = createPreparation(columns, createExportLosses());
  const places: SheetPlace[] = [];
  let began = performance.now();
  for (const feature of features) {
    if (performance.now() - began > turnMs) {
      await new Promise((resolve) => setTimeout(resolve));
      signal.throwIfAborted();
      began = performance.now();
    }
    const { name, notes, values, geometry } = prepare(feature);
    if (geometry === null) continue;
    const middle = middleOf(geometry);
    const altitude = (geometry.kind === 'point' ? geometry.position[2] : undefined) ?? null;
    places.push({
      number: places.length + 1,
      ...{ name, notes, geometry, middle, altitude },
      facts: columns.flatMap((column, i) => factOf(column, values[i] ?? null, words)),
      km2: sizeOf(geometry),
      qr: qrPath(geoAddress(middle, altitude)),
    });
  }
  return { places, withoutPlace: features.length - places.length };
}
