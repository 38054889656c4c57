import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PNG } from 'pngjs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { libraryFileIdSchema, librarySceneIdSchema } from '../../../../src-preload/contract/ids.ts';
import { writeTiff } from '../../../../testing/write-tiff.ts';
import type { PaintThread } from '../../../raster/paint-thread.ts';
import { alwaysThere } from '../files-on-disk.ts';
import type { FileRow } from '../scene-files.ts';
import type { PictureJob } from './picture-job.ts';
import { createRasterPictures } from './raster-pictures.ts';

let folder: string;
let pictures: ReturnType<typeof createRasterPictures>;
let away: boolean;
let rows: FileRow[];

const fileRow = (n: number, values: Partial<FileRow>): FileRow => ({
  fileId: libraryFileIdSchema.parse(n),
  librarySceneId: librarySceneIdSchema.parse(1),
  kind: 'raster',
  name: 'a',
  fileName: 'a',
  bands: '[]',
  path: 'a.tif',
  sizeBytes: null,
  sha256: null,
  savedAt: null,
  missing: 0,
  rasterInfo: null,
  ...values,
});

function create(
  options: { thread?: PaintThread<PictureJob>; stillWanted?: (signal: AbortSignal) => Promise<unknown> } = {},
) {
  return createRasterPictures({
    table: {
      filesOf: () => rows,
      file(id) {
        const found = rows.find(({ fileId }) => fileId === id);
        if (found === undefined) throw new Error('NOT_FOUND');
        return found;
      },
    },
    rasters: { displayPath: (id) => join(folder, '.display', `${id}.tif`) },
    files: {
      absolute: (path) => join(folder, path),
      drives: { ...alwaysThere, isAway: () => away },
    },
    areBandsEntered: () => false,
    stillWanted: () => Promise.resolve(),
    ...options,
  });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-pictures-'));
  away = false;
  rows = [fileRow(1, {})];
  pictures = create();
  writeTiff(join(folder, 'a.tif'), { widthPx: 2, heightPx: 1, data: new Uint8Array([40, 80]) });
});
afterEach(async () => {
  await pictures.close();
  rmSync(folder, { recursive: true, force: true });
});

const address = '/files/thumbnail/1';
const ask = (init: RequestInit = {}, from = pictures) =>
  from.answer(new Request(`http://127.0.0.1${address}`, init), address);

/** A thread that notes what it is asked for, and answers when it is told. */
function notedThread() {
  const jobs: string[] = [];
  let answer = (_png: Uint8Array) => undefined as undefined;
  const thread: PaintThread<PictureJob> = {
    paint: ({ path }) =>
      new Promise((resolve) => {
        jobs.push(path);
        answer = (png) => void resolve(png);
      }),
    close: () => Promise.resolve(),
  };
  return { thread, jobs, answer: (png: Uint8Array) => answer(png) };
}

it('answers with a picture of the raster, and with nothing new to who has it', async () => {
  const answer = await ask();
  expect(answer?.status).toBe(200);
  expect(answer?.headers.get('content-type')).toBe('image/png');
  const { data } = PNG.sync.read(Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer(0)));
  expect([...data]).toEqual([40, 40, 40, 255, 80, 80, 80, 255]);
  const etag = answer?.headers.get('etag') ?? '';
  expect((await ask({ headers: { 'if-none-match': etag } }))?.status).toBe(304);
  writeTiff(join(folder, 'a.tif'), { widthPx: 3, heightPx: 1, data: new Uint8Array(3) });
  expect((await ask({ headers: { 'if-none-match': etag } }))?.status).toBe(200);
});

it('paints a raster once, and takes that with colours', async () => {
  const { thread, jobs, answer } = notedThread();
  const noted = create({ thread });
  rows.push(fileRow(2, { path: 'b.tif', bands: '["red","green","blue"]' }));
  writeFileSync(join(folder, 'b.tif'), '');
  const first = ask({}, noted);
  await expect.poll(() => jobs).toEqual([join(folder, 'b.tif')]);
  answer(new Uint8Array([1]));
  await first;
  expect((await ask({}, noted))?.status).toBe(200);
  expect(jobs).toHaveLength(1);
});

it('begins nothing for a row that is passed by', async () => {
  const { thread, jobs } = notedThread();
  const gone = new AbortController();
  // A pause as that of the program: it ends with the request.
  const stillWanted = (signal: AbortSignal) => setTimeout(600_000, undefined, { signal, ref: false });
  const passed = create({ thread, stillWanted });
  const answer = ask({ signal: gone.signal }, passed);
  gone.abort();
  expect((await answer)?.status).toBe(204);
  expect(jobs).toEqual([]);
});

it('has none of a broken raster, of one that is gone, and of one whose folder is away', async () => {
  writeFileSync(join(folder, 'a.tif'), 'no raster');
  expect((await ask())?.status).toBe(204);
  rmSync(join(folder, 'a.tif'));
  expect((await ask())?.status).toBe(204);
  writeTiff(join(folder, 'a.tif'), { widthPx: 2, heightPx: 1, data: new Uint8Array([40, 80]) });
  away = true;
  expect((await ask())?.status).toBe(204);
});

it('leaves a scene with a thumbnail and other addresses to others, and has nothing for one without a raster', async () => {
  rows = [fileRow(1, {}), fileRow(2, { kind: 'attachment', name: 'thumbnail', path: 't.png' })];
  expect(await ask()).toBeNull();
  // An error would be in the console of a page that was told of the scene before its files were removed.
  rows = [fileRow(1, { path: null }), fileRow(2, { missing: 1 })];
  expect((await ask())?.status).toBe(204);
  rows = [];
  expect((await ask())?.status).toBe(204);
  expect(await pictures.answer(new Request('http://127.0.0.1/'), '/files/preview/1')).toBeNull();
});

it('one raster has a picture of its own, also where its scene has a thumbnail', async () => {
  rows = [fileRow(1, {}), fileRow(2, { kind: 'attachment', name: 'thumbnail', path: 't.png' })];
  expect(await ask()).toBeNull();
  const painted = (id: number) =>
    pictures.answer(new Request(`http://127.0.0.1/files/painted/${id}`), `/files/painted/${id}`);
  const answer = await painted(1);
  expect(answer?.headers.get('content-type')).toBe('image/png');
  // Neither a file of another kind nor one that is not known has one.
  for (const id of [2, 9]) expect((await painted(id))?.status).toBe(204);
});
