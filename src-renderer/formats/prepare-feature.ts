import { cleanText } from './clean-text.ts';
import type { ExportLosses } from './export-losses.ts';
import type { AttributeValue, ExportColumn, ExportedFeature } from './exported-feature.ts';
import { type PreparedGeometry, prepareGeometry } from './prepare-geometry.ts';

/**
 * An object in the form that writers receive: its texts are clean, and each value has the type of its column or is
 * null.
 */
export interface PreparedFeature {
  name: string;
  notes: string;
  /** One value for each column. */
  values: readonly AttributeValue[];
  geometry: PreparedGeometry | null;
}

/** Returns a value in the type of its column; undefined if it has another type. */
function typedValue(type: ExportColumn['type'], value: AttributeValue): AttributeValue | undefined {
  if (value === null) return null;
  if (type === 'integer') return Number.isSafeInteger(value) ? value : undefined;
  if (type === 'real') return Number.isFinite(value) ? value : undefined;
  if (type === 'boolean') return typeof value === 'boolean' ? value : undefined;
  return String(value);
}

/** Returns a function that prepares objects for a file and counts what the file cannot contain of them. */
export function createPreparation(columns: readonly ExportColumn[], losses: ExportLosses) {
  function clean(text: string): string {
    const cleaned = cleanText(text);
    if (cleaned !== text) losses.note('replacedCharacters');
    return cleaned;
  }

  function typedIn({ key, type }: ExportColumn, { attributes }: ExportedFeature): AttributeValue {
    // A column may be named `constructor`, which every object inherits.
    const original = Object.hasOwn(attributes, key) ? attributes[key] : null;
    const value = typedValue(type, original ?? null);
    if (value === undefined) losses.note('otherType');
    return typeof value === 'string' ? clean(value) : (value ?? null);
  }

  return (feature: ExportedFeature): PreparedFeature => {
    const { geometry, isOther } = prepareGeometry(feature.geometry);
    if (isOther) losses.note('otherGeometry');
    return {
      name: clean(feature.name),
      notes: clean(feature.notes),
      values: columns.map((column) => typedIn(column, feature)),
      geometry,
    };
  };
}
