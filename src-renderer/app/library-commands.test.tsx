import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../testing/page/show-page.tsx';
import { ReviewTool } from '../features/reviews/review-tool.tsx';
import { reviewStore } from '../kit/state/review-store.ts';
import { sceneImportStore } from '../kit/state/scene-import-store.ts';
import { uiStore } from '../kit/state/ui-store.ts';
import { useLibraryCommands } from './library-commands.ts';

const asked = { filter: { onDiskOnly: true }, sort: 'time', descending: true } as const;

/** The commands as buttons, and the menu of the list that does what they request. */
function CommandsAndList() {
  return (
    <>
      {useLibraryCommands().map(({ id, label, onClick }) => (
        <button key={id} type="button" onClick={onClick}>
          {label}
        </button>
      ))}
      <ReviewTool asked={asked} />
    </>
  );
}

async function show() {
  uiStore.setState({ workspace: 'plan' });
  return showPage(<CommandsAndList />, {
    answers: (os) => ({ library: { ids: os.library.ids.handler(() => '') } }),
  });
}
const press = (name: string) => act(() => screen.getByRole('button', { name }).click());

it('the palette opens the import of scenes', async () => {
  await show();
  press('Import scenes…');
  expect(sceneImportStore.getState().isOpen).toBe(true);
  expect(uiStore.getState().workspace).toBe('library');
});

it('the palette shows the library, whose list then does what was requested with its scenes', async () => {
  const { main } = await show();
  press('Report of the listed scenes…');
  expect(uiStore.getState().workspace).toBe('library');
  await waitFor(() => expect(main.asked('library.ids')).toHaveLength(1));
  expect(reviewStore.getState().requested).toBeNull();
  press('Delete the files of rejected scenes…');
  await screen.findByText(/^No listed scene with files on the disk is rejected/);
  expect(main.asked('library.ids')[1]).toMatchObject({
    filter: { onDiskOnly: true, reviews: ['rejected'] },
  });
});
