import { gzipSync } from 'node:zlib';
import {
  type EncodedFeature,
  encodeVectorTile,
} from '../src-main/features/maps/reference/encode-vector-tile.ts';

const square = (left: number, top: number, size: number) => [
  left,
  top,
  left + size,
  top,
  left + size,
  top + size,
  left,
  top + size,
];

const area = (id: number, part: number[], name: string | null = null): EncodedFeature => ({
  id,
  kind: 'area',
  parts: [part],
  name,
});

/**
 * A vector tile, gzip'ed as most files have it: water over all of it, an unknown layer `parcels` over a part, a road, and a named
 * station.
 */
export function madeVectorTile({ isPacked = true }: { isPacked?: boolean } = {}): Buffer {
  const bytes = encodeVectorTile([
    { name: 'water', features: [area(1, square(-64, -64, 4_224))] },
    { name: 'parcels', features: [area(2, square(1_024, 1_024, 2_048), 'Parcel nine')] },
    {
      name: 'roads',
      features: [{ id: 3, kind: 'line', parts: [[0, 512, 2_048, 512, 4_096, 512]], name: 'Long road' }],
    },
    { name: 'stations', features: [{ id: 4, kind: 'point', parts: [[3_400, 3_400]], name: 'Station four' }] },
  ]);
  return isPacked ? gzipSync(bytes) : Buffer.from(bytes);
}
