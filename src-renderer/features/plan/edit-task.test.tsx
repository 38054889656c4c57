import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { submissionIdSchema } from '../../../src-preload/contract/ids.ts';
import type { Settings } from '../../../src-preload/contract/settings.ts';
import { commandOf, settingsOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { sampleTask } from '../../../testing/sample-task.ts';
import { useSettings } from '../../kit/client/api.tsx';
import { editCommand } from '../outbox/edit-command.ts';
import { draftOf } from './draft/draft.ts';
import { draftStore, endEditing } from './draft/draft-store.ts';
import { UnsavedEditNote } from './draft/unsaved-edit-note.tsx';
import { SavedEdits, unsavedEditsStore } from './draft/unsaved-edits.tsx';
import { EditTask } from './edit-task.tsx';

const request = sampleTask;
const command = commandOf({ state: 'draft', input: { kind: 'task', request } });
const otherId = submissionIdSchema.parse('sub-2');

/** Plan and, as the outbox has it, the note about the command. */
function Plan() {
  const settings = useSettings();
  const { edited } = draftStore.getState();
  return (
    <>
      {settings && <SavedEdits settings={settings} />}
      <UnsavedEditNote commands={[command]} />
      {edited && (
        <EditTask
          key={edited.id}
          edited={edited}
          reference={undefined}
          referenceError={null}
          onFetchReference={() => undefined}
        />
      )}
    </>
  );
}

/** Shows Plan; what it saves of unsaved edits is added to `saved`. */
const showPlan = (saved: unknown[], workspace: Settings['workspace'] = {}) =>
  showPage(<Plan />, {
    settings: settingsOf({ workspace }),
    answers: (os) => ({
      settings: {
        set: os.settings.set.handler(({ input }) => {
          saved.push(input.workspace?.unsavedEdits);
          return settingsOf();
        }),
      },
    }),
  });

afterEach(() => {
  endEditing();
  unsavedEditsStore.setState(unsavedEditsStore.getInitialState());
  sessionStorage.clear();
});

const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Task name/ });
const note = () => screen.queryByText(/has changes that are not saved/);

it('keeps what is typed into a task of the outbox over other workspaces, edits and restarts, until it is given up', async () => {
  const saved: unknown[] = [];
  editCommand(command)?.();
  const { user, unmount } = await showPlan(saved);
  expect(name().value).toBe(request.task_name);
  expect(note()).toBeNull();
  await user.clear(name());
  await user.type(name(), 'Typed');
  expect(note()).not.toBeNull();

  // Another workspace, and another row that is edited.
  unmount();
  const other = { ...request, task_name: 'Another' };
  editCommand(commandOf({ id: otherId, state: 'draft', input: { kind: 'task', request: other } }))?.();
  const second = await showPlan(saved);
  expect(name().value).toBe('Another');
  second.unmount();
  editCommand(command)?.();
  const third = await showPlan(saved);
  expect(name().value).toBe('Typed');
  third.unmount();
  await waitFor(() => expect(saved.at(-1)).toMatchObject([{ id: command.id, draft: { name: 'Typed' } }]));

  // A restart.
  sessionStorage.clear();
  unsavedEditsStore.setState(unsavedEditsStore.getInitialState());
  await showPlan(saved, { unsavedEdits: saved.at(-1) });
  await waitFor(() => expect(name().value).toBe('Typed'));

  // To leave the form is no word about what was typed.
  await user.click(screen.getByRole('button', { name: 'Stop editing' }));
  expect(unsavedEditsStore.getState().edits).toMatchObject([{ draft: { name: 'Typed' } }]);
  await user.click(screen.getByRole('button', { name: 'Discard the changes' }));
  await waitFor(() => expect(note()).toBeNull());
  expect(unsavedEditsStore.getState().edits).toEqual([]);
});

it('takes nothing of an edit of another request than the outbox has now, and drops an edit that is undone', async () => {
  editCommand(command)?.();
  const { user } = await showPlan([]);
  await user.type(name(), '!');
  expect(unsavedEditsStore.getState().edits).toHaveLength(1);
  await user.type(name(), '{Backspace}');
  expect(unsavedEditsStore.getState().edits).toEqual([]);
  unsavedEditsStore.setState({
    edits: [
      {
        kind: 'task',
        id: command.id,
        base: '{}',
        draft: { ...draftOf(request, 'dd', Date.now()), name: 'Old' },
      },
    ],
  });
  expect(name().value).toBe(request.task_name);
  expect(note()).toBeNull();
});
