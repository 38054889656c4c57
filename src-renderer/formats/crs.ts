import proj4 from 'proj4';
import { definitionOfWkt, horizontalPart, isOfOtherBody } from '../../src-shared/crs/definition-of-wkt.ts';
import { readSystemText } from '../../src-shared/crs/system-text.ts';
import {
  type CoordinateSystem,
  codesOfName,
  degreesPerUnit,
  isWithoutShift,
  systemOfCode,
} from '../../src-shared/crs/systems.ts';
import { codeOfPart, nameOfPart, partOf } from '../../src-shared/crs/wkt-tree.ts';
import type { Problem } from '../../src-shared/geometry/area.ts';
import type { LonLat } from '../../src-shared/geometry/lon-lat.ts';
import { wrapLongitude } from '../../src-shared/geometry/mercator.ts';

/** A coordinate system of a file. Horizontal coordinates only; altitudes stay as they are. */
export interface Crs {
  name: string;
  isDegrees: boolean;
  /** Returns degrees on WGS 84; null for coordinates that are not a place in this system. */
  toLonLat(x: number, y: number): LonLat | null;
  /**
   * The name of a datum whose shift to WGS 84 is unknown, so that places may be off by hundreds of metres; null for
   * others.
   */
  unknownDatum: string | null;
  /** How far places may be off because the shift of the datum is only known roughly, in metres; 0 below one metre. */
  metres: number;
}

/** A file whose name for its system and whose parameters are of two systems. */
export interface TwoSystems {
  /** The system of the table with the name or the code in the file. */
  named: Crs;
  /** The system of the parameters in the file. */
  written: Crs;
  /** The largest distance between both within the area of the named system. */
  metresApart: number;
}

/** What a file's definition was read as. */
export type ReadCrs = { crs: Crs } | { two: TwoSystems } | { problem: Problem };

/** The system of degrees on WGS 84. */
export const degreesCrs: Crs = {
  name: 'WGS 84',
  isDegrees: true,
  toLonLat: (x, y) => (Number.isFinite(x) && Number.isFinite(y) ? [x, y] : null),
  unknownDatum: null,
  metres: 0,
};

const maxDefinitionChars = 20_000;
/** From this distance on, two systems are not the same. */
const sameMetres = 1;
/** Below this distance, the parameters of two systems are the same but for the digits that programs write. */
const sameSystemMetres = 0.01;
const metresPerDegree = 111_320;
/** Degrees without a shift keep their longitudes, which may go on beyond 180. */
const isPlainDegrees = (definition: string) =>
  definition.includes('+proj=longlat') &&
  !definition.includes('+pm=') &&
  !definition.includes('+units=grad') &&
  (definition.includes('+datum=WGS84') || /\+towgs84=0(?:,0)*(?: |$)/.test(definition));

/** Returns the system of a definition for proj4; null if proj4 cannot compute it. */
function crsOf(
  name: string,
  definition: string,
  { unknownDatum, metres }: Pick<Crs, 'unknownDatum' | 'metres'>,
): Crs | null {
  if (isPlainDegrees(definition)) return { ...degreesCrs, name, unknownDatum, metres };
  let converter: { forward(position: number[]): number[]; inverse(position: number[]): number[] };
  try {
    // Without a known shift, proj4 takes the degrees of the datum for those of WGS 84, as PROJ does, and the person is asked.
    converter = proj4(definition, 'WGS84');
    // A definition without an inverse, or with invalid parameters, throws at the first use.
    converter.inverse([0, 0]);
  } catch {
    return null;
  }
  const isDegrees = /\+proj=longlat\b/.test(definition);
  const factor = degreesPerUnit(definition);
  return {
    name,
    isDegrees,
    toLonLat(x, y) {
      if (!Number.isFinite(x) || !Number.isFinite(y)) return null;
      try {
        const [longitude = Number.NaN, latitude = Number.NaN] = converter.forward([x * factor, y * factor]);
        if (!Number.isFinite(longitude) || !(Math.abs(latitude) <= 90)) return null;
        return [isDegrees ? longitude : wrapLongitude(longitude), latitude];
      } catch {
        return null;
      }
    },
    unknownDatum,
    metres,
  };
}

const unknownCrs = (name: string) => ({
  problem: { message: 'validation.unknownCrs', values: { crs: name } },
});

const crsOfSystem = (system: CoordinateSystem, name: string): Crs | null =>
  crsOf(name, system.definition, {
    unknownDatum: isWithoutShift(system.definition) ? system.name : null,
    metres: system.metres,
  });

