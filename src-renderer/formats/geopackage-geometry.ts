import { type RawPart, refused } from './raw-geometry.ts';
import { partsOfWkb } from './wkt-parts.ts';

/** The number of bytes of an envelope by its kind in the flags (GeoPackage 1.3, clause 2.1.3). */
const envelopeBytes = [0, 32, 48, 48, 64] as const;
const headBytes = 8;

/** Returns the places of a geometry in the form of a GeoPackage: its own header, then well-known binary. */
export function partsOfGeoPackage(value: unknown): RawPart[] {
  if (value === null || value === undefined) return [refused('validation.noGeometry')];
  if (!(value instanceof Uint8Array) || value.length < headBytes || value[0] !== 0x47 || value[1] !== 0x50)
    return [refused('validation.geometry')];
  const flags = value[3] ?? 0;
  const envelope = envelopeBytes[(flags >> 1) & 7];
  if ((flags & 0x20) !== 0 || envelope === undefined) return [refused('validation.geometry')];
  // This flag marks an empty geometry.
  if ((flags & 0x10) !== 0) return [refused('validation.noGeometry')];
  return partsOfWkb(value.subarray(headBytes + envelope));
}
