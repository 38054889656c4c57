import { act, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { settingsOf } from '../../testing/page/samples.ts';
import { showPage } from '../../testing/page/show-page.tsx';
import { showWorkspace, uiStore } from '../kit/state/ui-store.ts';
import { SavedWorkspace } from './saved-workspace.tsx';

beforeEach(() => uiStore.setState(uiStore.getInitialState()));

/** Shows the page after a session that ended in this workspace; returns what is saved from then on. */
async function startAfter(workspace: string) {
  const saved: unknown[] = [];
  await showPage(<SavedWorkspace />, {
    settings: settingsOf({ workspace: { workspace } }),
    answers: (os) => ({
      settings: {
        set: os.settings.set.handler(({ input }) => {
          saved.push(input.workspace?.workspace);
          return settingsOf();
        }),
      },
    }),
  });
  return saved;
}
const shown = () => uiStore.getState().workspace;

it('opens the workspace of the last session, and saves the next one', async () => {
  const saved = await startAfter('library');
  await waitFor(() => expect(shown()).toBe('library'));
  expect(saved).toEqual([]);
  act(() => showWorkspace('plan'));
  await waitFor(() => expect(saved).toEqual(['plan']));
});

it.each(['plan', 'tasks'] as const)(
  'keeps what was opened before the settings were there, also the workspace of every start: %s',
  async (opened) => {
    showWorkspace(opened);
    const saved = await startAfter('settings');
    await waitFor(() => expect(saved).toEqual([opened]));
    expect(shown()).toBe(opened);
  },
);

it('stays where every start begins if the saved workspace is that of another version', async () => {
  const saved = await startAfter('holograms');
  await waitFor(() => expect(saved).toEqual(['tasks']));
  expect(shown()).toBe('tasks');
});
