import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { librarySceneIdSchema } from '../../src-preload/contract/ids.ts';
import { reviewerIdSchema } from '../../src-preload/contract/reviews.ts';
import type { HandOnEvent } from '../../src-preload/contract/sharing.ts';
import { makeFolderOfOneScene, openAppIn } from '../../testing/app-of-one-scene.ts';
import { isReviewName, readReviewText, toReviewText } from '../features/reviews/format/review-file.ts';
import { emptyReview } from '../features/reviews/model/review.ts';

const itemSchema = z.object({ properties: z.record(z.string(), z.unknown()) });

/** Writes beside a scene what another person has said of it. */
function writeVerdictOfBen(
  item: string,
  { source }: ReturnType<typeof makeFolderOfOneScene>['scene'],
  verdict: 'rejected' | 'accepted',
) {
  const { service, contractId, sceneId, connectionId } = source;
  const review = emptyReview(
    { service, contractId, sceneId, connectionId },
    { id: reviewerIdSchema.parse('0123456789ab'), name: 'Ben' },
  );
  review.fields.verdict = [
    {
      value: { verdict, reason: 'haze' },
      writer: 'aaaaaaaaaaaa',
      counter: verdict === 'rejected' ? 1 : 2,
      past: verdict === 'rejected' ? {} : { aaaaaaaaaaaa: 1 },
      at: '2026-04-01T10:00:00.000Z',
    },
  ];
  writeFileSync(join(dirname(item), 'stac-review.ben.json'), toReviewText(review, 'aaaaaaaaaaaa'));
}

