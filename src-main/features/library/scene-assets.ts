import type {
  ConnectionId,
  LibraryFileId,
  LibrarySceneId,
  OrderId,
  Scope,
} from '../../../src-preload/contract/ids.ts';
import type { DeliveredScene, SceneDetails } from '../../../src-preload/contract/library.ts';
import type { Store } from '../../store/store.ts';
import { type AssetClient, createAssetDeliverables } from './asset-deliverables.ts';
import { createAssetLinks, type FileKind } from './asset-links.ts';
import { createSceneAssetsTable, type OrderOfAssets } from './scene-assets-table.ts';

/** The scenes of the library that represent deliverables. */
export interface SceneAssets {
  /** Fetches the deliverables of an order, stores the assets of the named ones, and resolves with the result of `ofOrder`. */
  refresh(scope: Scope, orderId: OrderId, deliverableIds: readonly string[]): Promise<DeliveredScene[]>;
  /** Returns the stored scenes of an order's deliverables. */
  ofOrder(scope: Scope, orderId: OrderId): DeliveredScene[];
  /**
   * Resolves with the newest link of an asset; null if the file is not an asset. A `stale` link was refused, so the order is fetched
   * again.
   */
  link(
    file: { scope: Scope; scene: LibrarySceneId; kind: FileKind; name: string },
    stale: string | null,
  ): Promise<string | null>;
  /** Returns true if the service sent this address as that of an asset, on this connection and since Nadir started. */
  isAsset(connectionId: ConnectionId, url: string): boolean;
}

/** What `createSceneAssets` needs. */
export interface SceneAssetsOptions {
  service: { forScope: (scope: Scope) => AssetClient };
  store: Store;
  now: () => Date;
  scene: (id: LibrarySceneId) => SceneDetails;
  /** Fetches new thumbnails at once, so that lists have pictures. */
  wantThumbnails: (fileIds: LibraryFileId[]) => void;
  /** Returns the stored data of an order; null if it is not stored. */
  order: (scope: Scope, orderId: OrderId) => OrderOfAssets | null;
  changed: () => void;
  closing: AbortSignal;
}

/**
 * Creates the scenes of deliverables; the links of their assets are in memory only. Several transfers of one order share one request; a
 * running transfer may continue with an older address as long as the service accepts it.
 */
export function createSceneAssets(options: SceneAssetsOptions): SceneAssets {
  const { store, now } = options;
  const table = createSceneAssetsTable({ store, now });
  const links = createAssetLinks();
  const fetchDeliverables = createAssetDeliverables(options);

  async function query(
    scope: Scope,
    orderId: OrderId,
    deliverableIds: readonly string[],
  ): Promise<LibrarySceneId[]> {
    const rows = await fetchDeliverables(scope, orderId);
    const wanted = new Set(deliverableIds);
    const order = options.order(scope, orderId);
    const stored = store.transaction(() =>
      rows
        .filter(({ parsed }) => wanted.has(parsed.deliverableId))
        .map((row) => ({ row, ...table.put(scope, orderId, row, order) })),
    );
    for (const { row, scene, storedNames } of stored) links.keep(scope, scene, row.parsed, storedNames);
    if (stored.length > 0) options.changed();
    return stored.map(({ scene }) => scene);
  }

  const ofOrder = (scope: Scope, orderId: OrderId): DeliveredScene[] =>
    table.ofOrder(scope, orderId).map(({ deliverableId, librarySceneId }) => ({
      deliverableId,
      scene: options.scene(librarySceneId),
    }));

  return {
    ofOrder,
    async refresh(scope, orderId, deliverableIds) {
      const ids = await query(scope, orderId, deliverableIds);
      const files = ids.flatMap((id) => options.scene(id).files);
      const thumbnails = files.filter(
        ({ kind, name, state }) => kind === 'attachment' && name === 'thumbnail' && state === 'remote',
      );
      if (thumbnails.length > 0) options.wantThumbnails(thumbnails.map(({ fileId }) => fileId));
      return ofOrder(scope, orderId);
    },
    isAsset: links.isAsset,
    async link({ scope, scene, kind, name }, stale) {
      const source = table.sourceOf(scene, kind, name);
      if (source === null) return null;
      const known = links.get(scene, kind, name);
      if (known !== undefined && known !== stale) return known;
      await query(scope, source.orderId, [source.deliverableId]);
      return links.get(scene, kind, name) ?? null;
    },
  };
}
