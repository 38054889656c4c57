import { existsSync, mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  captureIdSchema,
  connectionIdSchema,
  type LibraryFileId,
  type LibrarySceneId,
} from '../../src-preload/contract/ids.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { writeZip } from '../../testing/write-zip.ts';
import type { FileClaim } from '../core/file-claims.ts';
import { unpackMigrations } from '../features/downloads/archives/unpack-table.ts';
import { createSceneTable } from '../features/library/scene-table.ts';
import { libraryMigrations } from '../features/library/tables.ts';
import { createNotices } from '../features/support/notices.ts';
import { wireSceneSchema } from '../service/api/wire.ts';
import { createArchiveUnpacking } from './archive-unpacking.ts';

const archive = 'Coast/S/S.zip';
const now = () => new Date('2026-01-02T03:04:05Z');

let opened: TestStore;
let claims: Map<string, FileClaim>;
let released: (readonly [number, string])[];
let scene: LibrarySceneId;
let zip: LibraryFileId;
let unpacking: ReturnType<typeof createArchiveUnpacking>['unpacking'];
let rasters: () => string[];

const at = (path: string) => join(opened.folder, ...path.split('/'));
const [kept, gone] = ['Coast/S/S/kept.tif', 'Coast/S/S/gone.tif'];

/** An archive with two rasters is in the library and unpacked. */
beforeEach(async () => {
  opened = openTestStore([...libraryMigrations, ...unpackMigrations]);
  [claims, released] = [new Map(), []];
  const { store } = opened;
  const scenes = createSceneTable({ store, now, taskOfCapture: () => null, transferring: () => false });
  const raw = {
    scene_id: 'S',
    rasters: [],
    attachments: [{ url: 'https://c.invalid/z', file_name: 'S.zip', name: 'delivery_zip' }],
  };
  const scope = { connectionId: connectionIdSchema.parse('desk'), contractId: null };
  scene = scenes.put(scope, captureIdSchema.parse('c'), { parsed: wireSceneSchema.parse(raw), raw });
  const [file] = scenes.filesOf(scene);
  if (!file) throw new Error('no file');
  zip = file.fileId;
  const bytes = writeZip(
    ['kept.tif', 'gone.tif'].map((name) => ({ name, data: Buffer.from(`II*${name}`), method: 8 })),
  );
  mkdirSync(dirname(at(archive)), { recursive: true });
  await writeFile(at(archive), bytes);
  scenes.markSaved(zip, { path: archive, sizeBytes: bytes.length, sha256: 'x' });
  rasters = () =>
    scenes
      .filesOf(scene)
      .filter(({ kind }) => kind === 'raster')
      .map(({ fileName }) => fileName);
  ({ unpacking } = createArchiveUnpacking({
    context: {
      now,
      publish: () => undefined,
      events: { on: () => () => undefined, emit: () => undefined },
      notices: createNotices({ now, changed: () => undefined }),
      onError: () => (error) => {
        throw error;
      },
    },
    store,
    library: {
      absolute: at,
      onDisk: () => ({ file: scenes.file(zip), path: at(archive) }),
    },
    scenes,
    owners: {
      claimsOn: async () => claims,
      release: (sceneRow, path) => void released.push([sceneRow, path]),
    },
  }));
  await unpacking.unpack(zip, new AbortController().signal);
  expect(rasters().toSorted()).toEqual(['gone.tif', 'kept.tif']);
});
afterEach(async () => {
  await unpacking.close();
  opened.remove();
});

it('releases a raster that stays for another scene when the archive is removed', async () => {
  claims.set(at(kept), { by: 'scene', sceneId: 'T' });
  await unpacking.remove(zip);
  expect([existsSync(at(kept)), existsSync(at(gone))]).toEqual([true, false]);
  expect(released).toEqual([[scene, at(kept)]]);
  expect(rasters()).toEqual([]);
});

it('does not release a raster of which nobody knows whose it is', async () => {
  claims.set(at(kept), { by: 'unreadable', path: dirname(at(kept)) });
  await unpacking.remove(zip);
  expect(existsSync(at(kept))).toBe(true);
  expect(released).toEqual([]);
});
