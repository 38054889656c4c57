import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { importedConnectionId, rasterInfoSchema } from '../../../src-preload/contract/library.ts';
import { fileOf, sceneOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { chooseRows } from '../../kit/state/list-store.ts';
import { NameBands } from './name-bands.tsx';

const infoOf = (fileId: number, bands: string[]) =>
  rasterInfoSchema.parse({
    fileId,
    librarySceneId: 7,
    fileName: 'scene.tif',
    path: `/files/raster/${fileId}`,
    widthPx: 8,
    heightPx: 8,
    bitsPerSample: 16,
    bands,
    hasAlpha: true,
    nodata: null,
    stretch: bands.map(() => [0, 1]),
    placement: {
      kind: 'placed',
      projection: 'EPSG:32631',
      epsg: 32_631,
      rough: null,
      box: [3, 0, 4, 1],
      model: { kind: 'affine', geoTransform: [0, 1, 0, 0, 0, -1] },
    },
  });

async function show() {
  const connectionId = importedConnectionId;
  const file = fileOf({ state: 'on-disk' });
  const scene = sceneOf({ connectionId, files: [file] });
  return showPage(<NameBands scene={scene} file={file} isOpen onClose={() => undefined} />, {
    answers: (os) => ({
      library: {
        get: os.library.get.handler(({ input: { librarySceneId } }) =>
          sceneOf({
            librarySceneId,
            connectionId,
            files: [fileOf({ fileId: librarySceneId === 7 ? 1 : librarySceneId, state: 'on-disk' })],
          }),
        ),
        // The raster of the scene 9 has another number of bands.
        rasterInfo: os.library.rasterInfo.handler(({ input: { fileId } }) =>
          infoOf(fileId, fileId === 9 ? ['band 1'] : ['band 1', 'band 2', 'band 3']),
        ),
        enterBands: os.library.enterBands.handler(({ input }) => input.fileIds.length),
      },
    }),
  });
}

it('a person names the bands of a raster; its transparency is none of them unless it is named too', async () => {
  const { user, main } = await show();
  const first = await screen.findByRole('combobox', { name: 'Band 1' });
  await user.clear(first);
  await user.type(first, 'nir');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const named = ['nir', 'band 2', 'band 3'];
  await waitFor(() => expect(main.asked('library.enterBands')).toEqual([{ fileIds: [1], bands: named }]));
  const fourth = screen.getByRole('combobox', { name: 'Band 4' });
  await user.clear(fourth);
  await user.type(fourth, 'red');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(main.asked('library.enterBands')[1]).toMatchObject({ bands: [...named, 'red'] }),
  );
  await user.click(screen.getByRole('button', { name: 'As the file says' }));
  await waitFor(() => expect(main.asked('library.enterBands')[2]).toMatchObject({ bands: [] }));
});

it('the names are given to the rasters of all selected scenes that have as many bands', async () => {
  const { user, main } = await show();
  act(() => chooseRows('library', ['7', '8', '9']));
  await user.click(await screen.findByRole('checkbox', { name: /^For all 3 selected scenes/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(main.asked('library.enterBands')).toMatchObject([{ fileIds: [1, 8] }]));
  await screen.findByText('2 rasters were changed.');
});
