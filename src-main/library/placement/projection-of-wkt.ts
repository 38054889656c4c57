import proj4 from 'proj4';
import { definitionOfWkt, horizontalPart } from '../../../src-preload/crs/definition-of-wkt.ts';
import { codesOfName, systemOfCode } from '../../../src-preload/crs/systems.ts';
import { codeOfPart, nameOfPart, parseWkt, partOf } from '../../../src-preload/crs/wkt-tree.ts';
import { definitionOfCode } from './epsg-definitions.ts';
import type { KnownProjection, UnknownProjection } from './projection-of-keys.ts';

/** From this distance on, two systems are not the same. */
const sameMetres = 1;
const metresPerDegree = 111_320;
/** A datum that may be further off is said to be placed approximately. */
const roughMetres = 10;

/** Returns true if both definitions have the same places within the area of the system of this code. */
function isSameSystem(code: number, definition: string): boolean {
  const system = systemOfCode(code);
  if (system === null) return false;
  const { west, south, north } = system.area;
  const east = system.area.east < west ? system.area.east + 360 : system.area.east;
  try {
    const [named, written] = [proj4(system.definition), proj4(definition)];
    return [0.25, 0.5, 0.75].every((share) => {
      const spot = [west + (east - west) * share, south + (north - south) * share];
      const [longitude = Number.NaN, latitude = Number.NaN] = written.inverse(named.forward(spot));
      const [x = 0, y = 0] = spot;
      const off = longitude - x - 360 * Math.round((longitude - x) / 360);
      const metres = Math.hypot(off * Math.cos((y * Math.PI) / 180), latitude - y) * metresPerDegree;
      return metres <= sameMetres;
    });
  } catch {
    // One of them cannot be computed, so that nothing says that they are the same.
    return false;
  }
}

/**
 * Resolves with the coordinate system that well-known text in a file beside a raster defines (WKT 1 of OGC or ESRI, WKT 2): by its EPSG
 * code, by its name where the table has a system of this name with the same parameters, else by the parameters themselves.
 */
export async function projectionOfWkt(text: string): Promise<KnownProjection | UnknownProjection> {
  const root = parseWkt(text.replaceAll('\0', ''));
  if (root === null) return { reason: 'unknown-projection', detail: text.slice(0, 80) };
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
  for (const candidate of candidates) {
    const named = await definitionOfCode(candidate);
    const isMeant = code !== null || (written !== null && isSameSystem(candidate, written.text));
    if (named !== null && isMeant && !named.text.includes('+units=grad'))
      return { ...named, epsg: candidate };
  }
  if (written === null) return unknown;
  const isRough = written.unknownDatum !== null || written.metres > roughMetres;
  return { text: written.text, isRough, epsg: null };
}
