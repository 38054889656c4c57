import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { expect, it, onTestFinished } from 'vitest';
import { foreignItem, putRaster, putText } from '../../testing/import-world.ts';
import { makeMemoryKeychain } from '../../testing/memory-keychain.ts';
import { reviewerIdOf } from '../../testing/reviews-world.ts';
import { versionOf } from '../../testing/sample-review.ts';
import { startScriptedServer } from '../../testing/scripted-server.ts';
import { writeZip } from '../../testing/write-zip.ts';
import { isReviewName, toReviewText } from '../features/reviews/format/review-file.ts';
import { emptyReview } from '../features/reviews/model/review.ts';
import type { Platform } from '../host/platform.ts';
import { createApp } from './create-app.ts';

async function openApp(further: Pick<Platform, 'moveToTrash'> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'nadir-import-app-'));
  mkdirSync(join(folder, 'renderer'));
  const app = await createApp({
    environment: { NADIR_PRACTICE: 'none' },
    platform: {
      host: 'loopback',
      version: '0',
      dataFolder: folder,
      rendererFolder: join(folder, 'renderer'),
      loadKeychain: async () => makeMemoryKeychain().keychain,
      systemProxy: async () => null,
      ...further,
    },
  });
  onTestFinished(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const client = createRouterClient(app.router);
  const states = async () => (await client.sceneImports.list()).map(({ state }) => state);
  const reaches = (state: string) =>
    expect.poll(async () => (await states())[0], { timeout: 20_000 }).toBe(state);
  return { folder, client, reaches, library: join(folder, 'library') };
}

it('a folder is imported in a thread, and leaves the library again with its item', async () => {
  const { folder, client, reaches, library } = await openApp();
  const source = join(folder, 'source');
  const raster = putRaster(join(source, 'a.tif'));
  putText(join(source, 'a.json'), foreignItem('a'));
  const { importId } = await client.sceneImports.read({ paths: [source] });
  await reaches('ready');
  await client.sceneImports.start({ importId });
  await reaches('done');
  const list = {
    filter: { onDiskOnly: false },
    sort: 'name',
    descending: false,
    offset: 0,
    limit: 9,
  } as const;
  expect((await client.library.list(list)).rows).toMatchObject([{ sceneId: 'a', filesOnDisk: 1 }]);
  const copy = join(library, 'Imported/a');
  expect(readFileSync(join(copy, 'a.tif')).equals(readFileSync(raster))).toBe(true);
  await expect.poll(() => existsSync(join(copy, 'stac-item.json')), { timeout: 20_000 }).toBe(true);
  await client.sceneImports.undo({ importId });
  await reaches('undone');
  await expect.poll(() => existsSync(copy), { timeout: 20_000 }).toBe(false);
  await expect.poll(async () => (await client.library.list(list)).total, { timeout: 20_000 }).toBe(0);
  expect(existsSync(raster)).toBe(true);
});

/** What another person says of the scene `a` of a shared folder. */
function verdictOfBen(verdict: 'rejected' | 'accepted', sceneId = 'a'): string {
  const review = emptyReview(
    { sceneId, contractId: null, service: null, connectionId: 'elsewhere' },
    { id: reviewerIdOf(2), name: 'Ben' },
  );
  review.fields.verdict = [versionOf({ verdict, reason: 'haze' })];
  return toReviewText(review, 'b00000000001');
}

