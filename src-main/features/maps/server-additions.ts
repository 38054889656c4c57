import { type MapSourceId, mapSourceIdSchema } from '../../../src-preload/contract/ids.ts';
import type { NewMap } from '../../../src-preload/contract/maps.ts';
import type { MapKeys } from './map-keys.ts';
import type { Probe } from './servers/probe-address.ts';
import type { SourceTable } from './source-table.ts';
import { named, unusable } from './unusable.ts';

/** The options of `createServerAdditions`. */
export interface ServerAdditionsOptions {
  sources: Pick<SourceTable, 'add'>;
  probe: Probe;
  keys: Pick<MapKeys, 'set'>;
  /** Returns 12 hexadecimal digits. */
  newId: () => string;
}

/** Creates the function that asks a server what it offers, and adds it with its key; it returns the id of the map. */
export function createServerAdditions({ sources, probe, keys, newId }: ServerAdditionsOptions) {
  return async (draft: NewMap, signal: AbortSignal): Promise<MapSourceId> => {
    const { kind, name, attribution, minZoom, maxZoom } = draft;
    const probed = await probe(draft, signal).catch((error: unknown) => {
      throw named(error, name);
    });
    if (minZoom > maxZoom) throw named(unusable('zoom-range', `${minZoom}–${maxZoom}`), name);
    const id = mapSourceIdSchema.parse(newId());
    // The key is stored first: a map without its key would always fail.
    if (probed.key !== null) await keys.set(id, probed.key, draft.keyForSession);
    const { bounds, grid, hosts, layer } = probed.probe;
    sources.add({
      id,
      kind,
      name,
      address: probed.address,
      layer,
      attribution,
      minZoom,
      maxZoom,
      bounds,
      grid,
      content: 'picture',
      tileSize: 256,
      opacity: 1,
      visible: true,
      hosts,
      recipe: probed.recipe,
      needsKey: probed.key !== null,
      offlineAllowed: false,
      revision: 1,
      isCopied: false,
      raster: null,
    });
    return id;
  };
}
