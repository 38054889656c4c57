import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AppError } from '../../../../src-main/core/app-error.ts';
import type { FilesOfMany } from '../../../../src-preload/contract/library.ts';
import { idSeparator } from '../../../../src-preload/contract/packed-places.ts';
import { sceneOf } from '../../../../testing/page/samples.ts';
import { showPage } from '../../../../testing/page/show-page.tsx';
import { ChosenScenes } from '../chosen-scenes.tsx';
import { DeleteMany } from './delete-many.tsx';

const found: FilesOfMany = {
  scenes: 2,
  away: 1,
  onDisk: {
    fileIds: ['1', '2', '3'].join(idSeparator),
    files: 3,
    scenes: 2,
    bytes: 3_000_000,
    withoutSource: 1,
    leaving: 1,
  },
  wanted: {
    fileIds: ['4', '5'].join(idSeparator),
    files: 2,
    scenes: 1,
    bytes: 2_000_000,
    unknownSizes: 1,
    orders: 1,
    withoutArchive: 0,
  },
};

async function show() {
  return showPage(<ChosenScenes keys={new Set(['11', '12'])} />, {
    answers: (os) => ({
      library: {
        filesOfMany: os.library.filesOfMany.handler(() => found),
        deleteFile: os.library.deleteFile.handler(({ input: { fileId } }) => {
          if (fileId === 3) throw new AppError('TRASH_FAILED', { path: '/library/c.tif', detail: 'EIO' });
          return { ...sceneOf(), keptFor: fileId === 2 ? 'Other' : null };
        }),
      },
      delivery: { download: os.delivery.download.handler(() => []) },
    }),
  });
}
const button = (name: string) => screen.findByRole('button', { name });

it('the files of the selected scenes are deleted after a question that counts them, and each outcome is told', async () => {
  const { user, main } = await show();
  await user.click(await button('Delete the files of the selected rows from disk…'));
  await screen.findByText(/: 3 files \(3 MB\) of 2 scenes\./);
  await screen.findByText(/^1 scene was imported and has no other file/);
  await screen.findByText(/^1 file is in a library folder that is not there now/);
  expect(main.asked('library.deleteFile')).toEqual([]);
  await user.click(await button('Delete 3 files'));
  await waitFor(() =>
    expect(screen.getByTestId('delete-many-result').textContent).toMatch(
      /^1 file deleted\. 1 stays on the disk, because another scene has it too\. 1 could not be deleted\..*c\.tif/,
    ),
  );
});

it('nothing is deleted if some scenes are not meant any more when the button is pressed, and the question is put again', async () => {
  const onClose = vi.fn();
  const { user, main } = await showPage(
    <DeleteMany
      titleOf={(count) => `Delete ${count}?`}
      ids={['11', '12']}
      readStillMeant={async () => ['12']}
      onClose={onClose}
    />,
    {
      answers: (os) => ({
        library: {
          filesOfMany: os.library.filesOfMany.handler(() => found),
          deleteFile: os.library.deleteFile.handler(() => ({ ...sceneOf(), keptFor: null })),
        },
      }),
    },
  );
  await user.click(await button('Delete 3 files'));
  await screen.findByText(/^1 scene is not rejected any more/);
  expect(main.asked('library.deleteFile')).toEqual([]);
  await screen.findByRole('dialog', { name: 'Delete 1?' });
  expect(main.asked('library.filesOfMany').at(-1)).toEqual({ ids: '12' });
  await user.click(await button('Delete 3 files'));
  await waitFor(() => expect(main.asked('library.deleteFile')).toHaveLength(3));
});

it('the files of the selected scenes are downloaded after their number, size and orders were said', async () => {
  const { user, main } = await show();
  await user.click(await button('Download the selected rows…'));
  await screen.findByText('To be downloaded: 2 files of 1 scene.');
  await screen.findByText(/counts as 1 archive order at most/);
  expect(main.asked('delivery.download')).toEqual([]);
  await user.click(await button('Download all 2 files'));
  await waitFor(() => expect(main.asked('delivery.download')).toEqual([{ fileIds: [4, 5] }]));
  await screen.findByText('2 files are in the download queue');
});
