import {
  mostReferenceFeatures,
  mostReferencePositions,
  type ReferenceFeature,
} from '../../../../src-preload/contract/maps.ts';
import type { LonLat } from '../../../../src-shared/geometry/lon-lat.ts';
import { toBase64 } from '../../../kit/client/base64.ts';
import type { NamedFeature } from '../../places/import/import-target.ts';

/** The maximum number of positions per call: the main process parses a message without a pause. */
const maxPositionsPerCall = 20_000;
const maxCharsPerCall = 400_000;

const partsOf = ({ geometry }: NamedFeature): readonly (readonly LonLat[])[] => {
  if (geometry.kind === 'point') return [[[geometry.longitude, geometry.latitude]]];
  return geometry.kind === 'line' ? [geometry.line] : geometry.rings;
};

/** Converts a feature to the form that the main process stores, without a default name. */
export function referenceFeatureOf(feature: NamedFeature): ReferenceFeature {
  const parts = partsOf(feature).filter(({ length }) => length > 0);
  const flat = new Float64Array(2 * parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const [longitude, latitude] of parts.flat()) {
    flat[at] = longitude;
    flat[at + 1] = latitude;
    at += 2;
  }
  const { name, notes, attributes, tags, where, geometry } = feature;
  const all = tags.length === 0 ? attributes : { ...attributes, tags: tags.join(', ') };
  return {
    kind: geometry.kind,
    positions: toBase64(new Uint8Array(flat.buffer)),
    lengths: parts.map(({ length }) => length),
    text: {
      name: name === '' ? null : name.slice(0, 1_000),
      notes: notes?.slice(0, 20_000) ?? null,
      layer: where.layer?.slice(0, 1_000) ?? null,
      attributes: all,
    },
  };
}

const charsOf = ({ text }: ReferenceFeature) => JSON.stringify(text).length;
const positionsOf = ({ lengths }: ReferenceFeature) => lengths.reduce((sum, length) => sum + length, 0);

/** Splits features into batches within the limits of a call; drops a feature that is too large for any call. */
export function batchesOfReference(features: readonly ReferenceFeature[]): ReferenceFeature[][] {
  const batches: ReferenceFeature[][] = [];
  let [positions, chars] = [0, 0];
  for (const feature of features) {
    const own = positionsOf(feature);
    if (own > mostReferencePositions || own === 0) continue;
    const ownChars = charsOf(feature);
    const last = batches.at(-1);
    const fits =
      last !== undefined &&
      last.length < mostReferenceFeatures &&
      positions + own <= maxPositionsPerCall &&
      chars + ownChars <= maxCharsPerCall;
    if (fits) last.push(feature);
    else {
      batches.push([feature]);
      [positions, chars] = [0, 0];
    }
    positions += own;
    chars += ownChars;
  }
  return batches;
}