it.each(['folder', 'archive', 'catalog'])(
  'a %s brings the reviews of others that lie beside its scenes, and they replace no own one',
  async (form) => {
    const { folder, client, reaches } = await openApp();
    const source = join(folder, 'source');
    putRaster(join(source, 'a.tif'));
    const item = putText(join(source, 'a.json'), foreignItem('a'));
    putText(join(source, 'stac-review.ben.json'), verdictOfBen('rejected'));
    putText(join(source, 'stac-review.odd.json'), '{}');
    const archive = join(folder, 'shared.zip');
    const names = ['a.tif', 'a.json', 'stac-review.ben.json', 'stac-review.odd.json'];
    writeFileSync(archive, writeZip(names.map((name) => ({ name, data: readFileSync(join(source, name)) }))));
    const newest = async () => (await client.sceneImports.list())[0];
    const take = async () => {
      const path = { folder: source, archive, catalog: item }[form] ?? '';
      const { importId } = await client.sceneImports.read({ paths: [path] });
      await reaches('ready');
      const found = await newest();
      await client.sceneImports.start({ importId });
      await reaches('done');
      return { importId, found };
    };

    const { importId, found } = await take();
    expect(found?.counts).toMatchObject({ new: 1, problem: 0, reviews: 2, reviewsRead: 0, reviewsLeft: 0 });
    expect((await newest())?.counts).toMatchObject({
      imported: 1,
      reviews: 2,
      reviewsRead: 1,
      reviewsNew: 1,
      reviewsLeft: 1,
    });
    const { rows } = await client.sceneImports.rows({ importId, offset: 0, limit: 10 });
    expect(rows.filter(({ problem }) => problem !== null)).toMatchObject([
      { label: expect.stringMatching(/stac-review\.odd\.json$/), problem: 'review', detail: 'not-review' },
    ]);
    expect(rows[0]?.label).not.toContain('.importing');
    const librarySceneId = rows.find(({ outcome }) => outcome === 'imported')?.librarySceneId;
    if (!librarySceneId) throw new Error('no scene was imported');
    const ofScene = async () => {
      const { reviews, summary } = await client.reviews.ofScene({ librarySceneId });
      return { state: summary.state, of: reviews.map(({ name, isMine }) => [name, isMine]) };
    };
    expect(await ofScene()).toEqual({ state: 'rejected', of: [['Ben', false]] });
    await client.reviews.state({
      librarySceneId,
      statement: { field: 'verdict', value: { verdict: 'accepted', reason: '' } },
    });

    // Everything is there: what lies beside the scenes is read nevertheless, and says nothing new.
    const again = await take();
    expect(again.found?.counts).toMatchObject({ new: 0, there: 1, reviews: 2 });
    expect((await newest())?.counts).toMatchObject({ imported: 0, reviewsRead: 1, reviewsNew: 0 });
    const both = await ofScene();
    expect(both.state).toBe('conflict');
    expect(both.of).toHaveLength(2);
    expect(both.of).toContainEqual(['Ben', false]);
  },
);

it('the undo of an import keeps the reviews of its scenes, says so, and a later import shows them again', async () => {
  const { folder, client, reaches, library } = await openApp();
  const source = join(folder, 'source');
  putRaster(join(source, 'a.tif'));
  putText(join(source, 'a.json'), foreignItem('a'));
  putText(join(source, 'stac-review.ben.json'), verdictOfBen('rejected'));
  const take = async (path: string) => {
    const { importId } = await client.sceneImports.read({ paths: [path] });
    await reaches('ready');
    await client.sceneImports.start({ importId });
    await reaches('done');
    const { rows } = await client.sceneImports.rows({ importId, offset: 0, limit: 10 });
    const librarySceneId = rows[0]?.librarySceneId;
    if (!librarySceneId) throw new Error('no scene was imported');
    const state = (await client.reviews.ofScene({ librarySceneId })).summary.state;
    return { importId, librarySceneId, state };
  };
  const { importId, librarySceneId } = await take(source);
  const copy = join(library, 'Imported/a');
  const written = () => readdirSync(copy).filter(isReviewName).length;
  await expect.poll(written, { timeout: 20_000 }).toBe(1);
  await client.sceneImports.undo({ importId });
  await reaches('undone');
  expect((await client.sceneImports.list())[0]?.counts).toMatchObject({ undone: 1, undoneReviewed: 1 });
  await expect.poll(() => existsSync(join(copy, 'stac-item.json')), { timeout: 20_000 }).toBe(false);
  expect(readdirSync(copy).filter((name) => !isReviewName(name))).toEqual([]);
  expect(written()).toBe(1);
  expect((await client.reviews.ofScene({ librarySceneId })).summary.state).toBe('rejected');
  rmSync(join(source, 'stac-review.ben.json'));
  expect(await take(source)).toMatchObject({ librarySceneId, state: 'rejected' });
});

it.each([
  { permanently: false, words: 'to the trash where there is one' },
  { permanently: true, words: 'for good if that is asked for' },
])('the files of an undone import leave the library $words', async ({ permanently }) => {
  const trashed: string[] = [];
  const { folder, client, reaches, library } = await openApp({
    moveToTrash: async (path) => {
      trashed.push(path);
      rmSync(path);
    },
  });
  const source = join(folder, 'source');
  putRaster(join(source, 'a.tif'));
  const { importId } = await client.sceneImports.read({ paths: [source] });
  await reaches('ready');
  await client.sceneImports.start({ importId });
  await reaches('done');
  const copy = join(library, 'Imported/a/a.tif');
  expect(existsSync(copy)).toBe(true);
  await client.sceneImports.undo({ importId, permanently });
  await reaches('undone');
  expect(existsSync(copy)).toBe(false);
  expect(trashed).toEqual(permanently ? [] : [copy]);
});

