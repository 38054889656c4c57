import { expect, it } from 'vitest';
import { importFiles, reasonsOf } from '../../testing/page/import-harness.ts';
import { writePhoto } from '../../testing/write-photo.ts';

it('reads each photo with a position as a point, with the time, the camera and the direction of the view', async () => {
  const { features, rejected, outcome } = await importFiles({
    'IMG_1.JPG': writePhoto({ longitude: -70.25, latitude: -33.5, altitudeMetres: 512.5 }),
    'IMG_2.jpg': writePhoto({ longitude: 16.37, latitude: 48.2, altitudeMetres: -3 }),
  });
  expect([outcome.format, rejected]).toEqual(['photos', []]);
  expect(features).toMatchObject([
    {
      name: 'IMG_1',
      geometry: { kind: 'point', altitudeMetres: 512.5 },
      attributes: {
        file: 'IMG_1.JPG',
        time: '2024-05-06T07:08:09',
        camera: 'Maker Model 7',
        direction: 271.5,
      },
    },
    { name: 'IMG_2', geometry: { altitudeMetres: -3 } },
  ]);
  expect(
    features.map(
      ({ geometry }) =>
        geometry.kind === 'point' &&
        [geometry.longitude, geometry.latitude].map((each) => Number(each.toFixed(6))),
    ),
  ).toEqual([
    [-70.25, -33.5],
    [16.37, 48.2],
  ]);
});

it('names the photos without a position, whose place can be typed', async () => {
  const read = await importFiles({
    'a.jpg': Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 2, 0xff, 0xd9]),
    'b.jpg': writePhoto({ longitude: 1, latitude: 2, altitudeMetres: 3 }),
  });
  expect([read.outcome.count, reasonsOf(read).length]).toEqual([1, 1]);
  expect(read.rejected[0]).toMatchObject({ name: 'a.jpg', mend: { place: '', text: { name: 'a' } } });
});

it('names a photo that was taken without a fix, whatever numbers it has', async () => {
  const read = await importFiles({
    'a.jpg': writePhoto({ longitude: 0, latitude: 0, altitudeMetres: 0, status: 'V' }),
    'b.jpg': writePhoto({ longitude: 1, latitude: 2, altitudeMetres: 3, status: 'A' }),
  });
  expect([read.outcome.count, reasonsOf(read)]).toEqual([1, [[1, 'photoWithoutFix']]]);
});

it('reads the hemisphere of a photo from a small letter or a word, and refuses an unknown one', async () => {
  for (const [latitudeReference, latitude] of [
    ['S', -33.5],
    ['s', -33.5],
    ['South', -33.5],
    ['n', 33.5],
    ['North', 33.5],
  ] as const) {
    const photo = writePhoto({ longitude: 1, latitude: 33.5, altitudeMetres: 3, latitudeReference });
    const { features } = await importFiles({ 'a.jpg': photo });
    expect([latitudeReference, features[0]?.geometry]).toMatchObject([latitudeReference, { latitude }]);
  }
  const odd = writePhoto({ longitude: 1, latitude: 33.5, altitudeMetres: 3, latitudeReference: '?' });
  expect(reasonsOf(await importFiles({ 'a.jpg': odd }))).toEqual([[1, 'photoBrokenPlace']]);
});
