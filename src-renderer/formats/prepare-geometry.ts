import { type Area, boxOf, oriented, unrolled } from '../../src-shared/geometry/area.ts';
import type { DegreeBox } from '../../src-shared/geometry/box-of-places.ts';
import { cutAtAntimeridian } from '../../src-shared/geometry/cut-area.ts';
import { cutLine } from '../../src-shared/geometry/cut-line.ts';
import type { LonLat } from '../../src-shared/geometry/lon-lat.ts';
import { wrapLongitude } from '../../src-shared/geometry/mercator.ts';
import { isWithin, pointWithin } from '../../src-shared/geometry/point-within.ts';
import type { ExportedGeometry, ExportedPosition } from './exported-feature.ts';
import { readGeometryText } from './read-geometry-text.ts';

/** A closed ring; longitudes are from -180 to 180. */
export type ClosedRing = readonly LonLat[];

/**
 * A place as files contain it: seven decimals, longitudes from -180 to 180. Lines and areas are cut at the
 * antimeridian; the rings of areas are closed, outer rings counter-clockwise and holes clockwise (RFC 7946 §3.1.6 and
 * §3.1.9).
 */
export type PreparedGeometry =
  | { kind: 'point'; position: readonly [number, number] | readonly [number, number, number] }
  | { kind: 'line'; parts: readonly (readonly LonLat[])[] }
  | { kind: 'area'; polygons: readonly (readonly ClosedRing[])[] };

/** A prepared geometry. `isOther` is true if the source was neither a point nor an area. */
export interface Prepared {
  geometry: PreparedGeometry | null;
  isOther: boolean;
}

const rounded = (degrees: number) => Math.round(degrees * 1e7) / 1e7;
/** Altitudes are rounded to millimetres. */
const roundedMetres = (metres: number) => Math.round(metres * 1e3) / 1e3;

/** Returns a prepared point; null if it is not on the globe. */
function preparePoint([longitude, latitude, altitude]: ExportedPosition): PreparedGeometry | null {
  if (!Number.isFinite(longitude) || !(Math.abs(latitude) <= 90)) return null;
  const x = rounded(Math.abs(longitude) <= 180 ? longitude : wrapLongitude(longitude));
  const y = rounded(latitude);
  return {
    kind: 'point',
    position: altitude === undefined || !Number.isFinite(altitude) ? [x, y] : [x, y, roundedMetres(altitude)],
  };
}

/**
 * Returns a ring around a pole closed along that pole, because it does not close on a flat map; returns other rings
 * unchanged.
 */
function closedOverPole(ring: readonly LonLat[]): readonly LonLat[] {
  const [first] = ring;
  const last = ring.at(-1);
  if (!first || !last || Math.abs(last[0] - first[0]) <= 180) return ring;
  const turned = first[0] + 360 * Math.sign(last[0] - first[0]);
  const pole = ring.reduce((sum, [, latitude]) => sum + latitude, 0) < 0 ? -90 : 90;
  return [...ring, [turned, first[1]], [turned, pole], [first[0], pole]];
}

/**
 * Returns an area whose holes are on the same turn of the globe as its outer ring; null if no ring encloses anything.
 */
function areaOf(polygon: readonly (readonly LonLat[])[]): Area | null {
  const [outer = [], ...holes] = polygon.map((ring) => closedOverPole(unrolled(ring)));
  if (outer.length < 3) return null;
  const middle = outer.reduce((sum, [longitude]) => sum + longitude, 0) / outer.length;
  const near = holes
    .filter((hole) => hole.length >= 3)
    .map((hole) => {
      const shift = 360 * Math.round((middle - (hole[0]?.[0] ?? 0)) / 360);
      return hole.map(([longitude, latitude]): LonLat => [rounded(longitude + shift), latitude]);
    });
  return [outer, ...near];
}

const closed = (ring: readonly LonLat[]): ClosedRing => (ring[0] ? [...ring, ring[0]] : ring);

function prepareArea(polygons: readonly (readonly (readonly LonLat[])[])[]): PreparedGeometry | null {
  const parts = polygons.flatMap((polygon) => {
    const area = areaOf(polygon);
    return area === null ? [] : cutAtAntimeridian(area);
  });
  return parts.length === 0
    ? null
    : { kind: 'area', polygons: parts.map((part) => oriented(part).map(closed)) };
}

