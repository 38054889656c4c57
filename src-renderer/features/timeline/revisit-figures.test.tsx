import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { revisitWithGapsSchema } from '../../../src-preload/contract/timeline.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { GapTable } from './gap-table.tsx';
import { RevisitFigures } from './revisit-figures.tsx';

const days = (number: number) => new Date(Date.now() + number * 86_400_000 + 60_000).toISOString();

it('says of a last capture that is dated ahead that it is, and not how long ago it was', async () => {
  const row = revisitWithGapsSchema.parse({
    contractId: 'cont.1',
    subject: { kind: 'order', id: '1' },
    name: 'Santiago',
    project: '',
    start: null,
    end: null,
    askedText: 'P7D',
    asked: { months: 0, ms: 604_800_000 },
    open: true,
    isAhead: false,
    captureCount: 2,
    gapCount: 1,
    medianMs: 1,
    longestMs: 1,
    withinCount: 1,
    waitingSince: days(35),
    dueAt: days(42),
    lateFrom: days(42.35),
    timesOf: 'captures',
    gaps: [{ from: days(28), to: days(35), within: true }],
  });
  await showPage(
    <>
      <RevisitFigures row={row} />
      <GapTable row={row} />
    </>,
  );
  await screen.findByText(/^dated 35.days/);
  expect(screen.queryByText('Not finished')).toBeNull();
});
