import type { LonLat } from '../../src-shared/geometry/lon-lat.ts';
import { insideArea } from '../../src-shared/geometry/rings.ts';
import { limits } from './limits.ts';
import { type RawPart, refused } from './raw-geometry.ts';

/** A record of a `.shp` file, or the number of the first record that cannot be located. */
export type ShapeRecord = { number: number; parts: RawPart[] } | { broken: number };

const headerBytes = 100;
const shapeKinds = { null: 0, point: 1, line: 3, polygon: 5, multipoint: 8, multipatch: 31 } as const;

type Position = readonly number[];

const unreadable = () => [refused('validation.geometry')];

/** Reads x and y of positions, and altitudes if the shape has them. */
function positionsOf(
  view: DataView,
  { at, count, altitudesAt }: { at: number; count: number; altitudesAt: number | null },
): Position[] | null {
  if (count < 0 || at + 16 * count > view.byteLength) return null;
  const hasAltitudes = altitudesAt !== null && altitudesAt + 8 * count <= view.byteLength;
  return Array.from({ length: count }, (_, i) => {
    const x = view.getFloat64(at + 16 * i, true);
    const y = view.getFloat64(at + 16 * i + 8, true);
    return hasAltitudes ? [x, y, view.getFloat64(altitudesAt + 8 * i, true)] : [x, y];
  });
}

const doubledSize = (ring: readonly Position[]) =>
  ring.reduce((sum, [x = 0, y = 0], i) => {
    const [nextX = 0, nextY = 0] = ring[(i + 1) % ring.length] ?? [];
    return sum + (x * nextY - nextX * y);
  }, 0);

const asPlaces = (ring: readonly Position[]) => ring.map(([x = 0, y = 0]): LonLat => [x, y]);

/**
 * Returns polygons from rings: outer rings are clockwise and holes counter-clockwise; each hole belongs to the smallest
 * outer ring around it.
 */
function polygonsOf(rings: readonly (readonly Position[])[]): RawPart[] {
  const sized = rings.map((ring) => ({ ring, size: doubledSize(ring), places: asPlaces(ring) }));
  const outers = sized.filter(({ size }) => size <= 0).map((outer) => ({ ...outer, rings: [outer.ring] }));
  const smallestFirst = outers.toSorted((a, b) => Math.abs(a.size) - Math.abs(b.size));
  const alone: RawPart[] = [];
  for (const { ring, size, places } of sized) {
    if (size <= 0) continue;
    const outer = smallestFirst.find(
      (each) => Math.abs(each.size) >= size && places.some((place) => insideArea([each.places], place)),
    );
    if (outer) outer.rings.push(ring);
    // Some programs write outer rings in the wrong direction.
    else alone.push({ kind: 'area', rings: [ring] });
  }
  return [...outers.map(({ rings: own }): RawPart => ({ kind: 'area', rings: own })), ...alone];
}

/** Reads the parts of a polygon or a line, or returns what is wrong with them. */
function partsOfShape(
  view: DataView,
  hasAltitudes: boolean,
): { rings: Position[][] } | { refused: RawPart[] } {
  if (view.byteLength < 44) return { refused: unreadable() };
  const [partCount, count] = [view.getInt32(36, true), view.getInt32(40, true)];
  if (partCount < 0 || count < 0) return { refused: unreadable() };
  if (partCount === 0 || count === 0) return { refused: [refused('validation.noGeometry')] };
  if (partCount > limits.rings)
    return { refused: [refused('validation.tooManyRings', { most: limits.rings })] };
  const at = 44 + 4 * partCount;
  if (at > view.byteLength) return { refused: unreadable() };
  const altitudesAt = hasAltitudes ? at + 16 * count + 16 : null;
  const positions = positionsOf(view, { at, count, altitudesAt });
  if (!positions) return { refused: unreadable() };
  const starts = Array.from({ length: partCount }, (_, i) => view.getInt32(44 + 4 * i, true));
  if (starts.some((start, i) => start < (starts[i - 1] ?? 0) || start >= count) || starts[0] !== 0)
    return { refused: unreadable() };
  return { rings: starts.map((start, i) => positions.slice(start, starts[i + 1] ?? count)) };
}

function polygonParts(view: DataView, hasAltitudes: boolean): RawPart[] {
  const read = partsOfShape(view, hasAltitudes);
  return 'refused' in read ? read.refused : polygonsOf(read.rings);
}

function lineParts(view: DataView): RawPart[] {
  const read = partsOfShape(view, false);
  if ('refused' in read) return read.refused;
  return read.rings.map((positions): RawPart => ({ kind: 'line', positions }));
}

function multipointParts(view: DataView, hasAltitudes: boolean): RawPart[] {
  if (view.byteLength < 40) return unreadable();
  const count = view.getInt32(36, true);
  if (count === 0) return [refused('validation.noGeometry')];
  const altitudesAt = hasAltitudes ? 40 + 16 * count + 16 : null;
  const positions = positionsOf(view, { at: 40, count, altitudesAt });
  return positions?.map((position): RawPart => ({ kind: 'point', position })) ?? unreadable();
}

function pointParts(view: DataView, hasAltitude: boolean): RawPart[] {
  const [position] = positionsOf(view, { at: 4, count: 1, altitudesAt: hasAltitude ? 20 : null }) ?? [];
  if (!position) return unreadable();
  // An empty point is written with NaN.
  return [
    position.slice(0, 2).every(Number.isNaN) ? refused('validation.noGeometry') : { kind: 'point', position },
  ];
}

/** Reads the shape of a record. Types 11 to 18 have altitudes; the measures of types 21 to 28 are left out. */
function partsOf(view: DataView): RawPart[] {
  if (view.byteLength < 4) return [refused('validation.noGeometry')];
  const type = view.getInt32(0, true);
  if (type === shapeKinds.multipatch) return [refused('validation.unknownGeometry', { kind: 'MultiPatch' })];
  const kind = type > 10 ? type % 10 : type;
  const hasAltitudes = type > 10 && type < 20;
  if (type === shapeKinds.null) return [refused('validation.noGeometry')];
  if (kind === shapeKinds.point) return pointParts(view, hasAltitudes);
  if (kind === shapeKinds.multipoint) return multipointParts(view, hasAltitudes);
  if (kind === shapeKinds.polygon) return polygonParts(view, hasAltitudes);
  return kind === shapeKinds.line ? lineParts(view) : unreadable();
}

/** Yields the records of a `.shp` file. A damaged shape affects only itself. */
export function* readShapes(bytes: Uint8Array): Generator<ShapeRecord> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < headerBytes) {
    yield { broken: 1 };
    return;
  }
  let number = 0;
  for (let at = headerBytes; at < bytes.length; ) {
    number += 1;
    const size = at + 8 <= bytes.length ? view.getInt32(at + 4) * 2 : -1;
    if (size < 0 || at + 8 + size > bytes.length) {
      yield { broken: number };
      return;
    }
    yield { number, parts: partsOf(new DataView(bytes.buffer, bytes.byteOffset + at + 8, size)) };
    at += 8 + size;
  }
}
