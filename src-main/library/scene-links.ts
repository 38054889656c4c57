import type { CaptureId, LibrarySceneId, Scope } from '../../src-preload/contract/ids.ts';
import { AppError } from '../app-error.ts';
import type { Row, ServiceClient } from '../service/service-client.ts';
import type { WireScene } from '../service/wire.ts';

type FileKind = 'raster' | 'attachment';

export interface SceneLinks {
  /** Queries the scenes of a capture; equal requests share one query, because each query kills the links before it. */
  query(scope: Scope, captureId: CaptureId): Promise<LibrarySceneId[]>;
  /**
   * The newest link of a file. `stale` is a link that was refused: a newer one is fetched unless another transfer of the
   * scene has already done so.
   */
  link(
    file: { scope: Scope; captureId: CaptureId; scene: LibrarySceneId; kind: FileKind; name: string },
    stale: string | null,
  ): Promise<string>;
}

/** Scenes whose links are kept, those asked for last: a library of 100,000 would fill the memory with dead ones. */
const mostScenes = 2_000;

/** Links live in memory only, one set per scene, handed to every transfer of that scene (interface §4.10; field notes, Downloads). */
export function createSceneLinks(options: {
  service: { forScope: (scope: Scope) => Pick<ServiceClient, 'scenes'> };
  store: (scope: Scope, captureId: CaptureId, rows: Row<WireScene>[]) => LibrarySceneId[];
  closing: AbortSignal;
}): SceneLinks {
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

  function query(scope: Scope, captureId: CaptureId): Promise<LibrarySceneId[]> {
    const key = `${scope.connectionId} ${scope.contractId} ${captureId}`;
    const known = running.get(key);
    if (known) return known;
    const started = fetch(scope, captureId).finally(() => running.delete(key));
    running.set(key, started);
    return started;
  }

  return {
    query,
    async link({ scope, captureId, scene, kind, name }, stale) {
      const known = links.get(scene)?.get(fileKey(kind, name));
      if (known !== undefined && known !== stale) return known;
      await query(scope, captureId);
      const fresh = links.get(scene)?.get(fileKey(kind, name));
      if (fresh === undefined) throw new AppError('NOT_FOUND', { what: name });
      return fresh;
    },
  };
}
