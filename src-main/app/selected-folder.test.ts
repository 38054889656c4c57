import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { librarySceneIdSchema } from '../../src-preload/contract/ids.ts';
import { reviewerIdSchema } from '../../src-preload/contract/reviews.ts';
import { makeFolderOfOneScene, openAppIn } from '../../testing/app-of-one-scene.ts';
import type { CatalogScene } from '../core/catalog-scene.ts';
import { toReviewText } from '../features/reviews/format/review-file.ts';
import { emptyReview } from '../features/reviews/model/review.ts';

const librarySceneId = librarySceneIdSchema.parse(1);
const timeout = 30_000;

/** Writes beside a scene that Ben has accepted it. */
function writeVerdictOfBen(item: string, { source }: Pick<CatalogScene, 'source'>) {
  const { service, contractId, sceneId, connectionId } = source;
  const review = emptyReview(
    { service, contractId, sceneId, connectionId },
    { id: reviewerIdSchema.parse('0123456789ab'), name: 'Ben' },
  );
  review.fields.verdict = [
    {
      value: { verdict: 'accepted', reason: '' },
      writer: 'aaaaaaaaaaaa',
      counter: 1,
      past: {},
      at: '2026-04-01T10:00:00.000Z',
    },
  ];
  writeFileSync(join(dirname(item), 'stac-review.ben.json'), toReviewText(review, 'aaaaaaaaaaaa'));
}

/** Opens Nadir on a data folder, and on its library with one scene if it has one. */
async function open(folder: string) {
  const { app, client } = await openAppIn(folder);
  onTestFinished(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const hasScene = async () => (await client.reviews.some({ librarySceneIds: [librarySceneId] })).length;
  return {
    client,
    whenRead: () => expect.poll(hasScene, { timeout }).toBe(1),
    notices: async () =>
      (await client.app.notices())
        .filter(({ kind }) => kind !== 'practice-not-started')
        .map(({ kind, data }) => [kind, data.names ?? data.path]),
  };
}

it('the review of a scene that stays in the library folder of before says that it is written nowhere', async () => {
  const { folder, item, scene } = makeFolderOfOneScene('nadir-former-');
  const { client, whenRead } = await open(folder);
  await whenRead();
  expect(await client.reviews.ofScene({ librarySceneId })).toMatchObject({ staysHere: false });
  await client.settings.set({ libraryFolder: join(folder, 'another') });
  expect(await client.reviews.ofScene({ librarySceneId })).toMatchObject({ staysHere: true });
  // What others write beside it is read all the same.
  writeVerdictOfBen(item, scene);
  await client.reviews.readBeside({ ids: '1' });
  const { summary } = await client.reviews.ofScene({ librarySceneId });
  expect(summary.state).toBe('accepted');
}, 60_000);

it('reviews of others in a library folder that a person selects are news', async () => {
  const { folder, library, item, scene } = makeFolderOfOneScene('nadir-selected-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeVerdictOfBen(item, scene);
  const own = mkdtempSync(join(tmpdir(), 'nadir-own-'));
  mkdirSync(join(own, 'renderer'));
  const { client, whenRead, notices } = await open(own);
  await client.settings.set({ libraryFolder: library });
  await whenRead();
  await expect.poll(notices, { timeout }).toContainEqual(['reviews-arrived', 'Ben']);
}, 60_000);

it('the notice that the library folder is away goes when a person selects another folder', async () => {
  const { folder, library } = makeFolderOfOneScene('nadir-moved-');
  const { client, whenRead, notices } = await open(folder);
  await whenRead();
  const [file] = (await client.library.get({ librarySceneId })).files;
  if (file === undefined) throw new Error('the scene has no file');
  const moved = join(folder, 'moved');
  renameSync(library, moved);
  await expect(client.library.rasterInfo({ fileId: file.fileId })).rejects.toMatchObject({
    code: 'FOLDER_AWAY',
  });
  expect(await notices()).toEqual([['library-folder-away', library]]);
  await client.settings.set({ libraryFolder: moved });
  expect(await notices()).toEqual([]);
  await expect
    .poll(() => client.library.rasterInfo({ fileId: file.fileId }).catch(() => null), { timeout })
    .toMatchObject({ widthPx: 2 });
}, 60_000);