/** Returns the system of an EPSG code. */
export function crsOfCode(code: number): { crs: Crs } | { problem: Problem } {
  const name = `EPSG:${code}`;
  const system = systemOfCode(code);
  const crs = system === null ? null : crsOfSystem(system, name);
  return crs === null ? { problem: { message: 'validation.crsNotInTable', values: { crs: name } } } : { crs };
}

/** Returns positions in the system that lie well within its area. */
function positionsWithin({ definition, area }: CoordinateSystem): [number, number][] {
  const { west, south, north } = area;
  const east = area.east < west ? area.east + 360 : area.east;
  const spots = [0.25, 0.5, 0.75].flatMap((i) =>
    [0.25, 0.5, 0.75].map((j): [number, number] => [west + (east - west) * i, south + (north - south) * j]),
  );
  const factor = degreesPerUnit(definition);
  return spots.flatMap((spot): [number, number][] => {
    try {
      const [x = Number.NaN, y = Number.NaN] = proj4('WGS84', definition).forward(spot);
      return Number.isFinite(x) && Number.isFinite(y) ? [[x / factor, y / factor]] : [];
    } catch {
      return [];
    }
  });
}

/** Returns the largest distance of two systems within the area of one of them, in metres. */
function metresApart(system: CoordinateSystem, named: Crs, written: Crs): number {
  const distances = positionsWithin(system).map(([x, y]) => {
    const [one, other] = [named.toLonLat(x, y), written.toLonLat(x, y)];
    if (!one || !other) return Number.POSITIVE_INFINITY;
    const turns = Math.round((one[0] - other[0]) / 360) * 360;
    const east = (one[0] - other[0] - turns) * Math.cos((one[1] * Math.PI) / 180);
    return Math.hypot(east, one[1] - other[1]) * metresPerDegree;
  });
  return distances.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...distances);
}

/**
 * Returns the system that a text defines, for example a `.prj` file: well-known text (WKT 1 of ESRI or OGC, WKT 2), or another form of
 * `readSystemText`. For well-known text, a system of the table with
 * its code or its name is used if the parameters in the text say the same; if they do not, both are returned.
 */
export function crsOfWkt(text: string): ReadCrs {
  const wkt = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\u0000', '')
    .trim();
  const read = wkt.length > maxDefinitionChars ? null : readSystemText(wkt);
  if (read?.kind === 'code') return crsOfCode(read.code);
  const shortName = wkt.slice(0, 60);
  if (read?.kind === 'definition') {
    const crs = crsOf(shortName, read.definition.text, read.definition);
    return crs === null ? unknownCrs(shortName) : { crs };
  }
  if (read === null) return unknownCrs(shortName);
  const { root } = read;
  const node = horizontalPart(root);
  // A transformation that the file itself gives is about the system within it.
  const inner = node.keyword === 'BOUNDCRS' ? (partOf(node, 'SOURCECRS')?.parts[0] ?? node) : node;
  const name = (nameOfPart(inner) || nameOfPart(root) || wkt).slice(0, 80);
  const code = codeOfPart(inner);
  const candidates = code === null ? codesOfName(name) : [code];
  const byItself = definitionOfWkt(inner, null);
  const itself = byItself === null ? null : crsOf(name, byItself.text, byItself);
  let closest: (TwoSystems & { fromItself: number }) | null = null;
  for (const candidate of candidates) {
    const system = systemOfCode(candidate);
    const named = system === null ? null : crsOfSystem(system, name);
    const definition = definitionOfWkt(inner, candidate);
    const written = definition === null ? null : crsOf(name, definition.text, definition);
    if (system === null || named === null || written === null) continue;
    const apart = metresApart(system, named, written);
    const fromItself = itself === null || candidates.length === 1 ? 0 : metresApart(system, named, itself);
    // Several systems may have a name: the one with these parameters is meant, then the one with the datum that the text names, and if
    // that does not decide, not a deprecated one. The shift of one datum differs between areas, by no more than the metres of each.
    const isCloser =
      closest === null ||
      apart < closest.metresApart - sameSystemMetres ||
      (apart < closest.metresApart + sameSystemMetres &&
        fromItself < closest.fromItself - sameMetres - named.metres - closest.named.metres);
    if (isCloser) closest = { named, written, metresApart: apart, fromItself };
  }
  if (closest !== null) return closest.metresApart <= sameMetres ? { crs: closest.named } : { two: closest };
  // A system that the table knows and cannot compute is not computed from its text either: nothing would tell whether that is right.
  if (candidates.length > 0 && candidates.every((candidate) => systemOfCode(candidate) === null))
    return { problem: { message: 'validation.crsNotInTable', values: { crs: name } } };
  if (itself === null) {
    const message = isOfOtherBody(inner) ? 'validation.otherBody' : 'validation.crsMethod';
    return { problem: { message, values: { crs: name } } };
  }
  return { crs: itself };
}
