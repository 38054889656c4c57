import type { ConnectionId, LibrarySceneId, Scope } from '../../../src-preload/contract/ids.ts';
import { fileOfAsset } from '../../service/api/asset-wire.ts';
import type { WireDeliverable } from '../../service/api/orders-wire.ts';

/** The kinds of files of a scene. */
export type FileKind = 'raster' | 'attachment';

/** How many scenes have their links in memory, and how many addresses of assets are; the latest ones stay. */
const maxScenes = 2_000;
const maxAddresses = 50_000;

/** Returns the key of a file within its scene. */
export const fileKey = (kind: FileKind, name: string) => `${kind} ${name}`;
const addressKey = (connectionId: ConnectionId, url: string) => `${connectionId} ${url}`;

/** Removes the oldest entries until at most `max` are left. */
function dropOldest<Key>(
  entries: { size: number; keys(): Iterable<Key>; delete(key: Key): boolean },
  max: number,
) {
  for (const key of entries.keys()) {
    if (entries.size <= max) break;
    entries.delete(key);
  }
}

/** Creates the store of the asset links that the service sent. It is in memory only, because links contain tokens. */
export function createAssetLinks() {
  const links = new Map<LibrarySceneId, Map<string, string>>();
  const addresses = new Set<string>();

  return {
    /**
     * Stores the links of a deliverable, as just received, for the scene that represents it. `storedNames` has the names of the files there
     * by the `fileKey` of their assets.
     */
    keep(
      { connectionId }: Scope,
      scene: LibrarySceneId,
      { files }: WireDeliverable,
      storedNames: ReadonlyMap<string, string>,
    ) {
      const sceneLinks = new Map<string, string>();
      for (const asset of files) {
        const { kind, name } = fileOfAsset(asset);
        sceneLinks.set(fileKey(kind, storedNames.get(fileKey(kind, name)) ?? name), asset.href);
        const address = addressKey(connectionId, asset.href);
        addresses.delete(address);
        addresses.add(address);
      }
      links.delete(scene);
      links.set(scene, sceneLinks);
      dropOldest(links, maxScenes);
      dropOldest(addresses, maxAddresses);
    },
    /** Returns the newest link of a file of a scene; undefined if there is none in memory. */
    get: (scene: LibrarySceneId, kind: FileKind, name: string): string | undefined =>
      links.get(scene)?.get(fileKey(kind, name)),
    /** Returns true if the service sent this address as that of an asset, on this connection. */
    isAsset: (connectionId: ConnectionId, url: string): boolean =>
      addresses.has(addressKey(connectionId, url)),
  };
}
