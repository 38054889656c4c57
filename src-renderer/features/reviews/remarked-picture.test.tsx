import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { libraryFileIdSchema, librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { type RasterInfo, rasterInfoSchema } from '../../../src-preload/contract/library.ts';
import type { StoredOffset } from '../../../src-preload/contract/raster-styles.ts';
import { fileOf, sceneOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { RemarkedPicture } from './remarked-picture.tsx';

const placed: RasterInfo['placement'] = {
  kind: 'placed',
  projection: '+proj=longlat +datum=WGS84',
  epsg: 4_326,
  rough: null,
  box: [3, 45, 4, 45.5],
  model: { kind: 'affine', geoTransform: [3, 0.01, 0, 45.5, 0, -0.01] },
};

async function show(
  placement: RasterInfo['placement'],
  files = [fileOf({ fileId: 5, state: 'on-disk' })],
  offsets: StoredOffset[] = [],
) {
  const onLoad = vi.fn();
  const onNone = vi.fn();
  await showPage(
    <RemarkedPicture
      librarySceneId={librarySceneIdSchema.parse(7)}
      remarks={[
        { number: 1, geometry: { type: 'Point', coordinates: [3.25, 45.25] } },
        { number: 2, geometry: { type: 'Point', coordinates: [363.75, 45.25] } },
      ]}
      onLoad={onLoad}
      onNone={onNone}
      otherwise={<p>{'the outline'}</p>}
    />,
    {
      answers: (os) => ({
        rasterStyles: { offsets: os.rasterStyles.offsets.handler(() => offsets) },
        library: {
          get: os.library.get.handler(() => sceneOf({ files })),
          rasterInfo: os.library.rasterInfo.handler(({ input: { fileId } }) =>
            rasterInfoSchema.parse({
              fileId,
              librarySceneId: 7,
              fileName: 'scene.tif',
              path: `/files/raster/${fileId}`,
              widthPx: 100,
              heightPx: 50,
              bitsPerSample: 16,
              bands: ['red', 'green', 'blue'],
              hasAlpha: false,
              nodata: null,
              stretch: [0, 1, 2].map(() => [0, 1]),
              placement,
            }),
          ),
        },
      }),
    },
  );
  return { onLoad, onNone };
}

it('remarks stand on the picture where they were drawn, also a turn away', async () => {
  const { onLoad } = await show(placed);
  const picture = await screen.findByRole('img', { name: 'Picture of the scene with its remarks' });
  const image = picture.querySelector('image');
  expect(image?.getAttribute('href')).toMatch(/\/files\/painted\/5$/);
  expect(['x', 'y', 'width', 'height'].map((name) => image?.getAttribute(name))).toEqual([
    '0',
    '50',
    '200',
    '100',
  ]);
  const dots = [...picture.querySelectorAll('circle')];
  expect(dots.map((dot) => [dot.getAttribute('cx'), dot.getAttribute('cy')].map(Number))).toEqual([
    [expect.closeTo(50, 5), expect.closeTo(100, 5)],
    [expect.closeTo(150, 5), expect.closeTo(100, 5)],
  ]);
  if (image !== null) fireEvent.load(image);
  expect(onLoad).toHaveBeenCalledOnce();
  expect(screen.queryByRole('note')).toBeNull();
});

it('says that the map shows a nudged raster elsewhere, where remarks may have been drawn on it', async () => {
  const [fileId, librarySceneId] = [libraryFileIdSchema.parse(5), librarySceneIdSchema.parse(7)];
  const stored: StoredOffset = { fileId, librarySceneId, offset: [10, 0], pixelDegrees: 0.01 };
  await show(placed, undefined, [stored]);
  expect((await screen.findByRole('note')).textContent).toBe(
    'The remarks stand where the file lies. The map shows this raster elsewhere: Nudged: 10 px right, 0 px down',
  );
});

it.each<[string, RasterInfo['placement'], ReturnType<typeof fileOf>[] | undefined]>([
  ['cannot be placed', { kind: 'unplaced', reason: 'no-georeference', detail: '' }, undefined],
  ['is not on the disk', placed, []],
])('the outline stands in its place for a raster that %s', async (_, placement, files) => {
  const { onNone } = await show(placement, files);
  await screen.findByText('the outline');
  await waitFor(() => expect(onNone).toHaveBeenCalledOnce());
});
