import { boxOf } from '../../src-shared/geometry/area.ts';
import type { LonLat } from '../../src-shared/geometry/lon-lat.ts';
import { mercatorX, mercatorY } from '../../src-shared/geometry/mercator.ts';
import type { ImportedFeature, PackedPlaces } from './imported.ts';

/** The number of features that are transferred together. */
export const batchSize = 1_000;
/** Outlines with more numbers than this are not drawn: the map would show nothing but lines. */
const maxOutlineNumbers = 4_000_000;
const firstFeatures = 50;

/** Creates a growing list of numbers that needs no object per number. */
function createNumbers() {
  let numbers = new Float64Array(1_024);
  let length = 0;
  return {
    push(value: number) {
      if (length === numbers.length) {
        const larger = new Float64Array(2 * length);
        larger.set(numbers);
        numbers = larger;
      }
      numbers[length] = value;
      length += 1;
    },
    length: () => length,
    packed: () => numbers.slice(0, length),
  };
}

/**
 * Creates a store for the features of an import. Full batches are stored as bytes, because a million features as
 * objects need several times the memory.
 */
export function createFeatureStore() {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const batches: Uint8Array[] = [];
  let current: ImportedFeature[] = [];
  const first: ImportedFeature[] = [];
  const points = { x: createNumbers(), y: createNumbers() };
  const rings = { flat: createNumbers(), starts: createNumbers(), boxes: createNumbers() };
  const box = { west: 180, south: 90, east: -180, north: -90, isEmpty: true };

  function widen(west: number, south: number, east: number, north: number) {
    box.isEmpty = false;
    box.west = Math.min(box.west, west);
    box.south = Math.min(box.south, south);
    box.east = Math.max(box.east, east);
    box.north = Math.max(box.north, north);
  }

  function addOutline(ring: readonly LonLat[], [west, south, east, north]: ReturnType<typeof boxOf>) {
    if (rings.flat.length() + 2 * ring.length > maxOutlineNumbers) return;
    rings.starts.push(rings.flat.length());
    for (const [longitude, latitude] of ring) {
      rings.flat.push(mercatorX(longitude));
      rings.flat.push(mercatorY(latitude));
    }
    for (const edge of [mercatorX(west), mercatorY(south), mercatorX(east), mercatorY(north)])
      rings.boxes.push(edge);
  }

  return {
    add(feature: ImportedFeature) {
      const { geometry } = feature;
      if (first.length < firstFeatures) first.push(feature);
      if (geometry.kind === 'point') {
        points.x.push(mercatorX(geometry.longitude));
        points.y.push(mercatorY(geometry.latitude));
        widen(geometry.longitude, geometry.latitude, geometry.longitude, geometry.latitude);
      } else if (geometry.kind === 'line') {
        for (const [longitude, latitude] of geometry.line) widen(longitude, latitude, longitude, latitude);
      } else {
        const outline = boxOf(geometry.rings);
        addOutline(geometry.rings[0] ?? [], outline);
        widen(...outline);
      }
      if (current.push(feature) < batchSize) return;
      batches.push(encoder.encode(JSON.stringify(current)));
      current = [];
    },
    /** Returns the features of a batch; an empty list beyond the last one. */
    batch(index: number): readonly ImportedFeature[] {
      const bytes = batches[index];
      if (bytes === undefined) return index === batches.length ? current : [];
      // This store wrote the JSON.
      const features: ImportedFeature[] = JSON.parse(decoder.decode(bytes));
      return features;
    },
    first: (): readonly ImportedFeature[] => first,
    places(): PackedPlaces {
      const flat = rings.flat.packed();
      return {
        x: points.x.packed(),
        y: points.y.packed(),
        flat,
        starts: Uint32Array.from([...rings.starts.packed(), flat.length]),
        boxes: rings.boxes.packed(),
        box: box.isEmpty ? null : [box.west, box.south, box.east, box.north],
      };
    },
  };
}
/** The features of one import. */
export type FeatureStore = ReturnType<typeof createFeatureStore>;
