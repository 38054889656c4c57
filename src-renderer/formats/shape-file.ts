import type { LonLat } from '../../src-shared/geometry/lon-lat.ts';
import { type PreparedGeometry, placesOf } from './prepare-geometry.ts';

/** The shape types of the ESRI Shapefile Technical Description (1998). */
const shapeTypes = { points: 1, lines: 3, areas: 5 } as const;
/** The kind of all shapes of one file; some of them may be empty. */
export type ShapeKind = keyof typeof shapeTypes;
/** Lengths are counted in words of two bytes. */
const word = 2;
const headerBytes = 100;

interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

const emptyBox = (): Box => ({
  west: Number.POSITIVE_INFINITY,
  south: Number.POSITIVE_INFINITY,
  east: Number.NEGATIVE_INFINITY,
  north: Number.NEGATIVE_INFINITY,
});

function extend(box: Box, longitude: number, latitude: number) {
  box.west = Math.min(box.west, longitude);
  box.south = Math.min(box.south, latitude);
  box.east = Math.max(box.east, longitude);
  box.north = Math.max(box.north, latitude);
}

function writeBox(view: DataView, at: number, { west, south, east, north }: Box) {
  for (const [i, degrees] of [west, south, east, north].entries())
    view.setFloat64(at + 8 * i, Number.isFinite(degrees) ? degrees : 0, true);
}

function headerOf(kind: ShapeKind, box: Box, sizeBytes: number): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(headerBytes);
  const view = new DataView(header.buffer);
  view.setInt32(0, 9994);
  view.setInt32(24, sizeBytes / word);
  view.setInt32(28, 1000, true);
  view.setInt32(32, shapeTypes[kind], true);
  writeBox(view, 36, box);
  return header;
}

function pointContent(longitude: number, latitude: number): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(20);
  const view = new DataView(content.buffer);
  view.setInt32(0, shapeTypes.points, true);
  view.setFloat64(4, longitude, true);
  view.setFloat64(12, latitude, true);
  return content;
}

/** Returns the content of a line with its parts, or of a polygon with its rings. */
function partsContent(type: number, parts: readonly (readonly LonLat[])[]): Uint8Array<ArrayBuffer> {
  const points = parts.reduce((sum, part) => sum + part.length, 0);
  const content = new Uint8Array(44 + 4 * parts.length + 16 * points);
  const view = new DataView(content.buffer);
  const box = emptyBox();
  view.setInt32(0, type, true);
  view.setInt32(36, parts.length, true);
  view.setInt32(40, points, true);
  let written = 0;
  for (const [i, part] of parts.entries()) {
    view.setInt32(44 + 4 * i, written, true);
    for (const [longitude, latitude] of part) {
      const at = 44 + 4 * parts.length + 16 * written;
      view.setFloat64(at, longitude, true);
      view.setFloat64(at + 8, latitude, true);
      extend(box, longitude, latitude);
      written += 1;
    }
  }
  writeBox(view, 4, box);
  return content;
}

function contentOf(geometry: PreparedGeometry | null): Uint8Array<ArrayBuffer> {
  // Type 0, without coordinates: an object without a place.
  if (geometry === null) return new Uint8Array(4);
  if (geometry.kind === 'point') return pointContent(geometry.position[0], geometry.position[1]);
  if (geometry.kind === 'line') return partsContent(shapeTypes.lines, geometry.parts);
  // Outer rings are clockwise and holes counter-clockwise, the reverse of GeoJSON.
  return partsContent(
    shapeTypes.areas,
    geometry.polygons.flat().map((ring) => ring.toReversed()),
  );
}

/** Creates the two files of a shapefile that contain its geometry. All shapes are of this kind or empty. */
export function createShapeFile(kind: ShapeKind) {
  const box = emptyBox();
  const records: Blob[] = [];
  const index: Blob[] = [];
  let count = 0;
  let sizeBytes = headerBytes;

  function noteBox(geometry: PreparedGeometry | null) {
    if (geometry === null) return;
    for (const [longitude, latitude] of placesOf(geometry)) extend(box, longitude, latitude);
  }

  return {
    /** Adds shapes. */
    add(geometries: readonly (PreparedGeometry | null)[]) {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      const entries = new DataView(new ArrayBuffer(8 * geometries.length));
      for (const [i, geometry] of geometries.entries()) {
        noteBox(geometry);
        const content = contentOf(geometry);
        const head = new DataView(new ArrayBuffer(8));
        count += 1;
        head.setInt32(0, count);
        head.setInt32(4, content.length / word);
        entries.setInt32(8 * i, sizeBytes / word);
        entries.setInt32(8 * i + 4, content.length / word);
        parts.push(new Uint8Array(head.buffer), content);
        sizeBytes += 8 + content.length;
      }
      records.push(new Blob(parts));
      index.push(new Blob([entries]));
    },
    /** Returns the shapes (`shp`) and their index (`shx`). */
    end: () => ({
      shp: new Blob([headerOf(kind, box, sizeBytes), ...records]),
      shx: new Blob([headerOf(kind, box, headerBytes + 8 * count), ...index]),
    }),
  };
}
