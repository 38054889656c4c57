import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AppError } from '../../../../src-main/core/app-error.ts';
import { submissionIdSchema } from '../../../../src-preload/contract/ids.ts';
import type { PreparedIssue } from '../../../../src-preload/contract/prepared.ts';
import { pageScope } from '../../../../testing/page/samples.ts';
import { showPage } from '../../../../testing/page/show-page.tsx';
import { sampleTask } from '../../../../testing/sample-task.ts';
import { DraftChecks, FormChecks } from './check-notes.tsx';

const issue = (code: PreparedIssue['code'], values: PreparedIssue['values'] = {}): PreparedIssue => ({
  code,
  severity: 'warning',
  column: 'position',
  values,
  mend: null,
});
const ids = ['sub-1', 'sub-2', 'sub-3'].map((id) => submissionIdSchema.parse(id));
const notes = () => screen.getByTestId('check-notes').textContent;

it('says that the service has the same task before the form sends it again', async () => {
  const issues = [issue('sentBefore', { name: 'harbour', from: 'task' })];
  const { main } = await showPage(
    <FormChecks scope={pageScope} commands={[{ kind: 'task', request: sampleTask }]} editedId={null} />,
    {
      answers: (os) => ({
        prepared: {
          checkCommands: os.prepared.checkCommands.handler(() => [{ index: 0, name: 'harbour', issues }]),
        },
      }),
    },
  );
  await waitFor(() => expect(notes()).toContain('The service already has this task, “harbour”.'));
  expect(notes()).toContain('Check this before you send it');
  expect(main.asked('prepared.checkCommands')).toEqual([
    { scope: pageScope, commands: [{ kind: 'task', request: sampleTask }], editedId: null },
  ]);
});

it('names the drafts that need a check, and takes one of them out of what is sent', async () => {
  const onLeaveOut = vi.fn();
  const { user } = await showPage(<DraftChecks scope={pageScope} ids={ids} onLeaveOut={onLeaveOut} />, {
    answers: (os) => ({
      prepared: {
        checkDrafts: os.prepared.checkDrafts.handler(({ input }) =>
          input.ids.slice(1).map((id, n) => ({
            id,
            name: `Plot ${n + 1}`,
            issues: [
              n === 0 ? issue('farAway', { kilometres: 9_000 }) : issue('twin', { name: 'Plot 1', row: 2 }),
            ],
          })),
        ),
      },
    }),
  });
  await waitFor(() => expect(notes()).toContain('Check these 2 before you send them'));
  expect(notes()).toContain('Plot 1This place is 9,000 km from the others.');
  expect(notes()).toContain('This is the same request as “Plot 1”, which is sent with it.');
  await user.click(screen.getByRole('button', { name: 'Leave out Plot 2' }));
  expect(onLeaveOut).toHaveBeenCalledExactlyOnceWith(ids[2]);
});

it('says so if the checks cannot be made', async () => {
  await showPage(<DraftChecks scope={pageScope} ids={ids} onLeaveOut={vi.fn()} />, {
    answers: (os) => ({
      prepared: {
        checkDrafts: os.prepared.checkDrafts.handler(() => {
          throw new AppError('DISK_FULL', { path: '/library', neededBytes: null });
        }),
      },
    }),
  });
  await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''));
  expect(screen.queryByTestId('check-notes')).toBeNull();
});
