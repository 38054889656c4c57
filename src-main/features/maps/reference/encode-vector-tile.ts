import { PbfWriter } from 'pbf';

/** A feature in units of its tile: flat x, y pairs; y grows downwards. */
export interface EncodedFeature {
  id: number;
  kind: 'point' | 'line' | 'area';
  /** Single points, lines, or the rings of an area, which are not closed. */
  parts: readonly (readonly number[])[];
  name: string | null;
}

/** A layer of a vector tile. */
export interface EncodedLayer {
  name: string;
  features: readonly EncodedFeature[];
}

/** The width of a tile in its own units. */
export const encodedExtent = 4_096;
const kinds = { point: 1, line: 2, area: 3 } as const;
const moveTo = 1;
const lineTo = 2;
const closePath = 7;

const command = (id: number, count: number) => (count << 3) | id;

function geometryOf({ kind, parts }: EncodedFeature): number[] {
  const values: number[] = [];
  let [lastX, lastY] = [0, 0];
  const step = (x: number, y: number) => {
    const [dx, dy] = [x - lastX, y - lastY];
    values.push((dx << 1) ^ (dx >> 31), (dy << 1) ^ (dy >> 31));
    [lastX, lastY] = [x, y];
  };
  for (const part of parts) {
    values.push(command(moveTo, 1));
    step(part[0] ?? 0, part[1] ?? 0);
    const others = part.length / 2 - 1;
    if (others > 0) values.push(command(lineTo, others));
    for (let at = 2; at < part.length; at += 2) step(part[at] ?? 0, part[at + 1] ?? 0);
    if (kind === 'area') values.push(command(closePath, 1));
  }
  return values;
}

function writeLayer({ name, features }: EncodedLayer, pbf: PbfWriter) {
  const values = [...new Set(features.flatMap((feature) => feature.name ?? []))];
  const indexOf = new Map(values.map((value, index) => [value, index]));
  pbf.writeStringField(1, name);
  for (const feature of features)
    pbf.writeMessage(
      2,
      (each: EncodedFeature, to: PbfWriter) => {
        to.writeVarintField(1, each.id);
        if (each.name !== null) to.writePackedVarint(2, [0, indexOf.get(each.name) ?? 0]);
        to.writeVarintField(3, kinds[each.kind]);
        to.writePackedVarint(4, geometryOf(each));
      },
      feature,
    );
  if (values.length > 0) pbf.writeStringField(3, 'name');
  for (const value of values)
    pbf.writeMessage(4, (text: string, to: PbfWriter) => to.writeStringField(1, text), value);
  pbf.writeVarintField(5, encodedExtent);
  pbf.writeVarintField(15, 2);
}

/**
 * Returns the bytes of a vector tile (version 2). Layers without features are left out; without any layer the bytes are empty. This is
 * our own code because libraries need an object for each of the hundreds of thousands of vertices of a tile.
 */
export function encodeVectorTile(layers: readonly EncodedLayer[]): Uint8Array {
  const pbf = new PbfWriter();
  for (const layer of layers) if (layer.features.length > 0) pbf.writeMessage(3, writeLayer, layer);
  return pbf.finish();
}
