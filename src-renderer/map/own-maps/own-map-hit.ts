import type { MapSourceId } from '../../../src-preload/contract/ids.ts';
import type { FoundVectorFeature } from './vector/hit-vector.ts';

/** A feature of a map at a place. */
export interface OwnMapHit {
  mapId: MapSourceId;
  mapName: string;
  /** True if main has more properties of the feature than its tile. */
  isReference: boolean;
  feature: FoundVectorFeature;
}
