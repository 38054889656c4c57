import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toItem } from '../src-main/holdings/format/to-item.ts';
import { readReviewText, toReviewText } from '../src-main/reviews/format/review-file.ts';
import { emptyReview, type ReviewedScene } from '../src-main/reviews/model/review.ts';
import { reviewerIdSchema } from '../src-preload/contract/reviews.ts';
import { catalogScene } from '../testing/catalog-scene.ts';
import { geoTags, writeTiff } from '../testing/write-tiff.ts';
import { expectAccessible } from './support/accessible.ts';
import { controlOf } from './support/control.ts';
import { createMap } from './support/map.ts';
import { expect, test } from './support/nadir.ts';
import { createWorkspace } from './support/workspace.ts';

const env = { NADIR_PRACTICE: JSON.stringify({ speed: 86_400, sceneSizePx: 300, seed: 7 }) };
const scenes = [1, 2, 3, 4, 5, 6];
const outline = [
  [3, 45.133],
  [3.025, 45.133],
  [3.025, 45.151],
  [3, 45.151],
  [3, 45.133],
];

/** Writes a library folder with scenes and their rasters, as another Nadir has left it. */
function writeLibrary(library: string) {
  mkdirSync(join(library, '_catalog'), { recursive: true });
  for (const n of scenes) {
    const scene = catalogScene(n, {
      timestamp: `2026-03-0${n}T10:30:00.000Z`,
      footprint: { type: 'Polygon', coordinates: [outline] },
    });
    const path = join(library, `Coast/S${n}/S${n}.tif`);
    mkdirSync(dirname(path), { recursive: true });
    const data = Uint8Array.from({ length: 40_000 }, (_, i) => (i * n) % 251);
    const geo = [
      { tag: 33_550, type: 12 as const, values: [10, 10, 0] },
      { tag: 33_922, type: 12 as const, values: [0, 0, 0, 500_000, 5_000_000, 0] },
    ];
    writeTiff(path, { widthPx: 200, heightPx: 200, data, tags: geoTags({ geo, epsg: 32_631 }) });
    const item = toItem(scene, {
      ...{ itemPath: `Coast/S${n}/stac-item.json`, rootPath: 'catalog.json' },
      pagePath: '_catalog/2026/03/page-0001/catalog.json',
    });
    writeFileSync(join(library, `Coast/S${n}/stac-item.json`), JSON.stringify(item));
  }
}

/** Writes the review of somebody else beside a scene: rejected because of haze. */
function writeOther(library: string, n: number) {
  const { service, contractId, sceneId, connectionId } = catalogScene(n).source;
  const scene: ReviewedScene = { service, contractId, sceneId, connectionId };
  const review = emptyReview(scene, { id: reviewerIdSchema.parse('0123456789ab'), name: 'Ben' });
  review.fields.verdict = [
    {
      value: { verdict: 'rejected', reason: 'haze' },
      ...{ writer: 'aaaaaaaaaaaa', counter: 1, past: {}, at: '2026-04-01T10:00:00.000Z' },
    },
  ];
  writeFileSync(join(library, `Coast/S${n}/stac-review.ben.json`), toReviewText(review, 'aaaaaaaaaaaa'));
}

