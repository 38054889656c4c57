import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  type HandedDecision,
  type HandedRow,
  type PackageReview,
  packageIdSchema,
} from '../../../src-preload/contract/handover.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { PackageReviewPane } from './package-review.tsx';

const id = packageIdSchema.parse('package-1');
const none = { added: 0, replaced: 0, removed: 0, kept: 0, copies: 0 };
const counts = { place: 0, list: 0, template: 0, prepared: 0, draft: 0, map: 0 };

/** A conflict about one place. */
const conflict: HandedRow = {
  kind: 'place',
  itemId: 'place-1',
  name: 'Well',
  state: 'conflict',
  decision: null,
  options: ['mine', 'theirs', 'both'],
  mine: { version: 2, updatedAt: '2026-03-02T00:00:00Z', updatedBy: 'me' },
  theirs: { version: 2, updatedAt: '2026-03-03T00:00:00Z', updatedBy: 'ana' },
  fields: ['name'],
};

const reviewOf = (undecided: number): PackageReview => ({
  packageId: id,
  maker: 'Ana',
  madeAt: '2026-03-01T00:00:00Z',
  note: '',
  instance: 'another',
  contractName: null,
  fileName: 'ana.nadir',
  counts: {
    same: counts,
    new: counts,
    'changed-there': counts,
    'removed-there': counts,
    conflict: { ...counts, place: 1 },
    'changed-here': counts,
    'removed-here': counts,
    'sent-here': counts,
  },
  groups: { new: 0, changed: 0, conflict: 1, here: 0 },
  undecided,
  onlyHere: 0,
  outcome: none,
  needsScope: false,
  alreadyIn: [],
  keysNeeded: [],
});

/** Shows the review of a package with one conflict, whose decision main answers when `answer` is called. */
async function show(isTaken: boolean) {
  const decided: HandedDecision[] = [];
  const accepted: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  let redraw = (_: PackageReview) => undefined as unknown;
  const pane = (review: PackageReview) => (
    <PackageReviewPane
      id={id}
      review={review}
      readAgain={async () => redraw(reviewOf(isTaken ? 0 : 1))}
      onDone={(report) => accepted.push(report)}
      onClose={() => undefined}
    />
  );
  const page = await showPage(pane(reviewOf(1)), {
    answers: (os) => ({
      handover: {
        rows: os.handover.rows.handler(() => ({ total: 1, rows: [conflict] })),
        differences: os.handover.differences.handler(() => []),
        decide: os.handover.decide.handler(async ({ input }) => {
          await promise;
          decided.push(input.decision);
          return { decided: 1 };
        }),
        accept: os.handover.accept.handler(() => ({
          outcome: none,
          discarded: [],
          alreadyIn: [],
          discardedCount: 0,
          restoredLists: [],
          keptLists: [],
        })),
      },
    }),
  });
  redraw = (review) => page.redraw(pane(review));
  const accept = await screen.findByRole('button', { name: 'Accept' });
  fireEvent.click(await screen.findByRole('button', { name: /^For all/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Keep mine' }));
  await waitFor(() => expect(accept.getAttribute('aria-busy')).toBe('true'));
  return { accept, accepted, answer: resolve, decided };
}

it('accepts after the decision that was made before the press, however late main answers it', async () => {
  const { accept, accepted, answer, decided } = await show(true);
  fireEvent.click(accept);
  expect(screen.getByText('Recording the decisions, then accepting…')).toBeTruthy();
  expect(accepted).toEqual([]);
  answer();
  await waitFor(() => expect(accepted).toHaveLength(1));
  expect(decided).toEqual(['mine']);
});

it('accepts nothing while a conflict is still open, and says so', async () => {
  const { accept, accepted, answer } = await show(false);
  fireEvent.click(accept);
  answer();
  await waitFor(() => expect(accept.getAttribute('aria-disabled')).toBe('true'));
  await screen.findByText('1 conflict is not decided.');
  expect(accepted).toEqual([]);
});
