import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { readReviewText } from '../src-main/features/reviews/format/review-file.ts';
import type { Review } from '../src-main/features/reviews/model/review.ts';
import { readByOgr } from '../testing/read-by-ogr.ts';
import { expectAccessible } from './support/accessible.ts';
import { controlOf } from './support/control.ts';
import { createMap } from './support/map.ts';
import { expect, test } from './support/nadir.ts';
import { writeLibrary, writeOther, writtenReviews } from './support/review-library.ts';
import { createWorkspace } from './support/workspace.ts';

const env = { NADIR_PRACTICE: JSON.stringify({ speed: 86_400, sceneSizePx: 300, seed: 7 }) };
const count = 30;
/** The scenes in the order of the list, the latest one first. */
const numbers = Array.from({ length: count }, (_, i) => count - i);
/** The first four are worked through one step at a time, and Nadir is killed at the sixteenth. */
const killedAt = 16;
const othersName = 'Ben';

/** What is said of a scene, and the keys that say it. */
function statedOf(n: number) {
  const [reason, key] = n % 2 === 0 ? ['Clouds over the target', '1'] : ['Blurred', '2'];
  const rating = 1 + (n % 5);
  // Some scenes get a note first, and Escape goes back to the keys, also while the scene is still loading.
  const note = n % 4 === 0 ? ['e', 'x', '1', 'Escape'] : [];
  return n % 3 === 0
    ? { verdict: 'rejected', reason, rating, keys: [...note, 'x', key, String(rating)] }
    : { verdict: 'accepted', reason: '', rating, keys: [...note, 'y', String(rating)] };
}

const featuresSchema = z.object({
  features: z.array(
    z.object({
      properties: z.object({ kind: z.string(), scene: z.string(), reviewer: z.string().nullable() }),
      geometry: z.object({ type: z.string() }).nullable(),
    }),
  ),
});

/** The review that this reviewer has in the files beside a scene; undefined if there is none. */
function ownReview(library: string, n: number): Review | undefined {
  for (const text of writtenReviews(library, n)) {
    const read = readReviewText(text);
    if (typeof read !== 'string' && read.review.reviewer.name !== othersName) return read.review;
  }
  return undefined;
}

/** What the files beside a scene say of the fields that `statedOf` states. */
function saidInFiles(library: string, n: number) {
  const fields = ownReview(library, n)?.fields;
  return { ...fields?.verdict[0]?.value, rating: fields?.rating[0]?.value };
}

function createReviewing(page: Page) {
  const workspace = createWorkspace(page);
  const review = workspace.details.getByTestId('scene-review');
  const at = review.getByTestId('review-queue').getByRole('status');
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  return {
    workspace,
    review,
    at,
    press,
    /** Goes on to each of these scenes and says its verdict and rating: five scenes as fast as the keys can be pressed. */
    async reviewAll(from: number, to: number) {
      for (let i = from; i < to; i += 1) {
        await press('j', ...statedOf(count - i).keys);
        if (i % 5 === 0 || i === to - 1)
          await expect(at).toHaveText(`Scene ${i + 1} of 30 · ${count - 1 - i} left`);
      }
    },
    async openMenu(item: string | RegExp) {
      await page.getByRole('button', { name: 'Review…' }).press('Enter');
      await page.getByRole('menuitem', { name: item }).press('Enter');
    },
  };
}

