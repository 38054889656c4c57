import type { CaptureId, LibrarySceneId, Scope } from '../../../src-preload/contract/ids.ts';
import { AppError } from '../../core/app-error.ts';
import type { Row, ServiceClient } from '../../service/api/service-client.ts';
import type { WireScene } from '../../service/api/wire.ts';
import type { SceneAssets } from './scene-assets.ts';

type FileKind = 'raster' | 'attachment';

/** The links to the files of scenes. They contain tokens, so they stay in memory and never reach the page. */
export interface SceneLinks {
  /** Fetches the scenes of a capture; equal calls share one query, because each query invalidates the links of earlier ones. */
  query(scope: Scope, captureId: CaptureId): Promise<LibrarySceneId[]>;
  /**
   * Resolves with the newest link of a file. `stale` is a link that was refused: a newer one is fetched, unless another transfer of the
   * scene has done so.
   */
  link(
    file: { scope: Scope; captureId: CaptureId | null; scene: LibrarySceneId; kind: FileKind; name: string },
    stale: string | null,
  ): Promise<string>;
}

/** The limit of how often the scenes of a capture are queried again. */
export interface SceneQueries {
  /** Returns true if the last query of the capture was long enough ago. */
  isDue(scope: Scope, captureId: CaptureId): boolean;
}

/** At most so many scenes, the latest ones, have links in memory: those of 100,000 scenes would fill it. */
const maxScenes = 2_000;
/** A capture that is opened again is queried again after this time. */
const dueMs = 10 * 60_000;

/**
 * Creates the store of the links of scenes. They are in memory only, one set per scene, and shared by all transfers of that scene
 * (service §4.10, §11.1).
 */
export function createSceneLinks(options: {
  service: { forScope: (scope: Scope) => Pick<ServiceClient, 'scenes'> };
  store: (scope: Scope, captureId: CaptureId, rows: Row<WireScene>[]) => LibrarySceneId[];
  /** Resolves with the link of a file that is an asset of a deliverable; null for all others. */
  asset?: SceneAssets['link'];
  closing: AbortSignal;
  /** Returns milliseconds; changes of the system clock do not affect it. */
  monotonic?: () => number;
}): SceneLinks & SceneQueries {
  const { monotonic = () => performance.now() } = options;
  const queriedAt = new Map<string, number>();
  const links = new Map<LibrarySceneId, Map<string, string>>();
  const running = new Map<string, Promise<LibrarySceneId[]>>();
  const fileKey = (kind: FileKind, name: string) => `${kind} ${name}`;

  async function fetch(scope: Scope, captureId: CaptureId): Promise<LibrarySceneId[]> {
    const rows = await options.service.forScope(scope).scenes(captureId, options.closing);
    const ids = options.store(scope, captureId, rows);
    for (const [i, id] of ids.entries()) {
      const scene = rows[i]?.parsed;
      const fresh = new Map<string, string>();
      for (const { name, url } of scene?.attachments ?? [])
        if (url !== null) fresh.set(fileKey('attachment', name), url);
      for (const { name, url } of scene?.rasters ?? [])
        if (url !== null) fresh.set(fileKey('raster', name), url);
      links.delete(id);
      links.set(id, fresh);
    }
    for (const id of [...links.keys()].slice(0, Math.max(0, links.size - maxScenes))) links.delete(id);
    return ids;
  }

  const keyOf = ({ connectionId, contractId }: Scope, captureId: CaptureId) =>
    `${connectionId} ${contractId} ${captureId}`;

  /** Notes the time of a query. A failed one counts too, so that without a network there is not a query each time. */
  function noteQueried(key: string) {
    queriedAt.delete(key);
    queriedAt.set(key, monotonic());
    const [oldest] = queriedAt.keys();
    if (queriedAt.size > maxScenes && oldest !== undefined) queriedAt.delete(oldest);
  }

  function query(scope: Scope, captureId: CaptureId): Promise<LibrarySceneId[]> {
    const key = keyOf(scope, captureId);
    const known = running.get(key);
    if (known) return known;
    noteQueried(key);
    const started = fetch(scope, captureId).finally(() => running.delete(key));
    running.set(key, started);
    return started;
  }

  return {
    query,
    isDue(scope, captureId) {
      const at = queriedAt.get(keyOf(scope, captureId));
      return at === undefined || monotonic() - at >= dueMs;
    },
    async link({ scope, captureId, scene, kind, name }, stale) {
      const known = links.get(scene)?.get(fileKey(kind, name));
      if (known !== undefined && known !== stale) return known;
      const asset = options.asset && (await options.asset({ scope, scene, kind, name }, stale));
      if (asset) return asset;
      // The scene of a deliverable without a capture cannot be queried.
      if (captureId === null) throw new AppError('NOT_FOUND', { what: name });
      await query(scope, captureId);
      const fresh = links.get(scene)?.get(fileKey(kind, name));
      if (fresh === undefined) throw new AppError('NOT_FOUND', { what: name });
      return fresh;
    },
  };
}
