import type { ConnectionId, LibrarySceneId, Scope } from '../../src-preload/contract/ids.ts';
import { fileOfAsset } from '../service/api/asset-wire.ts';
import type { WireDeliverable } from '../service/api/orders-wire.ts';

/** The kinds of files of a scene. */
export type FileKind = 'raster' | 'attachment';

/** Scenes whose links are kept, and addresses that are known as an asset's: those asked for last. */
const mostScenes = 2_000;
const mostAddresses = 50_000;

const fileKey = (kind: FileKind, name: string) => `${kind} ${name}`;
const addressKey = (connectionId: ConnectionId, url: string) => `${connectionId} ${url}`;

/** Forgets what was added first until no more than so many are left. */
function dropOldest<Key>(
  entries: { size: number; keys(): Iterable<Key>; delete(key: Key): boolean },
  most: number,
) {
  for (const key of entries.keys()) {
    if (entries.size <= most) break;
    entries.delete(key);
  }
}

/** Returns the links of assets that the service gave, in memory only: they carry tokens. */
export function createAssetLinks() {
  const links = new Map<LibrarySceneId, Map<string, string>>();
  const addresses = new Set<string>();

  return {
    /** Keeps the links of a deliverable, as just answered, for the scene that stands for it. */
    keep({ connectionId }: Scope, scene: LibrarySceneId, { files }: WireDeliverable) {
      const sceneLinks = new Map<string, string>();
      for (const asset of files) {
        const { kind, name } = fileOfAsset(asset);
        sceneLinks.set(fileKey(kind, name), asset.href);
        const address = addressKey(connectionId, asset.href);
        addresses.delete(address);
        addresses.add(address);
      }
      links.delete(scene);
      links.set(scene, sceneLinks);
      dropOldest(links, mostScenes);
      dropOldest(addresses, mostAddresses);
    },
    /** The newest link of a file of a scene; undefined where none is kept. */
    get: (scene: LibrarySceneId, kind: FileKind, name: string): string | undefined =>
      links.get(scene)?.get(fileKey(kind, name)),
    /** Whether an address was given as an asset's on this connection. */
    isAsset: (connectionId: ConnectionId, url: string): boolean =>
      addresses.has(addressKey(connectionId, url)),
  };
}