/** Returns a line as files contain it; null if it has fewer than two places on the globe. */
function prepareLine(places: readonly LonLat[]): PreparedGeometry | null {
  const isOnGlobe = places.every(([x, y]) => Number.isFinite(x) && Math.abs(y) <= 90);
  const parts = isOnGlobe ? cutLine(places) : [];
  return parts.length === 0 ? null : { kind: 'line', parts };
}

/** Returns a geometry as files contain it. */
export function prepareGeometry(geometry: ExportedGeometry | null): Prepared {
  if (geometry === null) return { geometry: null, isOther: false };
  if (geometry.kind === 'point') return { geometry: preparePoint(geometry.at), isOther: false };
  if (geometry.kind === 'line') return { geometry: prepareLine(geometry.places), isOther: false };
  if (geometry.kind === 'area') return { geometry: prepareArea(geometry.polygons), isOther: false };
  const read = readGeometryText(geometry.text);
  const known = read === null ? null : prepareGeometry(read).geometry;
  if (known !== null) return { geometry: known, isOther: false };
  const { otherwise } = geometry;
  return { geometry: otherwise === null ? null : preparePoint(otherwise), isOther: otherwise !== null };
}

/** Returns all positions of a geometry. */
export function placesOf(geometry: PreparedGeometry): readonly LonLat[] {
  if (geometry.kind === 'point') return [[geometry.position[0], geometry.position[1]]];
  return geometry.kind === 'line' ? geometry.parts.flat() : geometry.polygons.flat(2);
}

/** Returns the boxes of the polygons of an area; parts that meet at the antimeridian have one box, whose east is beyond 180. */
function boxesOfWholes(polygons: readonly (readonly ClosedRing[])[]): readonly DegreeBox[] {
  const boxes = polygons.map((polygon): DegreeBox => boxOf(polygon));
  const wholes: DegreeBox[] = boxes.filter(([west, , east]) => west > -180 || east === 180);
  for (const [, south, east, north] of boxes.filter(([west, , east]) => west === -180 && east < 180)) {
    const at = wholes.findIndex((each) => each[2] >= 180 && each[1] < north && each[3] > south);
    const other = wholes[at];
    if (other === undefined) wholes.push([-180, south, east, north]);
    else
      wholes[at] = [
        other[0],
        Math.min(south, other[1]),
        Math.max(east + 360, other[2]),
        Math.max(north, other[3]),
      ];
  }
  return wholes;
}

/**
 * Returns the middle of a place: the point itself, the place between the middle vertices of a line, or the middle of the bounding box of an
 * area, also of one over the antimeridian; where that lies outside of the area or in a hole, a point in the area. Of several areas it is that
 * of the largest one.
 */
export function middleOf(geometry: PreparedGeometry): LonLat {
  if (geometry.kind === 'point') return [geometry.position[0], geometry.position[1]];
  if (geometry.kind === 'line') {
    const [part = []] = geometry.parts;
    const [before, after] = part.slice(Math.ceil(part.length / 2) - 1);
    if (before === undefined || after === undefined) return [0, 0];
    return [rounded((before[0] + after[0]) / 2), rounded((before[1] + after[1]) / 2)];
  }
  let size = Number.NEGATIVE_INFINITY;
  let middle: LonLat = [0, 0];
  for (const [west, south, east, north] of boxesOfWholes(geometry.polygons)) {
    if ((east - west) * (north - south) <= size) continue;
    size = (east - west) * (north - south);
    const longitude = (west + east) / 2;
    middle = [rounded(longitude > 180 ? longitude - 360 : longitude), rounded((south + north) / 2)];
  }
  const [x, y] = middle;
  // The antimeridian is the edge of the parts on both sides.
  const inPart: LonLat = [Math.sign(x) * Math.min(Math.abs(x), 180 - 1e-7), y];
  if (geometry.polygons.some((rings) => isWithin(rings, inPart))) return middle;
  const sizeOf = (polygon: readonly ClosedRing[]) => {
    const [west, south, east, north] = boxOf(polygon);
    return (east - west) * (north - south);
  };
  const [largest] = geometry.polygons.toSorted((one, other) => sizeOf(other) - sizeOf(one));
  if (largest === undefined) return middle;
  const { longitude, latitude } = pointWithin(largest);
  return [rounded(longitude), rounded(latitude)];
}
