import type { CaptureId, LibrarySceneId, Scope } from '../../src-preload/contract/ids.ts';
import { AppError } from '../app-error.ts';
import type { Row, ServiceClient } from '../service/api/service-client.ts';
import type { WireScene } from '../service/api/wire.ts';
import type { SceneAssets } from './scene-assets.ts';

type FileKind = 'raster' | 'attachment';

/** Gets links to the files of scenes. Links carry tokens: they stay in memory and never reach the page. */
export interface SceneLinks {
  /** Queries the scenes of a capture; equal requests share one query, because each query kills the links before it. */
  query(scope: Scope, captureId: CaptureId): Promise<LibrarySceneId[]>;
  /**
   * The newest link of a file. `stale` is a link that was refused: a newer one is fetched unless another transfer of the
   * scene has already done so.
   */
  link(
    file: { scope: Scope; captureId: CaptureId | null; scene: LibrarySceneId; kind: FileKind; name: string },
    stale: string | null,
  ): Promise<string>;
}

/** Limits how often the scenes of a capture are asked for again. */
export interface SceneQueries {
  /** Whether so much time has gone since the capture was last asked for that it may have something new. */
  isDue(scope: Scope, captureId: CaptureId): boolean;
}

/** Scenes whose links are kept, those asked for last: a library of 100,000 would fill the memory with dead ones. */
const mostScenes = 2_000;
/** A capture that is looked at again is asked for again after so long. */
const dueMs = 10 * 60_000;

/** Links live in memory only, one set per scene, handed to every transfer of that scene (service §4.10, §11.1). */
export function createSceneLinks(options: {
  service: { forScope: (scope: Scope) => Pick<ServiceClient, 'scenes'> };
  store: (scope: Scope, captureId: CaptureId, rows: Row<WireScene>[]) => LibrarySceneId[];
  /** The link of a file that came as an asset of a deliverable; null for all others. */
  asset?: SceneAssets['link'];
  closing: AbortSignal;
  /** In milliseconds, of a clock that nobody sets. */
  monotonic?: () => number;
}): SceneLinks & SceneQueries {
  const { monotonic = () => performance.now() } = options;
  const askedAt = new Map<string, number>();
  const links = new Map<LibrarySceneId, Map<string, string>>();
  const running = new Map<string, Promise<LibrarySceneId[]>>();
  const fileKey = (kind: FileKind, name: string) => `${kind} ${name}`;

  async function fetch(scope: Scope, captureId: CaptureId): Promise<LibrarySceneId[]> {
    const rows = await options.service.forScope(scope).scenes(captureId, options.closing);
    const ids = options.store(scope, captureId, rows);
    for (const [i, id] of ids.entries()) {
      const scene = rows[i]?.parsed;
      const fresh = new Map<string, string>();
      for (const file of scene?.attachments ?? []) fresh.set(fileKey('attachment', file.name), file.url);
      for (const file of scene?.rasters ?? []) fresh.set(fileKey('raster', file.file_name), file.url);
      links.delete(id);
      links.set(id, fresh);
    }
    for (const id of [...links.keys()].slice(0, Math.max(0, links.size - mostScenes))) links.delete(id);
    return ids;
  }

  const keyOf = ({ connectionId, contractId }: Scope, captureId: CaptureId) =>
    `${connectionId} ${contractId} ${captureId}`;

  /** A query that failed counts: whoever is offline does not ask with each look. */
  function noteAsked(key: string) {
    askedAt.delete(key);
    askedAt.set(key, monotonic());
    const [oldest] = askedAt.keys();
    if (askedAt.size > mostScenes && oldest !== undefined) askedAt.delete(oldest);
  }

  function query(scope: Scope, captureId: CaptureId): Promise<LibrarySceneId[]> {
    const key = keyOf(scope, captureId);
    const known = running.get(key);
    if (known) return known;
    noteAsked(key);
    const started = fetch(scope, captureId).finally(() => running.delete(key));
    running.set(key, started);
    return started;
  }

  return {
    query,
    isDue(scope, captureId) {
      const at = askedAt.get(keyOf(scope, captureId));
      return at === undefined || monotonic() - at >= dueMs;
    },
    async link({ scope, captureId, scene, kind, name }, stale) {
      const known = links.get(scene)?.get(fileKey(kind, name));
      if (known !== undefined && known !== stale) return known;
      const asset = options.asset && (await options.asset({ scope, scene, kind, name }, stale));
      if (asset) return asset;
      // A deliverable without a capture has no scene query to ask.
      if (captureId === null) throw new AppError('NOT_FOUND', { what: name });
      await query(scope, captureId);
      const fresh = links.get(scene)?.get(fileKey(kind, name));
      if (fresh === undefined) throw new AppError('NOT_FOUND', { what: name });
      return fresh;
    },
  };
}
