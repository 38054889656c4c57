import type {
  ConnectionId,
  LibraryFileId,
  LibrarySceneId,
  OrderId,
  Scope,
} from '../../src-preload/contract/ids.ts';
import type { DeliveredScene, SceneDetails } from '../../src-preload/contract/library.ts';
import { hasCode } from '../app-error.ts';
import { fileOfAsset } from '../service/api/asset-wire.ts';
import { type WireDeliverable, wireDeliverableSchema } from '../service/api/orders-wire.ts';
import { readRow } from '../service/api/read-row.ts';
import type { Row, ServiceClient } from '../service/api/service-client.ts';
import type { Store } from '../store/store.ts';
import { createSceneAssetsTable, type OrderOfAssets } from './scene-assets-table.ts';

type FileKind = 'raster' | 'attachment';
type AssetClient = Pick<ServiceClient, 'order' | 'orderDeliverables' | 'deliverablePages'>;

export interface SceneAssets {
  /** Asks the service for the deliverables of an order and stores the assets of those named, then answers as `ofOrder`. */
  refresh(scope: Scope, orderId: OrderId, deliverableIds: readonly string[]): Promise<DeliveredScene[]>;
  /** The stored scenes of an order's deliverables. */
  ofOrder(scope: Scope, orderId: OrderId): DeliveredScene[];
  /** The newest link of an asset; null when the file is none. A `stale` one was refused: the order is asked again. */
  link(
    file: { scope: Scope; scene: LibrarySceneId; kind: FileKind; name: string },
    stale: string | null,
  ): Promise<string | null>;
  /** Whether the service gave this address as an asset's, on this connection and since Nadir started. */
  isAsset(connectionId: ConnectionId, url: string): boolean;
}

export interface SceneAssetsOptions {
  service: { forScope: (scope: Scope) => AssetClient };
  store: Store;
  now: () => Date;
  scene: (id: LibrarySceneId) => SceneDetails;
  /** New thumbnails are fetched at once so that lists have pictures. */
  wantThumbnails: (fileIds: LibraryFileId[]) => void;
  /** What is known of the order. */
  order: (scope: Scope, orderId: OrderId) => OrderOfAssets | null;
  changed: () => void;
  closing: AbortSignal;
}

/** Scenes whose links are kept, and addresses that are known as an asset's: those asked for last. */
const mostScenes = 2_000;
const mostAddresses = 50_000;

const fileKey = (kind: FileKind, name: string) => `${kind} ${name}`;

/**
 * Links of assets, in memory only. Several transfers of one order share one question; a running transfer may go on with an address of
 * before as long as the service honours it.
 */
export function createSceneAssets(options: SceneAssetsOptions): SceneAssets {
  const { store, now } = options;
  const table = createSceneAssetsTable({ store, now });
  const links = new Map<LibrarySceneId, Map<string, string>>();
  const addresses = new Set<string>();
  const running = new Map<string, Promise<Row<WireDeliverable>[]>>();
  const addressKey = (connectionId: ConnectionId, url: string) => `${connectionId} ${url}`;

  /** Wherever this service lists them: under the order, within it, or among all. */
  async function ask(scope: Scope, orderId: OrderId): Promise<Row<WireDeliverable>[]> {
    const client = options.service.forScope(scope);
    const { closing } = options;
    const withFiles = (rows: Row<WireDeliverable>[]) => rows.filter(({ parsed }) => parsed.files.length > 0);
    const ways: (() => Promise<Row<WireDeliverable>[]>)[] = [
      () => client.orderDeliverables(orderId, closing),
      async () => nestedOf((await client.order(orderId, closing)).parsed.deliverables),
      async () => {
        const rows: Row<WireDeliverable>[] = [];
        for await (const page of client.deliverablePages({ orderId }, closing)) {
          const own = page.rows.filter(({ parsed }) => isSameOrder(parsed.orderId, orderId));
          rows.push(...own);
          // A service that does not heed the filter lists all there are.
          if (own.length < page.rows.length) break;
        }
        return rows;
      },
    ];
    let missing: unknown = null;
    for (const way of ways) {
      try {
        const rows = withFiles(await way());
        if (rows.length > 0) return rows;
      } catch (error) {
        if (!hasCode(error, 'NOT_FOUND') && !hasCode(error, 'REFUSED')) throw error;
        missing ??= error;
      }
    }
    if (missing !== null) throw missing;
    return [];
  }

  function asked(scope: Scope, orderId: OrderId): Promise<Row<WireDeliverable>[]> {
    const key = `${scope.connectionId} ${scope.contractId} ${orderId}`;
    const known = running.get(key);
    if (known) return known;
    const started = ask(scope, orderId).finally(() => running.delete(key));
    running.set(key, started);
    return started;
  }

  function keepLinks(scope: Scope, scene: LibrarySceneId, { parsed }: Row<WireDeliverable>) {
    const fresh = new Map<string, string>();
    for (const asset of parsed.files) {
      const { kind, name } = fileOfAsset(asset);
      fresh.set(fileKey(kind, name), asset.href);
      const address = addressKey(scope.connectionId, asset.href);
      addresses.delete(address);
      addresses.add(address);
    }
    links.delete(scene);
    links.set(scene, fresh);
    for (const [id] of links) {
      if (links.size <= mostScenes) break;
      links.delete(id);
    }
    for (const address of addresses) {
      if (addresses.size <= mostAddresses) break;
      addresses.delete(address);
    }
  }

  async function query(
    scope: Scope,
    orderId: OrderId,
    deliverableIds: readonly string[],
  ): Promise<LibrarySceneId[]> {
    const rows = await asked(scope, orderId);
    const wanted = new Set(deliverableIds);
    const order = options.order(scope, orderId);
    const stored = store.transaction(() =>
      rows
        .filter(({ parsed }) => wanted.has(parsed.deliverableId))
        .map((row) => ({ row, scene: table.put(scope, orderId, row, order) })),
    );
    for (const { row, scene } of stored) keepLinks(scope, scene, row);
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
    isAsset: (connectionId, url) => addresses.has(addressKey(connectionId, url)),
    async link({ scope, scene, kind, name }, stale) {
      const source = table.sourceOf(scene, kind, name);
      if (source === null) return null;
      const known = links.get(scene)?.get(fileKey(kind, name));
      if (known !== undefined && known !== stale) return known;
      await query(scope, source.orderId, [source.deliverableId]);
      return links.get(scene)?.get(fileKey(kind, name)) ?? null;
    },
  };
}

/** `383` and `000383` are one order; a row that names none is what was asked for. */
function isSameOrder(said: string | null, asked: string): boolean {
  const bare = (id: string) => (/^\d{1,15}$/.test(id) ? String(Number(id)) : id);
  return said === null || bare(said) === bare(asked);
}

function nestedOf(rows: unknown[] | null): Row<WireDeliverable>[] {
  return (rows ?? []).flatMap((row) => {
    try {
      return [readRow(wireDeliverableSchema, row, 'nested')];
    } catch {
      return [];
    }
  });
}
