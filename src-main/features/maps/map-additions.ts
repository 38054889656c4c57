import { basename } from 'node:path';
import { type MapSourceId, mapSourceIdSchema } from '../../../src-preload/contract/ids.ts';
import type {
  MapAddress,
  MapCopyId,
  MapProbe,
  MapSource,
  NewMap,
} from '../../../src-preload/contract/maps.ts';
import { createFileAdditions, type FileAdditionsOptions } from './file-additions.ts';
import type { FileCopies } from './file-copies.ts';
import { serverRowOf } from './handed-map.ts';
import type { MapKeys } from './map-keys.ts';
import { newMapDefaults } from './new-map.ts';
import { createReferenceAdditions, type ReferenceAdditionsOptions } from './reference-additions.ts';
import type { Probe } from './servers/probe-address.ts';
import type { MapRow, SourceTable } from './source-table.ts';
import { named, unusable } from './unusable.ts';

/** The options of `createServerAdditions`. */
interface ServerAdditionsOptions {
  sources: Pick<SourceTable, 'add'>;
  probe: Probe;
  keys: Pick<MapKeys, 'set'>;
  /** Returns 12 hexadecimal digits. */
  newId: () => string;
}

/** Creates the function that asks a server what it offers, and adds it with its key; it returns the id of the map. */
function createServerAdditions({ sources, probe, keys, newId }: ServerAdditionsOptions) {
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

interface MapAdditionsOptions
  extends FileAdditionsOptions,
    ReferenceAdditionsOptions,
    ServerAdditionsOptions {
  copies: FileCopies;
  /** Tells the page that a map was added, and returns the map. */
  added: (id: MapSourceId) => MapSource;
}

/** Creates the functions that add maps: files, copies of files, reference layers, servers, and maps of packages. */
export function createMapAdditions(options: MapAdditionsOptions) {
  const { sources, files, copies, probe, added } = options;
  const fileAdditions = createFileAdditions(options);
  const referenceAdditions = createReferenceAdditions(options);
  const addServer = createServerAdditions(options);
  return {
    addFile: async (path: string, signal: AbortSignal): Promise<MapSource> =>
      added(await fileAdditions.addPath(path, signal)),

    beginCopy: copies.begin,
    addCopy: copies.add,
    discardCopy: copies.discard,
    finishCopy: async (id: MapCopyId, signal: AbortSignal): Promise<MapSource> =>
      added(await fileAdditions.addCopy(id, signal)),

    ...referenceAdditions,
    finishReference: async (id: MapSourceId): Promise<MapSource> =>
      added(await referenceAdditions.finishReference(id)),

    /** Asks a server what it offers, without adding it. */
    probe: async (draft: MapAddress, signal: AbortSignal): Promise<MapProbe> =>
      (await probe(draft, signal)).probe,
    addAddress: async (draft: NewMap, signal: AbortSignal): Promise<MapSource> =>
      added(await addServer(draft, signal)),

    /**
     * Returns the rows of maps from a package: those of servers from what the package says, those of files from the files. It
     * stores nothing. @throws MAP_UNUSABLE if a file cannot be read.
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
            ...newMapDefaults,
            address: path,
            isCopied: false,
            ...facts,
            id: mapSourceIdSchema.parse(id),
            name: facts.name || basename(path),
          };
        }),
      ),
    /** Adds such rows above all other maps, in a transaction of the caller. */
    addHanded(rows: readonly MapRow[]) {
      for (const row of rows) sources.add(row);
    },
  };
}
