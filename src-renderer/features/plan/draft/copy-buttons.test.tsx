import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { TaskDetails } from '../../../../src-preload/contract/tasking.ts';
import { settingsOf, taskOf } from '../../../../testing/page/samples.ts';
import { showPage } from '../../../../testing/page/show-page.tsx';
import { useSettings } from '../../../kit/client/api.tsx';
import { uiStore } from '../../../kit/state/ui-store.ts';
import { DuplicateTask } from './copy-buttons.tsx';
import { emptyDraft } from './draft.ts';
import { useCopy, useDraft } from './draft-store.ts';

/** The fields of the form that show its content. */
function Form() {
  const settings = useSettings();
  return settings && <Fields settings={settings} />;
}

function Fields({ settings }: { settings: NonNullable<ReturnType<typeof useSettings>> }) {
  const [draft, change] = useDraft(settings);
  const { copyOf, typedBefore } = useCopy();
  return (
    <>
      <p>{`Form: ${draft.name}, ${draft.project}, ${draft.maxCaptures}`}</p>
      <p>{`Copy of: ${copyOf}`}</p>
      <button type="button" onClick={() => change(typedBefore() ?? {})}>
        Back to what was typed
      </button>
    </>
  );
}

const show = (task: TaskDetails) => {
  const typed = { ...emptyDraft(0), name: 'pier', project: 'harbours' };
  const settings = settingsOf({ workspace: { draft: typed } });
  return showPage(
    <>
      <DuplicateTask task={task} />
      <Form />
    </>,
    {
      settings,
      answers: (os) => ({
        settings: {
          get: os.settings.get.handler(() => settings),
          set: os.settings.set.handler(() => settings),
        },
      }),
    },
  );
};

it('fills the form as the task was ordered, sends nothing, and loses nothing that was being typed', async () => {
  const { user, main } = await show(taskOf());
  expect(await screen.findByText('Form: pier, harbours,')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Duplicate…' }));
  expect(screen.getByText('Form: harbour, coast, 2')).toBeDefined();
  expect(screen.getByText('Copy of: harbour')).toBeDefined();
  expect(uiStore.getState()).toMatchObject({ workspace: 'plan', planMode: 'task' });
  expect(main.asked('outbox.send')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Back to what was typed' }));
  expect(screen.getByText('Form: pier, harbours,')).toBeDefined();
  expect(screen.getByText('Copy of: null')).toBeDefined();
  // The content of the form is saved for the next start.
  await waitFor(() =>
    expect(main.asked('settings.set')).toMatchObject([{ workspace: { draft: { name: 'pier' } } }]),
  );
});

it('is not offered for a task without a point', async () => {
  await show(taskOf({ longitude: null }));
  expect(await screen.findByText(/^Form: /)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Duplicate…' })).toBeNull();
});
