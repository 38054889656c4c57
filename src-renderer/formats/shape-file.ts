import type { ClosedRing, PreparedGeometry } from './prepare-geometry.ts';

/** The shape types of the ESRI Shapefile Technical Description (1998). */
const shapeTypes = { none: 0, points: 1, areas: 5 } as const;
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
  ...{ west: Number.POSITIVE_INFINITY, south: Number.POSITIVE_INFINITY },
  ...{ east: Number.NEGATIVE_INFINITY, north: Number.NEGATIVE_INFINITY },
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

function headerOf(kind: 'points' | 'areas', box: Box, sizeBytes: number): Uint8Array<ArrayBuffer> {
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

/** Returns a polygon. Its outer rings run clockwise and its holes counter-clockwise, the reverse of GeoJSON. */
function areaContent(rings: readonly ClosedRing[]): Uint8Array<ArrayBuffer> {
  const points = rings.reduce((sum, ring) => sum + ring.length, 0);
  const content = new Uint8Array(44 + 4 * rings.length + 16 * points);
  const view = new DataView(content.buffer);
  const box = emptyBox();
  view.setInt32(0, shapeTypes.areas, true);
  view.setInt32(36, rings.length, true);
  view.setInt32(40, points, true);
  let written = 0;
  for (const [part, ring] of rings.entries()) {
    view.setInt32(44 + 4 * part, written, true);
    for (const [longitude, latitude] of ring.toReversed()) {
      const at = 44 + 4 * rings.length + 16 * written;
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
  // The type 0, without coordinates: an object without a place.
  if (geometry === null) return new Uint8Array(4);
  if (geometry.kind === 'point') return pointContent(geometry.position[0], geometry.position[1]);
  return areaContent(geometry.polygons.flat());
}

/** Creates the two files of a shapefile that contain its geometry; all shapes of one are points, or areas, or none. */
export function createShapeFile(kind: 'points' | 'areas') {
  const box = emptyBox();
  const records: Blob[] = [];
  const index: Blob[] = [];
  let count = 0;
  let sizeBytes = headerBytes;

  function noteBox(geometry: PreparedGeometry | null) {
    if (geometry?.kind === 'point') extend(box, geometry.position[0], geometry.position[1]);
    if (geometry?.kind === 'area')
      for (const [longitude, latitude] of geometry.polygons.flat(2)) extend(box, longitude, latitude);
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
