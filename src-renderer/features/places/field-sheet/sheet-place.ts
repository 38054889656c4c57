import { type Area, areaKm2 } from '../../../../src-shared/geometry/area.ts';
import type { LonLat } from '../../../../src-shared/geometry/lon-lat.ts';
import { decimalText } from '../../../formats/decimal-text.ts';
import { createExportLosses } from '../../../formats/export-losses.ts';
import type { ExportedFeature } from '../../../formats/exported-feature.ts';
import { createPreparation } from '../../../formats/prepare-feature.ts';
import { middleOf, type PreparedGeometry } from '../../../formats/prepare-geometry.ts';
import type { OutputColumn } from '../../../kit/export/list-export.ts';
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
  /** The point itself, or the centre of an area. */
  middle: LonLat;
  /** In metres; null if it is not known. */
  altitude: number | null;
  /** The area in square kilometres; null for a point and a line. */
  km2: number | null;
  /** The QR code that opens the place on a phone. */
  qr: QrPath;
}

/** The words and formats of values on the sheet. */
export interface FactWords {
  language: string;
  time: (iso: string) => string;
  number: (value: number) => string;
  truth: (value: boolean) => string;
}

function sizeOf(geometry: PreparedGeometry): number | null {
  if (geometry.kind !== 'area') return null;
  // Prepared rings repeat their first vertex at the end; the rings of `Area` do not.
  const areas: Area[] = geometry.polygons.map((polygon) => polygon.map((ring) => ring.slice(0, -1)));
  return areas.reduce((sum, area) => sum + areaKm2(area), 0);
}

function factOf(
  { label, type, wordOf, whenEmpty }: OutputColumn,
  value: string | number | boolean | null,
  { attributes }: Pick<ExportedFeature, 'attributes'>,
  words: FactWords,
): (readonly [string, string])[] {
  if (value === null || value === '') {
    const text = whenEmpty?.(attributes, words.language) ?? '';
    return text === '' ? [] : [[label, text]];
  }
  if (wordOf) return [[label, wordOf(value)]];
  if (type === 'time') return [[label, words.time(String(value))]];
  if (typeof value === 'boolean') return [[label, words.truth(value)]];
  // Integers may be identifiers, so only real numbers are formatted.
  const isCount = typeof value === 'number' && type === 'real';
  return [[label, isCount ? words.number(value) : String(value)]];
}

/** Returns the `geo:` URI of a place, which phones open in a map (RFC 5870). */
export function geoAddress([longitude, latitude]: LonLat, altitude: number | null): string {
  const height = altitude === null ? '' : `,${decimalText(altitude)}`;
  return `geo:${decimalText(latitude)},${decimalText(longitude)}${height}`;
}

/** Computing areas and QR codes of hundreds of places takes long, so the work yields to the page after this time. */
const maxTurnMs = 12;

/**
 * Returns the places of a sheet in their order, and the number of features without a place. Yields to the page every few milliseconds and
 * stops when `signal` is aborted.
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
    if (performance.now() - began > maxTurnMs) {
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
      name,
      notes,
      geometry,
      middle,
      altitude,
      facts: columns.flatMap((column, i) => factOf(column, values[i] ?? null, feature, words)),
      km2: sizeOf(geometry),
      qr: qrPath(geoAddress(middle, altitude)),
    });
  }
  return { places, withoutPlace: features.length - places.length };
}
