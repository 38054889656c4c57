import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AppError } from '../../../../src-main/core/app-error.ts';
import {
  type LibraryFolder,
  libraryFolderIdSchema,
} from '../../../../src-preload/contract/library-folders.ts';
import { infoOf } from '../../../../testing/page/samples.ts';
import { showPage } from '../../../../testing/page/show-page.tsx';
import { FoldersPart } from './folders-part.tsx';

const folderOf = (fields: Partial<LibraryFolder> = {}): LibraryFolder => ({
  id: libraryFolderIdSchema.parse(1),
  path: '/media/drive',
  state: 'there',
  scenes: 2,
  seenAt: '2026-03-03T00:00:00Z',
  reading: null,
  problemCount: 0,
  ...fields,
});

async function show(first: LibraryFolder[]) {
  const world = { folders: first };
  const page = await showPage(<FoldersPart />, {
    answers: (os) => ({
      app: { info: os.app.info.handler(() => infoOf()) },
      libraryFolders: {
        list: os.libraryFolders.list.handler(() => ({ main: '/data/library', folders: world.folders })),
        add: os.libraryFolders.add.handler(({ input }) => {
          if (input.path === '/gone') throw new AppError('FOLDER_AWAY', { path: '/gone', state: 'away' });
          return folderOf();
        }),
        remove: os.libraryFolders.remove.handler(() => undefined),
        use: os.libraryFolders.use.handler(() => undefined),
        read: os.libraryFolders.read.handler(({ input }) => {
          if (input.id === 2) throw new AppError('FOLDER_AWAY', { path: '/media/drive', state: 'away' });
        }),
      },
    }),
  });
  await screen.findByTestId('library-folders');
  return { ...page, world };
}

it('says of each folder whether it is there, and offers what can be done with it then', async () => {
  const { main, world } = await show([folderOf()]);
  expect(screen.getByTestId('main-folder').textContent).toBe('/data/libraryNew downloads go to this folder');
  expect(screen.getByTestId('library-folder').textContent).toContain('Connected');
  expect(screen.getByRole('button', { name: 'Use for new downloads' })).toBeDefined();
  for (const [state, text] of [
    ['sleeping', 'Not responding'],
    ['away', 'Not connected'],
    ['read-only', 'Read-only'],
  ] as const) {
    world.folders = [folderOf({ state, reading: state === 'read-only' ? { entries: 9, scenes: 3 } : null })];
    main.change('library-folders');
    await waitFor(() => expect(screen.getByTestId('library-folder').textContent).toContain(text));
    expect(screen.queryByRole('button', { name: 'Use for new downloads' })).toBeNull();
  }
  expect(screen.getByTestId('folder-scenes').textContent).toBe('Reading: 3 scenes so far');
});

it('adds a folder that is typed, and says why one cannot be added', async () => {
  const { user, main } = await show([]);
  const field = screen.getByLabelText('Add a library folder');
  await user.type(field, '/gone{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('/gone cannot be read');
  await user.clear(field);
  await user.type(field, ' /media/drive {Enter}');
  await waitFor(() => expect(main.asked('libraryFolders.add').at(-1)).toEqual({ path: '/media/drive' }));
});

it('asks before it removes a folder, and says that its files stay', async () => {
  const { user, main } = await show([folderOf()]);
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('its files stay as they are');
  expect(main.asked('libraryFolders.remove')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(main.asked('libraryFolders.remove')).toEqual([{ id: 1 }]);
});

it('says once what to do about a folder that is away, also after it could not be read', async () => {
  const { user } = await show([folderOf({ id: libraryFolderIdSchema.parse(2), state: 'away' })]);
  const card = () => screen.getByTestId('library-folder').textContent ?? '';
  expect(card()).toContain('Connect its drive or its network.');
  await user.click(screen.getByRole('button', { name: 'Read again' }));
  await screen.findByRole('alert');
  expect(card().match(/Connect /g)).toHaveLength(1);
});
