import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { taskIdSchema } from '../../src-preload/contract/ids.ts';
import { settingsOf } from '../../testing/page/samples.ts';
import { showPage } from '../../testing/page/show-page.tsx';
import { followDisplay } from '../app/map/follow-stores.ts';
import { mapDisplayStore } from '../kit/state/map-display-store.ts';
import { addSubject } from '../kit/state/selection.ts';
import { DisplayMenu } from './display-menu.tsx';
import type { MapSubject } from './map-subject.ts';
import { useSavedDisplay } from './use-saved-display.ts';

addSubject('task', { readKey: (key) => taskIdSchema.parse(key), ofAllContracts: false });

const onMap = { draws: ['points'], hiddenBy: [], revealsSelected: true, isHitInside: false } as const;
const subjects: MapSubject[] = [
  { ...onMap, subject: 'task', height: 2, listedIn: 'tasks', useUnlisted: () => null },
  { ...onMap, subject: 'order', height: 1, listedIn: 'orders' },
];

function Saved() {
  useSavedDisplay();
  return <DisplayMenu subjects={subjects} />;
}

it('the menu hides marks of closed lists and the names of the basemap, and both stay hidden in the next session', async () => {
  const saved: unknown[] = [];
  const { user } = await showPage(<Saved />, {
    settings: settingsOf({ workspace: {} }),
    answers: (os) => ({
      settings: {
        set: os.settings.set.handler(({ input }) => {
          saved.push(input.workspace);
          return settingsOf();
        }),
      },
    }),
  });
  const names: boolean[] = [];
  const stop = followDisplay({ setNamesVisible: (areVisible) => void names.push(areVisible) });
  await user.click(screen.getByRole('button', { name: 'Marks and names' }));
  expect(screen.queryByRole('menuitemcheckbox', { name: 'Orders' })).toBeNull();
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Tasks' }));
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Names' }));
  expect([...mapDisplayStore.getState().hiddenMarks]).toEqual(['task']);
  expect(names).toEqual([true, true, false]);
  await waitFor(() =>
    expect(saved.at(-1)).toEqual({ mapDisplay: { hiddenMarks: ['task'], hasNames: false } }),
  );
  stop();
});

it('the choice of the last session is restored', async () => {
  await showPage(<Saved />, {
    settings: settingsOf({
      workspace: { mapDisplay: { hiddenMarks: ['task', 'unknown'], hasNames: false } },
    }),
  });
  await waitFor(() => expect(mapDisplayStore.getState().hasNames).toBe(false));
  expect([...mapDisplayStore.getState().hiddenMarks]).toEqual(['task']);
});
