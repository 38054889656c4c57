import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { sharingDomain } from '../src-main/app/sharing-domain.ts';
import type { CatalogScene } from '../src-main/core/catalog-scene.ts';
import { sceneAssetsMigrations } from '../src-main/features/library/scene-assets-table.ts';
import { createSceneRestore } from '../src-main/features/library/scene-restore.ts';
import { createSceneTable } from '../src-main/features/library/scene-table.ts';
import { libraryMigrations } from '../src-main/features/library/tables.ts';
import { reviewsMigrations } from '../src-main/features/reviews/tables.ts';
import { createSharingAnswers } from '../src-main/features/sharing/answer-request.ts';
import {
  type SharingLimits,
  type SharingServer,
  startSharingServer,
} from '../src-main/features/sharing/listen/sharing-server.ts';
import { createFiles } from '../src-main/host/files.ts';
import { sendBody } from '../src-main/host/send-body.ts';
import { libraryFileIdSchema } from '../src-preload/contract/ids.ts';
import { openTestStore } from './open-test-store.ts';
import { geoTags, writeTiff } from './write-tiff.ts';

/** The key of the tests. */
export const sharingKey = 'kept-in-the-keychain-0123456789';

/** Writes the rasters of a scene: 8 × 8 pixels of 4 metres in the zone 31 of UTM. */
export function writeRasters(library: string, { files }: Pick<CatalogScene, 'files'>): void {
  for (const { path } of files) {
    const to = join(library, path);
    mkdirSync(dirname(to), { recursive: true });
    const geo = [
      { tag: 33_550, type: 12 as const, values: [4, 4, 0] },
      { tag: 33_922, type: 12 as const, values: [0, 0, 0, 395_470, 5_334_400, 0] },
    ];
    const data = new Uint8Array(64).fill(9);
    writeTiff(to, { widthPx: 8, heightPx: 8, data, tags: geoTags({ geo, epsg: 32_631 }) });
  }
}

/** Serves a library of these scenes to other programs as the application does, with the questions answered in this thread. */
export async function createSharingWorld(
  scenes: readonly CatalogScene[],
  { limits, files: hasFiles = true }: { limits?: SharingLimits; files?: boolean } = {},
) {
  const opened = openTestStore([...libraryMigrations, ...sceneAssetsMigrations, ...reviewsMigrations]);
  const { store } = opened;
  const library = mkdtempSync(join(tmpdir(), 'nadir shared '));
  const now = () => new Date('2026-06-01T00:00:00Z');
  const restore = createSceneRestore({ store, now }).restore;
  store.transaction(() => {
    for (const scene of scenes) {
      restore({ scene, connectionId: scene.source.connectionId, missing: [] });
      if (hasFiles) writeRasters(library, scene);
    }
  });
  const queries = sharingDomain.listQueries({ store });
  const table = createSceneTable({ store, now, taskOfCapture: () => null, transferring: () => false });
  const files = createFiles({
    rendererFolder: library,
    resolve(pathname) {
      const [, id] = /^\/files\/asset\/(\d+)$/.exec(pathname) ?? [];
      const { path } = table.file(libraryFileIdSchema.parse(Number(id)));
      return path === null ? null : { path: join(library, path), contentType: 'image/tiff' };
    },
  });
  const errors: unknown[] = [];
  const server: SharingServer = await startSharingServer({
    port: 0,
    key: () => sharingKey,
    answer: createSharingAnswers({
      stac: async (question) => queries.answer(question),
      library: () => library,
      file: files,
      nameOf: (fileId) =>
        store.get(
          z.object({ name: z.string() }),
          'SELECT file_name AS name FROM scene_file WHERE id = :fileId',
          {
            fileId,
          },
        )?.name ?? null,
      tile: async (row, { z }) => (row === 404 || z > 22 ? null : Uint8Array.from([137, 80, 78, 71])),
      isBusy: () => false,
    }),
    sendBody,
    onError: (error) => errors.push(error),
    ...(limits === undefined ? {} : { limits }),
  });
  const origin = `http://127.0.0.1:${server.port}`;
  return {
    library,
    store,
    server,
    origin,
    errors,
    queries,
    /** The address with the key, without a slash at its end. */
    base: `${origin}/${sharingKey}`,
    async close() {
      await server.close();
      opened.remove();
      rmSync(library, { recursive: true, force: true });
    },
  };
}

/** A library that is served to other programs. */
export type SharingWorld = Awaited<ReturnType<typeof createSharingWorld>>;
