import proj4 from 'proj4';
import { definitionOfWkt, horizontalPart } from '../../../src-shared/crs/definition-of-wkt.ts';
import { readSystemText } from '../../../src-shared/crs/system-text.ts';
import { codesOfName, systemOfCode } from '../../../src-shared/crs/systems.ts';
import { codeOfPart, nameOfPart, partOf, type WktNode } from '../../../src-shared/crs/wkt-tree.ts';
import {
  definitionOfCode,
  type KnownProjection,
  mostMetres,
  type UnknownProjection,
} from './epsg-definitions.ts';

/** From this distance on, two systems are not the same. */
const sameMetres = 1;
/** Below this distance, the parameters of two systems are the same but for the digits that programs write. */
const sameSystemMetres = 0.01;
const metresPerDegree = 111_320;

/** Returns how far two definitions are apart within the area of the system of this code, in metres; infinity if one cannot be computed. */
function metresApart(code: number, definition: string): number {
  const system = systemOfCode(code);
  if (system === null) return Number.POSITIVE_INFINITY;
  const { west, south, north } = system.area;
  const east = system.area.east < west ? system.area.east + 360 : system.area.east;
  try {
    const [named, written] = [proj4(system.definition), proj4(definition)];
    const distances = [0.25, 0.5, 0.75].map((share) => {
      const spot = [west + (east - west) * share, south + (north - south) * share];
      const [longitude = Number.NaN, latitude = Number.NaN] = written.inverse(named.forward(spot));
      const [x = 0, y = 0] = spot;
      const off = longitude - x - 360 * Math.round((longitude - x) / 360);
      return Math.hypot(off * Math.cos((y * Math.PI) / 180), latitude - y) * metresPerDegree;
    });
    return distances.every(Number.isFinite) ? Math.max(...distances) : Number.POSITIVE_INFINITY;
  } catch {
    // Nothing says that they are the same.
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * Resolves with the coordinate system that a text in a file beside a raster gives, in one of the forms of `readSystemText`. Well-known text
 * (WKT 1 of OGC or ESRI, WKT 2) is taken by its EPSG code, by its name where the table has a system of this name with the same parameters,
 * else by the parameters themselves.
 */
export async function projectionOfText(text: string): Promise<KnownProjection | UnknownProjection> {
  const read = readSystemText(text);
  if (read?.kind === 'wkt') return projectionOfWkt(read.root);
  const unknown: UnknownProjection = { reason: 'unknown-projection', detail: text.trim().slice(0, 80) };
  if (read === null) return unknown;
  if (read.kind === 'definition') {
    const { text: definition, unknownDatum, metres } = read.definition;
    return metres > mostMetres
      ? unknown
      : { text: definition, isRough: unknownDatum !== null || metres > 0, epsg: null };
  }
  const named = await definitionOfCode(read.code);
  // The plane of a raster counts in degrees; grads would be taken for them.
  if (named === null || named.text.includes('+units=grad')) return unknown;
  return { ...named, epsg: read.code };
}

async function projectionOfWkt(root: WktNode): Promise<KnownProjection | UnknownProjection> {
  const node = horizontalPart(root);
  // A transformation that the file itself gives is about the system within it.
  const inner = node.keyword === 'BOUNDCRS' ? (partOf(node, 'SOURCECRS')?.parts[0] ?? node) : node;
  const name = (nameOfPart(inner) || nameOfPart(root)).slice(0, 80);
  const unknown: UnknownProjection = { reason: 'unknown-projection', detail: name };
  const code = codeOfPart(inner);
  const written = definitionOfWkt(inner, code);
  // The plane of a raster counts in degrees; grads would be taken for them.
  if (written?.text.includes('+units=grad')) return unknown;
  const candidates = code === null ? codesOfName(name) : [code];
  let isAnyPlaced = false;
  let closest: { found: KnownProjection; apart: number; fromItself: number; metres: number } | null = null;
  for (const candidate of candidates) {
    const named = await definitionOfCode(candidate);
    if (named === null) continue;
    isAnyPlaced = true;
    if (named.text.includes('+units=grad')) continue;
    if (code !== null) return { ...named, epsg: candidate };
    const asCandidate = definitionOfWkt(inner, candidate);
    const apart = asCandidate === null ? Number.POSITIVE_INFINITY : metresApart(candidate, asCandidate.text);
    if (apart > sameMetres) continue;
    const fromItself = written === null || candidates.length === 1 ? 0 : metresApart(candidate, written.text);
    // Several systems may have a name: the one with these parameters is meant, then the one with the datum that the text names, and if
    // that does not decide, not a deprecated one. The shift of one datum differs between areas, by no more than the metres of each.
    const metres = systemOfCode(candidate)?.metres ?? 0;
    const isCloser: boolean =
      closest === null ||
      apart < closest.apart - sameSystemMetres ||
      (apart < closest.apart + sameSystemMetres &&
        fromItself < closest.fromItself - sameMetres - metres - closest.metres);
    if (isCloser) closest = { found: { ...named, epsg: candidate }, apart, fromItself, metres };
  }
  if (closest !== null) return closest.found;
  // A system that the table knows and cannot place is not placed by its text either: nothing would tell whether that is right.
  if (candidates.length > 0 && !isAnyPlaced) return unknown;
  if (written === null || written.metres > mostMetres) return unknown;
  const isRough = written.unknownDatum !== null || written.metres > 0;
  return { text: written.text, isRough, epsg: null };
}