it('an address is asked as those of own maps are: its own origin, and nothing further in', async () => {
  const { client, reaches, library } = await openApp();
  const [own, other] = [await startScriptedServer(), await startScriptedServer()];
  onTestFinished(async () => {
    await own.close();
    await other.close();
  });
  const raster = readFileSync(putRaster(join(library, '..', 'r.tif')));
  const item = foreignItem('remote', { assets: { a: { href: './files/r.tif', type: 'image/tiff' } } });
  own.play(({ path }, response) => {
    if (path === '/moved') return response.writeHead(302, { location: `${other.origin()}/item.json` }).end();
    if (path.startsWith('/files/')) return response.writeHead(200).end(raster);
    return response.writeHead(200, { 'content-type': 'application/geo+json' }).end(JSON.stringify(item));
  });
  const ask = (address: string) =>
    client.sceneImports.readAddress({ address, collections: '', box: null, from: null, to: null, most: 10 });
  await ask(`${own.origin()}/moved`);
  await reaches('failed');
  expect((await client.sceneImports.list())[0]?.error).toMatchObject({ code: 'ADDRESS_REFUSED' });
  expect(other.seen).toEqual([]);
  await expect(ask('http://stac.example/')).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });

  const { importId } = await ask(`${own.origin()}/item.json?key=secret-key`);
  await reaches('ready');
  expect((await client.sceneImports.list())[0]).toMatchObject({
    source: `${own.origin()}/item.json`,
    counts: { new: 1 },
  });
  await client.sceneImports.start({ importId });
  await reaches('done');
  expect(readFileSync(join(library, 'Imported/remote/r.tif')).equals(raster)).toBe(true);
  const { rows } = await client.activity.requests({
    filter: { text: '', failedOnly: false, origin: null, upTo: null },
    offset: 0,
    limit: 50,
  });
  expect(new Set(rows.map(({ requestOrigin }) => requestOrigin))).toEqual(new Set(['imports']));
  expect(JSON.stringify(rows)).not.toContain('secret-key');
});

it('a file that is longer than was said, or ends early, fails its scene and leaves nothing', async () => {
  const { client, reaches, library } = await openApp();
  const server = await startScriptedServer();
  onTestFinished(server.close);
  const piece = Buffer.alloc(1_024 * 1_024);
  const most = 64;
  let pieces = 0;
  const asset = { type: 'image/tiff', 'file:size': 1_000 };
  const item = (id: string) =>
    foreignItem(id, { assets: { a: { ...asset, href: `./files/${id}.tif` }, b: { href: './files/b.txt' } } });
  server.play(({ path }, response) => {
    if (path === '/files/endless.tif') {
      const send = () => {
        pieces += 1;
        if (pieces < most && !response.destroyed) response.write(piece, send);
        else response.end();
      };
      return send();
    }
    if (path === '/files/early.tif') return response.writeHead(200).write('II', () => response.destroy());
    const features = ['endless', 'early'].map(item);
    return response.writeHead(200).end(JSON.stringify({ type: 'FeatureCollection', features }));
  });
  const address = `${server.origin()}/`;
  const { importId } = await client.sceneImports.readAddress({
    address,
    collections: '',
    box: null,
    from: null,
    to: null,
    most: 10,
  });
  await reaches('ready');
  await client.sceneImports.start({ importId });
  await reaches('done');
  const { rows } = await client.sceneImports.rows({ importId, offset: 0, limit: 10 });
  expect(rows.map(({ label, outcome, problem, detail }) => [label, outcome, problem, detail])).toEqual([
    ['endless', 'failed', 'answer', 'BAD_ANSWER endless.tif'],
    ['early', 'failed', 'answer', 'UNREACHABLE early.tif'],
  ]);
  expect(pieces).toBeLessThan(most);
  expect(readdirSync(library)).toEqual(['.nadir-library.json']);
});

it('bytes of the page are received, and refused where they are more or less than was said', async () => {
  const { client, reaches, library } = await openApp();
  const bytes = readFileSync(putRaster(join(library, '..', 'r.tif')));
  const { copyId } = await client.sceneImports.beginCopy({ name: '../sent.tif', sizeBytes: bytes.length });
  await client.sceneImports.addCopy({ copyId, base64: bytes.subarray(0, 100).toString('base64') });
  await expect(client.sceneImports.readCopies({ copyIds: [copyId] })).rejects.toMatchObject({
    code: 'FILE_NOT_WHOLE',
  });
  await client.sceneImports.addCopy({ copyId, base64: bytes.subarray(100).toString('base64') });
  await expect(client.sceneImports.addCopy({ copyId, base64: 'AAAA' })).rejects.toMatchObject({
    code: 'FILE_NOT_WHOLE',
  });
  const { importId } = await client.sceneImports.readCopies({ copyIds: [copyId] });
  await reaches('ready');
  await client.sceneImports.start({ importId });
  await reaches('done');
  expect(existsSync(join(library, 'Imported/sent/sent.tif'))).toBe(true);
  expect(existsSync(join(library, '.importing'))).toBe(false);
});
