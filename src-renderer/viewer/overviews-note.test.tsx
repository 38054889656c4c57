import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { libraryFileIdSchema } from '../../src-preload/contract/ids.ts';
import type { OverviewBuild } from '../../src-preload/contract/overview-builds.ts';
import { showPage } from '../../testing/page/show-page.tsx';
import { OverviewsNote } from './overviews-note.tsx';

const fileId = libraryFileIdSchema.parse(5);
const show = (build: OverviewBuild, isDrawn = true) =>
  showPage(<OverviewsNote fileId={fileId} isDrawn={isDrawn} />, {
    answers: (os) => ({
      library: {
        overviewBuild: os.library.overviewBuild.handler(() => build),
        cancelOverviews: os.library.cancelOverviews.handler(() => undefined),
        buildOverviews: os.library.buildOverviews.handler(() => undefined),
      },
    }),
  });
const button = (name: string) => screen.findByRole('button', { name });

it('says how far the overviews are, and ends their building', async () => {
  const { main, user } = await show({ kind: 'running', share: 0.34 });
  expect(await screen.findByText(/^Building overviews: 34%\. /)).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Progress of the overviews' })).toBeTruthy();
  await user.click(await button('Cancel'));
  await waitFor(() => expect(main.asked('library.cancelOverviews')).toEqual([{ fileId }]));
});

it('says on a full disk what to do, and tries again when asked', async () => {
  const { main, user } = await show({ kind: 'failed', reason: 'disk-full', path: '/library/.display' });
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^The disk is full: .*\/library\/\.display\. .*Free some space, then try again\.$/,
  );
  await user.click(await button('Try again'));
  await waitFor(() => expect(main.asked('library.buildOverviews')).toEqual([{ fileId }]));
});

it('offers what was cancelled: overviews, or the copy without which nothing is drawn', async () => {
  const { unmount } = await show({ kind: 'cancelled' });
  await button('Build overviews');
  unmount();
  await show({ kind: 'cancelled' }, false);
  await button('Make the copy');
});

it('says nothing of a raster that lacks nothing', async () => {
  const { main } = await show({ kind: 'none' });
  await waitFor(() => expect(main.asked('library.overviewBuild')).toHaveLength(1));
  expect(screen.queryByTestId('overviews-note')).toBeNull();
});