it('the verdict that another person wrote into the library folder is in the list after a start, although nobody opens the scene', async () => {
  const { folder, item, scene } = makeFolderOfOneScene('nadir-reviews-app-');
  let now = await openAppIn(folder);
  onTestFinished(async () => {
    await now.app.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const librarySceneId = librarySceneIdSchema.parse(1);
  const stateOf = async () => (await now.client.reviews.ofScene({ librarySceneId })).summary.state;
  await expect
    .poll(async () => (await now.client.reviews.status({})).read.state, { timeout: 30_000 })
    .toBe('done');
  // The folder may have been read before its scene was in the index.
  await expect
    .poll(async () => (await now.client.reviews.some({ librarySceneIds: [librarySceneId] })).length, {
      timeout: 30_000,
    })
    .toBe(1);
  await now.client.reviews.state({
    librarySceneId,
    statement: { field: 'verdict', value: { verdict: 'accepted', reason: '' } },
  });
  expect(await stateOf()).toBe('accepted');
  const reviewIn = (path: string): unknown =>
    itemSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).properties['nadir:review'];
  // Programs that know nothing of review files read the verdict in the item.
  await expect
    .poll(() => reviewIn(item), { timeout: 30_000 })
    .toMatchObject({ state: 'accepted', verdicts: [{ verdict: 'accepted', reason: '' }] });
  await expect.poll(async () => (await now.client.reviews.status({})).waiting, { timeout: 30_000 }).toBe(0);
  await now.app.close();

  writeVerdictOfBen(item, scene, 'rejected');
  now = await openAppIn(folder);
  await expect.poll(stateOf, { timeout: 30_000 }).toBe('conflict');
  await expect
    .poll(() => reviewIn(item), { timeout: 30_000 })
    .toMatchObject({
      state: 'conflict',
      verdicts: expect.arrayContaining([
        expect.objectContaining({ verdict: 'accepted' }),
        { reviewer: 'Ben', verdict: 'rejected', reason: 'haze', at: '2026-04-01T10:00:00.000Z' },
      ]),
    });

  const name = 'For Ben';
  const handOn = async (shareName: string, withReviews: boolean) => {
    const events: HandOnEvent[] = [];
    for await (const event of await now.client.sharing.handOn({
      librarySceneIds: [librarySceneId],
      form: 'stac',
      name: shareName,
      withReviews,
    }))
      events.push(event);
    return events.at(-1);
  };
  const sharedItem = (shareName: string) =>
    join(folder, 'library', 'exports', shareName, 'Coast', 'S1', 'stac-item.json');
  await handOn('Without', false);
  expect(reviewIn(sharedItem('Without'))).toBeUndefined();
  const last = await handOn(name, true);
  expect(reviewIn(sharedItem(name))).toMatchObject({ state: 'conflict' });
  expect(last).toMatchObject({ kind: 'done', scenes: 1, reviewed: 1 });
  const copies = join(folder, 'library', 'exports', name, 'Coast', 'S1');
  const reviews = readdirSync(copies)
    .filter(isReviewName)
    .map((each) => readReviewText(readFileSync(join(copies, each), 'utf8')));
  const said = reviews.map((each) =>
    typeof each === 'string'
      ? each
      : [each.review.fields.verdict[0]?.value?.verdict, each.review.scene.service],
  );
  expect(said).toHaveLength(2);
  expect(said).toEqual(
    expect.arrayContaining([
      ['accepted', null],
      ['rejected', null],
    ]),
  );
});

it('what another person has written beside a scene since the last reading counts in what is handed on, and when it is asked for', async () => {
  const { folder, item, scene } = makeFolderOfOneScene('nadir-reviews-beside-');
  const { app, client } = await openAppIn(folder);
  onTestFinished(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const librarySceneId = librarySceneIdSchema.parse(1);
  const stateOf = async () => (await client.reviews.ofScene({ librarySceneId })).summary.state;
  const { status } = client.reviews;
  await expect.poll(async () => (await status({})).read.state, { timeout: 30_000 }).toBe('done');
  await expect
    .poll(async () => (await client.reviews.some({ librarySceneIds: [librarySceneId] })).length, {
      timeout: 30_000,
    })
    .toBe(1);
  const accepted = { field: 'verdict' as const, value: { verdict: 'accepted' as const, reason: '' } };
  await client.reviews.state({ librarySceneId, statement: accepted });
  await expect.poll(async () => (await status({})).waiting, { timeout: 30_000 }).toBe(0);
  writeVerdictOfBen(item, scene, 'rejected');
  expect(await stateOf()).toBe('accepted');

  for await (const _ of await client.sharing.handOn({
    librarySceneIds: [librarySceneId],
    form: 'stac',
    name: 'Shared',
    withReviews: true,
  }));
  const shared = join(folder, 'library', 'exports', 'Shared', 'Coast', 'S1');
  expect(readdirSync(shared).filter(isReviewName)).toHaveLength(2);
  const { properties } = itemSchema.parse(JSON.parse(readFileSync(join(shared, 'stac-item.json'), 'utf8')));
  expect(properties['nadir:review']).toMatchObject({ state: 'conflict' });
  expect(await stateOf()).toBe('conflict');

  rmSync(join(dirname(item), 'stac-review.ben.json'));
  writeVerdictOfBen(item, scene, 'accepted');
  await client.reviews.readBeside({ ids: '1' });
  expect(await stateOf()).toBe('accepted');
});

it('what was shared with reviews is imported with them by somebody else, who gets them as those of others', async () => {
  const { folder, item, scene } = makeFolderOfOneScene('nadir-reviews-shared-');
  const ana = await openAppIn(folder);
  const other = mkdtempSync(join(tmpdir(), 'nadir-reviews-other-'));
  mkdirSync(join(other, 'renderer'));
  const bea = await openAppIn(other);
  onTestFinished(async () => {
    await Promise.all([ana.app.close(), bea.app.close()]);
    for (const each of [folder, other]) rmSync(each, { recursive: true, force: true });
  });
  const librarySceneId = librarySceneIdSchema.parse(1);
  await expect
    .poll(async () => (await ana.client.reviews.some({ librarySceneIds: [librarySceneId] })).length, {
      timeout: 30_000,
    })
    .toBe(1);
  await ana.client.reviews.state({
    librarySceneId,
    statement: { field: 'verdict', value: { verdict: 'accepted', reason: '' } },
  });
  writeVerdictOfBen(item, scene, 'rejected');
  for await (const _ of await ana.client.sharing.handOn({
    librarySceneIds: [librarySceneId],
    form: 'stac',
    name: 'Shared',
    withReviews: true,
  }));

  const newest = async () => (await bea.client.sceneImports.list())[0];
  const { importId } = await bea.client.sceneImports.read({
    paths: [join(folder, 'library', 'exports', 'Shared')],
  });
  await expect.poll(async () => (await newest())?.state, { timeout: 30_000 }).toBe('ready');
  expect((await newest())?.counts).toMatchObject({ new: 1, problem: 0, reviews: 2 });
  await bea.client.sceneImports.start({ importId });
  await expect.poll(async () => (await newest())?.state, { timeout: 30_000 }).toBe('done');
  expect((await newest())?.counts).toMatchObject({
    imported: 1,
    reviewsRead: 2,
    reviewsNew: 2,
    reviewsLeft: 0,
  });
  const { rows } = await bea.client.sceneImports.rows({ importId, offset: 0, limit: 5 });
  const imported = rows[0]?.librarySceneId;
  if (!imported) throw new Error('no scene was imported');
  const { reviews, summary } = await bea.client.reviews.ofScene({ librarySceneId: imported });
  expect(summary.state).toBe('conflict');
  expect(reviews.map(({ isMine }) => isMine)).toEqual([false, false]);
});
