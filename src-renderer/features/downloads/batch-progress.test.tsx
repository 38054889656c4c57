import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { PauseReason, TransferSummary } from '../../../src-preload/contract/delivery.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { BatchProgress, PauseAllButton } from './batch-progress.tsx';
import { transfersStore } from './transfers-store.ts';

interface World {
  summary?: Partial<TransferSummary>;
  pauseReason?: PauseReason | null;
  language?: 'en' | 'es';
}

function show({ summary = {}, pauseReason = null, language = 'en' }: World) {
  transfersStore.setState((state) => ({ summary: { ...state.summary, ...summary } }));
  return showPage(
    <>
      <PauseAllButton />
      <BatchProgress />
    </>,
    {
      language,
      answers: (os) => ({
        delivery: {
          pauseReason: os.delivery.pauseReason.handler(() => pauseReason),
          pauseAll: os.delivery.pauseAll.handler(() => undefined),
          resumeAll: os.delivery.resumeAll.handler(() => undefined),
        },
      }),
    },
  );
}
const running = {
  running: 1,
  queued: 1_998,
  done: 1,
  doneBytes: 25e7,
  totalBytes: 1e9,
  unsized: 0,
  bytesPerSecond: 2e6,
  secondsLeft: 375,
};
const bar = () => screen.getByRole('progressbar', { name: 'Progress of all downloads' });

it('says how far, how fast and how long still', async () => {
  await show({ summary: running });
  expect(screen.getByText('1 of 2,000 files · 250 MB of 1 GB · 2 MB/s · 6 min left')).toBeDefined();
  expect(bar().getAttribute('aria-valuenow')).toBe('25');
});

it('says the same in Spanish', async () => {
  await show({ summary: { ...running, queued: 12_998 }, language: 'es' });
  expect(screen.getByText(/^1 de 13\.000 archivos · 250 MB de 1 GB · 2 MB\/s · quedan 6 min/)).toBeDefined();
});

it('invents no size, rate or time that is not known, and no more than all', async () => {
  const { unmount } = await show({ summary: { queued: 2 } });
  expect(screen.getByText('0 of 2 files')).toBeDefined();
  expect(bar().getAttribute('aria-valuenow')).toBe('0');
  unmount();
  await show({ summary: { queued: 1, doneBytes: 30, totalBytes: 20 } });
  expect(bar().getAttribute('aria-valuenow')).toBe('100');
});

it('is not there while nothing is under way, and there is nothing to pause', async () => {
  await show({ summary: { done: 3, failed: 1 } });
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.getByRole('button', { name: 'Pause all' }).hasAttribute('disabled')).toBe(true);
});

it.each<[PauseReason, string]>([
  [{ because: 'metered', bytesPerSecond: 0, until: null }, 'Metered connection: downloads paused'],
  [
    { because: 'quiet-hours', bytesPerSecond: 0, until: '07:00' },
    'Quiet hours: downloads paused until 07:00',
  ],
  [
    { because: 'quiet-hours', bytesPerSecond: 5e5, until: '07:00' },
    'Quiet hours until 07:00: 500 kB/s at most',
  ],
])('says why little or nothing comes: %j', async (pauseReason, words) => {
  await show({ summary: running, pauseReason });
  expect(await screen.findByText(words)).toBeDefined();
});

it('pauses all while anything is under way, and goes on once all of it is paused', async () => {
  const { user, main, unmount } = await show({ summary: { running: 1, paused: 4 } });
  await user.click(screen.getByRole('button', { name: 'Pause all' }));
  expect(main.asked('delivery.pauseAll')).toHaveLength(1);
  unmount();
  const paused = await show({ summary: { running: 0, paused: 5 } });
  await paused.user.click(screen.getByRole('button', { name: 'Resume all' }));
  expect(paused.main.asked('delivery.resumeAll')).toHaveLength(1);
});
