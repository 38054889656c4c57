import { basename, isAbsolute } from 'node:path';
import { type MapSourceId, mapSourceIdSchema } from '../../src-preload/contract/ids.ts';
import type { MapCopyId, NewMap, ReferenceFeature } from '../../src-preload/contract/maps.ts';
import { hasCode } from '../app-error.ts';
import type { FileCopies } from './file-copies.ts';
import type { MapFiles } from './files/map-files.ts';
import { serverRowOf } from './handed-maps.ts';
import type { MapKeys } from './map-keys.ts';
import type { MapRasters } from './rasters/map-rasters.ts';
import type { ReferenceLayers } from './reference/reference-layers.ts';
import type { Probe } from './servers/probe-address.ts';
import type { MapRow, SourceTable } from './source-table.ts';
import { named, unusable } from './unusable.ts';

/** What `createMapAdditions` needs. */
export interface MapAdditionsOptions {
  sources: Pick<SourceTable, 'add'>;
  files: Pick<MapFiles, 'inspect'>;
  rasters: Pick<MapRasters, 'describe' | 'forget'>;
  copies: FileCopies;
  reference: ReferenceLayers;
  probe: Probe;
  keys: Pick<MapKeys, 'set'>;
  /** Returns 12 hexadecimal digits. */
  newId: () => string;
}

/** What all maps begin with. */
const usual: Omit<
  MapRow,
  | 'id'
  | 'kind'
  | 'content'
  | 'name'
  | 'address'
  | 'attribution'
  | 'minZoom'
  | 'maxZoom'
  | 'bounds'
  | 'tileSize'
  | 'isCopied'
> = {
  ...{ layer: null, grid: 'mercator', opacity: 1, visible: true, hosts: [], raster: null },
  ...{ needsKey: false, offlineAllowed: false, revision: 1, recipe: null },
};

/** A vector tile is drawn beyond this zoom from the one that contains it. */
const referenceZooms = { minZoom: 0, maxZoom: 18 } as const;
const wholeRange = { minZoom: 0, maxZoom: 24 } as const;
const vectorTileSize = 512;

/** True for a file that is a TIFF by its first bytes, whatever its name says. */
const isTiff = (error: unknown) =>
  hasCode(error, 'MAP_UNUSABLE') && error.data.reason === 'other-format' && /TIFF$/.test(error.data.detail);

/** Returns bounds whose longitudes are those of the main world: a layer may continue over the antimeridian. */
function boundsWithin([west, south, east, north]: readonly [
  number,
  number,
  number,
  number,
]): MapRow['bounds'] {
  // A point has no extent, and a box needs some.
  const margin = (from: number, to: number) => (to - from < 1e-4 ? 5e-5 : 0);
  const [x, y] = [margin(west, east), margin(south, north)];
  const [left, right] = [west - x, east + x];
  const vertical = [Math.max(-90, south - y), Math.min(90, north + y)] as const;
  if (right - left >= 360) return [-180, vertical[0], 180, vertical[1]];
  const wrapped = (value: number) => ((((value + 180) % 360) + 360) % 360) - 180;
  return [wrapped(left), vertical[0], right === 180 ? 180 : wrapped(right), vertical[1]];
}