test('with the network cut, 30 scenes are searched, reviewed by keyboard, remarked and reported; killed and without its database, all is there', async ({
  open,
  dataFolder,
}) => {
  const library = join(dataFolder, 'library');
  writeLibrary(library, count);
  writeOther(library, 29);
  const first = await open({ env });
  const { page } = first;
  const { workspace, review, at, press, reviewAll, openMenu } = createReviewing(page);
  const { moved } = createMap(page);
  await workspace.chooseContract('Agriculture Monitoring');
  await controlOf(dataFolder).fault({ match: { path: '*' }, fault: { loseReply: 'before' } });

  await test.step('a search, and a queue of what it finds, in its order', async () => {
    await workspace.show('Library');
    const search = workspace.list.getByRole('textbox', { name: 'Search scenes' });
    await search.focus();
    await page.keyboard.type('nothing has this name');
    await expect(workspace.list.getByRole('option')).toHaveCount(0);
    await search.fill('nuevo');
    await expect(workspace.list.getByRole('option').first()).toHaveAttribute('aria-setsize', String(count));
    await openMenu('Review the listed scenes');
    await expect(at).toHaveText('Scene 1 of 30 · 30 left');
    await expect(workspace.details.getByRole('heading', { name: 'S30', exact: true })).toBeVisible();
    await review.getByRole('button', { name: /^Reviewer:/ }).press('Enter');
    const name = page.getByRole('dialog', { name: 'Reviewer' }).getByRole('combobox');
    await name.fill('Ana');
    await name.press('Enter');
    await expect(review.getByRole('button', { name: 'Reviewer: Ana' })).toBeFocused();
  });

  await test.step('verdict, reason, rating, tags, notes: one key each', async () => {
    await press('y', '4', 't');
    await page.keyboard.type('port');
    await press('Enter');
    await expect(review.getByText('port', { exact: true })).toBeVisible();
    await press('Escape', 'e');
    await page.keyboard.type('A ship at the pier.');
    await press('Tab');
    await expect(at).toHaveText('Scene 1 of 30 · 29 left');
  });

  await test.step('what somebody else said differs: both stay until it is decided', async () => {
    await press('j');
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

  await test.step('a point, a line and an area are drawn by keys', async () => {
    await press('j');
    await expect(at).toContainText('Scene 3 of 30');
    const remarks = review.getByTestId('remark');
    await press('i', 'Enter');
    await expect(remarks.getByRole('textbox')).toBeFocused();
    await page.keyboard.type('Smoke');
    // Enter ends the text, so that the next key is a command.
    await press('Enter');
    await expect(remarks.getByRole('textbox')).not.toBeFocused();
    for (const [key, arrows] of [
      ['u', ['ArrowRight', 'ArrowUp']],
      ['g', ['ArrowRight', 'ArrowDown', 'ArrowLeft']],
    ] as const) {
      const drawn = await remarks.count();
      await workspace.map.focus();
      await press(key);
      for (const arrow of arrows) {
        await press('Enter');
        await moved(() => press(arrow));
      }
      await press('Escape');
      await expect(remarks).toHaveCount(drawn + 1);
    }
    await workspace.map.focus();
    await press('x', '2');
    await expect(review).toHaveAttribute('data-state', 'rejected');
    await expect(review).toContainText('Reason: Blurred');
  });

  await test.step('composed letters of a reason stay where they were typed, with a pause and without', async () => {
    const devtools = await page.context().newCDPSession(page);
    const type = async (text: string) => {
      for (const letter of text) {
        if (/[\x20-\x7e]/.test(letter)) await page.keyboard.press(letter === ' ' ? 'Space' : letter);
        else {
          await devtools.send('Input.imeSetComposition', {
            text: letter,
            selectionStart: 1,
            selectionEnd: 1,
          });
          await devtools.send('Input.insertText', { text: letter });
        }
      }
    };
    await press('x');
    await expect(page.getByRole('textbox', { name: 'New reason' })).toBeFocused();
    await type('óptico gris');
    await press('Enter');
    await expect(review).toContainText('Reason: óptico gris');
    await press('x');
    await type('Está roto');
    await press('Enter');
    await expect(review).toContainText('Reason: Está roto');
    await press('x', '2');
    await expect(review).toContainText('Reason: Blurred');
    await devtools.detach();
  });

  await test.step('without a pause, each key is for the scene that was gone to; killed in the middle', async () => {
    await reviewAll(3, killedAt);
    // The rating is what was said last: once it is on the screen it has been stored.
    const { rating } = statedOf(numbers[killedAt - 1] ?? 0);
    await expect(
      review.getByTestId('review-rating').getByRole('radio', { name: `${rating} of 5` }),
    ).toBeChecked();
    await first.kill();
  });

  const second = await open({ env });
  await test.step('after it was killed the queue goes on where it was, and all is written to files', async () => {
    const again = createReviewing(second.page);
    await again.workspace.show('Library');
    await again.openMenu(new RegExp(`\\(${count - killedAt} of ${count} left\\)`));
    await expect(again.at).toHaveText(`Scene ${killedAt} of 30 · ${count - killedAt} left`);
    await again.reviewAll(killedAt, count);
    for (const n of numbers.slice(3)) {
      const { keys: _, ...stated } = statedOf(n);
      await expect.poll(() => saidInFiles(library, n), `S${n}`).toEqual(stated);
    }
    await second.close();
  });

  for (const suffix of ['', '-wal', '-shm']) rmSync(join(dataFolder, `nadir.db${suffix}`), { force: true });
  const third = await open({ env });
  const last = createReviewing(third.page);
  await test.step('without the database: every review is read from the folder', async () => {
    await last.workspace.show('Library');
    const options = last.workspace.list.getByRole('option');
    await expect(options.first()).toHaveAttribute('aria-setsize', String(count));
    // The list is where it was left.
    await options.first().click();
    await last.press('Home');
    await expect(last.workspace.details.getByRole('heading', { name: 'S30', exact: true })).toBeVisible();
    await expect(last.review).toContainText('Reviewer: Ana');
    await expect(last.review.getByLabel('Notes')).toHaveValue('A ship at the pier.');
  });

  await test.step('the report: a page with all of it, and files', async () => {
    const sheet = third.page.getByTestId('review-report');
    const reported = sheet.getByTestId('reported-scene');
    // The folder is still being read; a report says what is known when it is opened.
    await expect(async () => {
      await third.page.keyboard.press('Escape');
      await last.openMenu('Report of the listed scenes…');
      await expect(reported).toHaveCount(count);
      await expect(reported.filter({ hasText: 'Ana' })).toHaveCount(count, { timeout: 100 });
    }).toPass({ timeout: 60_000 });
    await expect(sheet).toContainText('Smoke');
    // The title stands on a line, and nothing over the edge of the paper.
    const title = await sheet.getByRole('heading', { level: 1 }).boundingBox();
    expect(title?.width).toBeGreaterThan(title?.height ?? Number.POSITIVE_INFINITY);
    expect(await sheet.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await expect(sheet.locator('[data-shape]')).toHaveCount(2);
    await expect(sheet).toContainText('A ship at the pier.');
    await third.page.getByRole('button', { name: 'Save to a file…' }).press('Enter');
    const dialog = third.page.getByRole('dialog', { name: /^Export/ });
    const saved = async (format: string) => {
      await dialog.getByRole('radio', { name: format, exact: true }).check();
      const download = third.page.waitForEvent('download');
      await dialog.getByRole('button', { name: /^Export 30 rows/ }).press('Enter');
      const path = join(dataFolder, (await download).suggestedFilename());
      await (await download).saveAs(path);
      return path;
    };
    // One row for each scene, one more for the other reviewer, and three remarks.
    const rows = count + 1 + 3;
    const { features } = featuresSchema.parse(JSON.parse(readFileSync(await saved('GeoJSON'), 'utf8')));
    expect(features).toHaveLength(rows);
    const own = features.filter(
      ({ properties: { kind, reviewer } }) => kind === 'review' && reviewer === 'Ana',
    );
    expect(new Set(own.map(({ properties }) => properties.scene)).size).toBe(count);
    const shapes = features.filter(({ properties }) => properties.kind === 'remark');
    expect(shapes.map(({ geometry }) => geometry?.type).sort()).toEqual(['LineString', 'Point', 'Polygon']);
    const text = readFileSync(await saved('CSV'), 'utf8');
    expect(text).toContain('Smoke');
    expect(text.match(/\bAna\b/g)).toHaveLength(rows - 1);
    const database = await saved('GeoPackage');
    for (const [layer, size] of [
      ['reviews_areas', count + 2],
      ['reviews_lines', 1],
      ['reviews_points', 1],
    ] as const)
      expect((await readByOgr(database, layer)).features, layer).toHaveLength(size);
  });

  await test.step('what somebody else has said in another library folder is told, and offered to be reviewed', async () => {
    await third.page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().press('Enter');
    const drive = join(dataFolder, 'drive');
    writeLibrary(drive, 3);
    writeOther(drive, 2);
    await third.page.getByRole('button', { name: 'Library folder…' }).press('Enter');
    const folders = third.page.getByRole('dialog', { name: 'Library folder' });
    await folders.getByRole('tab', { name: 'Folders' }).press('Enter');
    await folders.getByLabel('Add a library folder').fill(drive);
    await last.press('Enter');
    const notice = third.page.getByRole('alert').filter({ hasText: 'reviews that are new here: 1 (Ben)' });
    await expect(notice).toBeVisible();
    await last.press('Escape');
    await notice.getByRole('button', { name: 'Review these scenes' }).press('Enter');
    await expect(last.at).toHaveText('Scene 1 of 1 · 0 left');
    await expect(last.review.getByTestId('other-review')).toContainText('Rejected (haze)');
    await expect(notice).toHaveCount(0);
  });
  const [text = ''] = writtenReviews(library, 30);
  expect(readReviewText(text)).toMatchObject({ isUnchanged: true });
});
