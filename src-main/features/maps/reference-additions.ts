import { type MapSourceId, mapSourceIdSchema } from '../../../src-preload/contract/ids.ts';
import type { ReferenceFeature } from '../../../src-preload/contract/maps.ts';
import { newMapDefaults } from './new-map.ts';
import type { ReferenceLayers } from './reference/reference-layers.ts';
import type { MapRow, SourceTable } from './source-table.ts';
import { named, unusable } from './unusable.ts';

/** The options of `createReferenceAdditions`. */
export interface ReferenceAdditionsOptions {
  sources: Pick<SourceTable, 'add'>;
  reference: Pick<ReferenceLayers, 'begin' | 'add' | 'finish' | 'remove'>;
  /** Returns 12 hexadecimal digits. */
  newId: () => string;
}

/** Beyond these zooms the page draws a part of the tile that contains the place. */
const tileZooms = { minZoom: 0, maxZoom: 18 } as const;
const tileSize = 512;

/** A layer of one point has no extent, and the map cannot fit its view to a box without one. In degrees. */
const minExtent = 1e-4;

/** Returns bounds with longitudes from −180 to 180. A layer may extend over the antimeridian; then its west is above its east. */
function boundsWithin([west, south, east, north]: readonly [
  number,
  number,
  number,
  number,
]): MapRow['bounds'] {
  const margin = (from: number, to: number) => (to - from < minExtent ? minExtent / 2 : 0);
  const [x, y] = [margin(west, east), margin(south, north)];
  const [left, right] = [west - x, east + x];
  const [bottom, top] = [Math.max(-90, south - y), Math.min(90, north + y)];
  if (right - left >= 360) return [-180, bottom, 180, top];
  const wrapped = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180;
  return [wrapped(left), bottom, right === 180 ? 180 : wrapped(right), top];
}

/** Creates the functions that add a reference layer in batches of features. */
export function createReferenceAdditions({ sources, reference, newId }: ReferenceAdditionsOptions) {
  const namesOfOpen = new Map<MapSourceId, string>();
  return {
    /** Starts a layer with this name; returns the id that its map will have. */
    async beginReference(name: string): Promise<MapSourceId> {
      const id = mapSourceIdSchema.parse(newId());
      await reference.begin(id);
      namesOfOpen.set(id, name);
      return id;
    },
    addReference: (id: MapSourceId, features: readonly ReferenceFeature[]): Promise<void> =>
      reference.add(id, features),
    /** Ends a layer and adds it to the maps. @throws MAP_UNUSABLE if it has no features. */
    async finishReference(id: MapSourceId): Promise<MapSourceId> {
      const name = namesOfOpen.get(id);
      if (name === undefined) throw unusable('copy-gone');
      const { bounds } = await reference.finish(id).catch((error: unknown) => {
        throw named(error, name);
      });
      namesOfOpen.delete(id);
      sources.add({
        ...newMapDefaults,
        ...tileZooms,
        tileSize,
        id,
        name,
        isCopied: false,
        address: name,
        attribution: '',
        kind: 'reference',
        content: 'vector',
        bounds: boundsWithin(bounds),
      });
      return id;
    },
    /** Deletes a layer that was not ended. */
    async discardReference(id: MapSourceId) {
      if (namesOfOpen.delete(id)) await reference.remove(id);
    },
  };
}