/** The reviews beside a scene that somebody has written here, in one text. */
const filesOf = (library: string, n: number) => {
  const folder = join(library, `Coast/S${n}`);
  return readdirSync(folder)
    .filter((name) => /^stac-review\..*-.*\.json$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
};

test('with the network cut, scenes are reviewed by keyboard, remarked and reported; killed and without its database, all is there', async ({
  open,
  dataFolder,
}) => {
  const library = join(dataFolder, 'library');
  writeLibrary(library);
  writeOther(library, 5);
  const first = await open({ env });
  const { page } = first;
  const workspace = createWorkspace(page);
  await workspace.chooseContract('Agriculture Monitoring');
  await controlOf(dataFolder).fault({ match: { path: '*' }, fault: { loseReply: 'before' } });
  await workspace.show('Library');
  await expect(workspace.list.getByRole('option')).toHaveCount(scenes.length);

  const review = workspace.details.getByTestId('scene-review');
  const at = review.getByTestId('review-queue').getByRole('status');
  const { moved } = createMap(page);
  const press = (key: string) => page.keyboard.press(key);
  await test.step('a queue of what the list shows, in its order', async () => {
    await page.getByRole('button', { name: 'Review…' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Review the listed scenes' }).press('Enter');
    await expect(at).toHaveText('Scene 1 of 6 · 6 left');
    await expect(workspace.details.getByRole('heading', { name: 'S6', exact: true })).toBeVisible();
    await review.getByRole('button', { name: /^Reviewer:/ }).press('Enter');
    const name = page.getByRole('dialog', { name: 'Reviewer' }).getByRole('combobox');
    await name.fill('Ana');
    await name.press('Enter');
    await expect(review.getByRole('button', { name: 'Reviewer: Ana' })).toBeFocused();
  });

  await test.step('verdict, reason, rating, tags, notes: one key each', async () => {
    await press('y');
    await expect(review).toHaveAttribute('data-state', 'accepted');
    await press('4');
    await press('t');
    await page.keyboard.type('port');
    await press('Enter');
    await expect(review.getByText('port', { exact: true })).toBeVisible();
    await press('Escape');
    await press('e');
    await page.keyboard.type('A ship at the pier.');
    await press('Tab');
    await expect(at).toHaveText('Scene 1 of 6 · 5 left');
    await press('j');
    await expect(at).toHaveText('Scene 2 of 6 · 5 left');
  });

  await test.step('what somebody else said differs: both stay until it is decided', async () => {
    await expect(review.getByTestId('other-review')).toContainText('Rejected (haze)');
    await press('y');
    await expect(review).toHaveAttribute('data-state', 'conflict');
    await expect(review.getByTestId('review-conflicts')).toContainText('Ben: Rejected (haze)');
    await expectAccessible(page, 'verdicts that differ');
    await review.getByTestId('review-conflicts').getByRole('button', { name: 'Rejected' }).press('Enter');
    await expect(review).toHaveAttribute('data-state', 'rejected');
    await press('Control+z');
    await expect(review).toHaveAttribute('data-state', 'conflict');
    await press('Control+y');
    await expect(review).toHaveAttribute('data-state', 'rejected');
  });

  await test.step('remarks are drawn by keys', async () => {
    await press('j');
    await expect(at).toContainText('Scene 3 of 6');
    await press('i');
    await press('Enter');
    const text = review.getByTestId('remark').getByRole('textbox');
    await expect(text).toBeFocused();
    await page.keyboard.type('Smoke');
    await press('Enter');
    await workspace.map.focus();
    await press('g');
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft']) {
      await press('Enter');
      await moved(() => press(key));
    }
    await press('Escape');
    await expect(review.getByTestId('remark')).toHaveCount(2);
    await workspace.map.focus();
    await press('x');
    await expect(page.getByTestId('review-reasons')).toBeVisible();
    await press('2');
    await expect(review).toHaveAttribute('data-state', 'rejected');
    await expect(review).toContainText('Reason: Blurred');
  });

  await test.step('killed in the middle: what was said is there, also in the files', async () => {
    await press('j');
    await expect(at).toContainText('Scene 4 of 6');
    await press('y');
    await expect(review).toHaveAttribute('data-state', 'accepted');
    await first.kill();
  });
  const second = await open({ env });
  const again = createWorkspace(second.page);
  await again.show('Library');
  const marks = again.list.getByTestId('review-mark');
  await expect
    .poll(() => marks.evaluateAll((all) => all.map((each) => each.getAttribute('data-state'))))
    .toEqual([...['accepted', 'rejected', 'rejected', 'accepted']]);
  await expect.poll(() => filesOf(library, 3)).toContain('"verdict": "accepted"');
  expect(filesOf(library, 4)).toContain('Smoke');
  await second.close();

  for (const suffix of ['', '-wal', '-shm']) rmSync(join(dataFolder, `nadir.db${suffix}`), { force: true });
  const third = await open({ env });
  const last = createWorkspace(third.page);
  await test.step('without the database: every review is read from the folder', async () => {
    await last.show('Library');
    const states = last.list.getByTestId('review-mark');
    await expect(states).toHaveCount(4);
    await last.list.getByRole('option').first().click();
    const read = last.details.getByTestId('scene-review');
    await expect(read).toContainText('Reviewer: Ana');
    await expect(read.getByLabel('Notes')).toHaveValue('A ship at the pier.');
  });

  await test.step('the report: a page with all of it, and a file', async () => {
    await third.page.getByRole('button', { name: 'Review…' }).press('Enter');
    await third.page.getByRole('menuitem', { name: 'Report of the listed scenes…' }).press('Enter');
    const sheet = third.page.getByTestId('review-report');
    await expect(sheet.getByTestId('reported-scene')).toHaveCount(scenes.length);
    await expect(sheet).toContainText('Smoke');
    await expect(sheet).toContainText('A ship at the pier.');
    await third.page.getByRole('button', { name: 'To a file…' }).press('Enter');
    const dialog = third.page.getByRole('dialog', { name: /^Export/ });
    await dialog.getByRole('radio', { name: 'CSV', exact: true }).check();
    const saved = third.page.waitForEvent('download');
    await dialog.getByRole('button', { name: /^Export 6 rows/ }).press('Enter');
    const text = readFileSync(await (await saved).path(), 'utf8');
    expect(text).toContain('Smoke');
    expect(text.split('\n').filter((line) => line.includes('Ana'))).toHaveLength(6);
  });
  for (const n of scenes)
    for (const text of [filesOf(library, n)]) if (text !== '') expect(text).toContain('Ana');
  const [own = ''] = readdirSync(join(library, 'Coast/S6')).filter((name) => name.startsWith('stac-review'));
  expect(readReviewText(readFileSync(join(library, 'Coast/S6', own), 'utf8'))).toMatchObject({
    isUnchanged: true,
  });
});
