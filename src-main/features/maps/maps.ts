import type { MapSourceId } from '../../../src-preload/contract/ids.ts';
import type { MapPatch, MapSource, ReferenceText } from '../../../src-preload/contract/maps.ts';
import { AppError } from '../../core/app-error.ts';
import type { AreaSaver } from './area-saver.ts';
import type { AreaTable } from './area-table.ts';
import type { FileCopies } from './file-copies.ts';
import type { MapFiles } from './files/map-files.ts';
import type { Legends } from './legends.ts';
import { createMapAdditions } from './map-additions.ts';
import { createMapContent } from './map-content.ts';
import type { MapKeys } from './map-keys.ts';
import { createMapStates } from './map-states.ts';
import type { MapRasters } from './rasters/map-rasters.ts';
import type { ReferenceLayers } from './reference/reference-layers.ts';
import type { SavedTiles } from './saved/saved-tiles.ts';
import { createSavedAreas } from './saved-areas.ts';
import type { ServerTiles } from './server-tiles.ts';
import type { Probe } from './servers/probe-address.ts';
import type { SourceTable } from './source-table.ts';
import { named } from './unusable.ts';

interface MapsOptions {
  sources: SourceTable;
  areas: AreaTable;
  files: MapFiles;
  rasters: MapRasters;
  copies: FileCopies;
  reference: ReferenceLayers;
  legends: Legends;
  saved: SavedTiles;
  servers: ServerTiles;
  saver: AreaSaver;
  probe: Probe;
  keys: MapKeys;
  /** Returns 12 hexadecimal digits. */
  newId: () => string;
  /** Called when the list of maps, or what the page is shown of one, has changed. */
  onChange: () => void;
}

/** Creates the user's own maps: their list, their tiles and their saved areas. */
export function createMaps(options: MapsOptions) {
  const { sources, areas, saved, servers, saver, keys, onChange } = options;
  const { rasters, copies, reference, legends } = options;
  const states = createMapStates(options);
  const content = createMapContent({ ...options, states });
  const { shown } = states;

  const added = (id: MapSourceId): MapSource => {
    onChange();
    return shown(sources.get(id));
  };

  return {
    ...createSavedAreas(options),
    tile: content.tile,
    raster: content.raster,
    rasterFile: content.rasterFile,

    list(): MapSource[] {
      const all = areas.list();
      return sources.list().map((row) => shown(row, all));
    },

    ...createMapAdditions({ ...options, added }),

    async feature(id: MapSourceId, featureId: number): Promise<ReferenceText> {
      const row = sources.get(id);
      if (row.kind !== 'reference') throw new AppError('NOT_FOUND', { what: `feature of ${id}` });
      return reference.text(id, featureId);
    },

    legend: (id: MapSourceId, signal: AbortSignal): Promise<Uint8Array> =>
      legends.picture(sources.get(id), signal),

    update(id: MapSourceId, patch: MapPatch): MapSource {
      sources.update(id, patch);
      onChange();
      return shown(sources.get(id));
    },

    move(id: MapSourceId, to: number) {
      sources.move(id, to);
      onChange();
    },

    async remove(id: MapSourceId) {
      const row = sources.get(id);
      const own = areas.idsOf(id);
      await Promise.all(own.map(saver.stop));
      sources.remove(id);
      servers.forget(id);
      states.forget(id);
      onChange();
      for (const area of own) await saved.areaRemove(area);
      if (row.recipe !== null) await saved.forget(id);
      if (row.needsKey) await keys.clear(id);
      legends.forget(id);
      if (row.kind === 'reference') await reference.remove(id);
      if (row.content === 'raster') await rasters.forget(id);
      if (row.isCopied) await copies.remove(row.address);
    },

    async retry(id: MapSourceId) {
      const row = sources.get(id);
      if (row.recipe === null)
        await content.readAgain(row).catch((error: unknown) => {
          states.recordError(id, error);
          throw named(error, row.name);
        });
      servers.retry(id);
      onChange();
    },
  };
}

/** The user's own maps. */
export type Maps = ReturnType<typeof createMaps>;