/** Creates the functions that add files and reference layers to the user's own maps. Each returns the id of what was added. */
export function createMapAdditions(options: MapAdditionsOptions) {
  const { sources, files, rasters, copies, reference, probe, keys, newId } = options;
  const layersBegun = new Map<MapSourceId, string>();

  async function addRaster(path: string, name: string, isCopied: boolean, signal: AbortSignal) {
    const id = mapSourceIdSchema.parse(newId());
    try {
      const raster = await rasters.describe(id, path, signal);
      sources.add({
        ...{ ...usual, ...wholeRange, id, isCopied, raster, address: path, name },
        ...{ kind: 'geotiff', content: 'raster', attribution: '', bounds: null, tileSize: 256 },
      });
      return id;
    } catch (error) {
      await rasters.forget(id);
      throw named(error, name);
    }
  }

  async function add(
    path: string,
    { name, isCopied }: { name: string; isCopied: boolean },
    signal: AbortSignal,
  ): Promise<MapSourceId> {
    const facts = await files.inspect(path).catch((error: unknown) => {
      if (isTiff(error)) return null;
      throw named(error, name);
    });
    if (facts === null) return addRaster(path, name, isCopied, signal);
    const id = mapSourceIdSchema.parse(newId());
    sources.add({ ...usual, id, address: path, isCopied, ...facts, name: facts.name || name });
    return id;
  }

  return {
    /** Reads a file where it is. */
    async file(path: string, signal: AbortSignal): Promise<MapSourceId> {
      const name = basename(path);
      if (!isAbsolute(path)) throw named(unusable('file-missing', path), name);
      return add(path, { name, isCopied: false }, signal);
    },
    /** Ends a copy; if it is no map, the copy is deleted. */
    async copy(copyId: MapCopyId, signal: AbortSignal): Promise<MapSourceId> {
      const { path, name } = await copies.finish(copyId);
      try {
        return await add(path, { name, isCopied: true }, signal);
      } catch (error) {
        await copies.remove(path);
        throw error;
      }
    },
    /** Asks a server what it has, and adds it with its key. */
    async address(draft: NewMap, signal: AbortSignal): Promise<MapSourceId> {
      const found = await probe(draft, signal).catch((error: unknown) => {
        throw named(error, draft.name);
      });
      if (draft.minZoom > draft.maxZoom)
        throw named(unusable('zoom-range', `${draft.minZoom}–${draft.maxZoom}`), draft.name);
      const id = mapSourceIdSchema.parse(newId());
      // First, because a map whose key is not kept would fail for ever.
      if (found.key !== null) await keys.set(id, found.key, draft.keyForSession);
      const { bounds, grid, hosts, layer } = found.probe;
      sources.add({
        ...{
          id,
          kind: draft.kind,
          name: draft.name,
          address: found.address,
          layer,
          attribution: draft.attribution,
        },
        ...{
          minZoom: draft.minZoom,
          maxZoom: draft.maxZoom,
          bounds,
          grid,
          tileSize: 256,
          opacity: 1,
          visible: true,
        },
        ...{ hosts, needsKey: found.key !== null, offlineAllowed: false, revision: 1, recipe: found.recipe },
        ...{ content: 'picture', isCopied: false, raster: null },
      });
      return id;
    },
    /**
     * Reads what was handed over: servers by what the package says, files by what they are. Nothing is stored yet. Throws
     * MAP_UNUSABLE.
     */
    readHanded: (
      handed: readonly { id: string; content: unknown; path: string | null }[],
    ): Promise<MapRow[]> =>
      Promise.all(
        handed.map(async ({ id, content, path }) => {
          if (path === null) return serverRowOf(id, content);
          const facts = await files.inspect(path).catch((error: unknown) => {
            throw named(error, basename(path));
          });
          return {
            ...{ ...usual, address: path, isCopied: false, ...facts },
            ...{ id: mapSourceIdSchema.parse(id), name: facts.name || basename(path) },
          };
        }),
      ),
    async beginReference(name: string): Promise<MapSourceId> {
      const id = mapSourceIdSchema.parse(newId());
      await reference.begin(id);
      layersBegun.set(id, name);
      return id;
    },
    addReference: (id: MapSourceId, features: readonly ReferenceFeature[]) => reference.add(id, features),
    async finishReference(id: MapSourceId): Promise<MapSourceId> {
      const name = layersBegun.get(id);
      if (name === undefined) throw unusable('copy-gone');
      const { bounds } = await reference.finish(id).catch((error: unknown) => {
        throw named(error, name);
      });
      layersBegun.delete(id);
      sources.add({
        ...{ ...usual, ...referenceZooms, id, name, isCopied: false, address: name, attribution: '' },
        ...{ kind: 'reference', content: 'vector', bounds: boundsWithin(bounds), tileSize: vectorTileSize },
      });
      return id;
    },
    async discardReference(id: MapSourceId) {
      if (layersBegun.delete(id)) await reference.remove(id);
    },
  };
}
