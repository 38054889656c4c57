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

/** A photo without Exif whose XMP has these attributes and elements. */
function photoWithPacket(attributes: string, elements = ''): Buffer {
  const body = Buffer.from(
    `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" ${attributes}>${elements}</rdf:Description></rdf:RDF></x:xmpmeta>`,
  );
  const head = Buffer.alloc(6);
  head.writeUInt32BE(0xff_d8_ff_e1, 0);
  head.writeUInt16BE(body.length + 2, 4);
  return Buffer.concat([head, body, Buffer.from([0xff, 0xd9])]);
}

// The places are those that ExifTool 12.57 reads; the notation is that of XMP part 2, "GPSCoordinate".
it.each([
  [
    'exif:GPSLatitude="33,30.6S" exif:GPSLongitude="70,15.0W" exif:GPSAltitude="5125/10" exif:GPSAltitudeRef="0"',
    '',
    [-70.25, -33.51, 512.5],
  ],
  [
    'exif:GPSLatitude="33,30,36S" exif:GPSLongitude="70,15,0W" exif:GPSAltitude="12/1" exif:GPSAltitudeRef="1"',
    '',
    [-70.25, -33.51, -12],
  ],
  [
    '',
    '<exif:GPSLatitude>48,12.5N</exif:GPSLatitude><exif:GPSLongitude>16,22.0E</exif:GPSLongitude>',
    [16.366667, 48.208333, null],
  ],
  ["exif:GPSLatitude='48,12.5N' exif:GPSLongitude='16,22.0E'", '', [16.366667, 48.208333, null]],
  [
    'drone-dji:GpsLatitude="-33.51" drone-dji:GpsLongitude="-70.25" drone-dji:AbsoluteAltitude="+512.5"',
    '',
    [-70.25, -33.51, 512.5],
  ],
  ['drone-dji:GpsLatitude="-33.51" drone-dji:GpsLongtitude="-70.25"', '', [-70.25, -33.51, null]],
])('reads the position of a photo that has it in its XMP alone: %s%s', async (attributes, elements, at) => {
  const { features, rejected } = await importFiles({ 'a.jpg': photoWithPacket(attributes, elements) });
  expect(rejected).toEqual([]);
  const [{ geometry } = { geometry: null }] = features;
  if (geometry?.kind !== 'point') throw new Error('no point');
  const round = (value: number) => Math.round(value * 1e6) / 1e6;
  expect([round(geometry.longitude), round(geometry.latitude), geometry.altitudeMetres]).toEqual(at);
});

it.each([
  ['exif:GPSLatitude="abc" exif:GPSLongitude="70,15.0W"', 'photoBrokenPlace'],
  ['exif:GPSLatitude="33,30.6" exif:GPSLongitude="70,15.0W"', 'photoBrokenPlace'],
  ['exif:GPSLatitude="95,0.0S" exif:GPSLongitude="70,15.0W"', 'photoBrokenPlace'],
  ['exif:GPSLongitude="70,15.0W"', 'photoBrokenPlace'],
  ['exif:GPSLatitude="0,0.0N" exif:GPSLongitude="0,0.0E" exif:GPSStatus="V"', 'photoWithoutFix'],
  ['drone-dji:GpsLatitude="0" drone-dji:GpsLongitude="0.000000"', 'photoWithoutFix'],
  ['exif:FNumber="2/1"', 'photoWithoutPlace'],
])('says why the XMP of a photo gives no place: %s', async (attributes, reason) => {
  expect(reasonsOf(await importFiles({ 'a.jpg': photoWithPacket(attributes) }))).toEqual([[1, reason]]);
});

it.each([
  ['the word for no fix', { longitude: 1, latitude: 2, status: 'Void' }, 'photoWithoutFix'],
  ['a small letter for no fix', { longitude: 1, latitude: 2, status: 'v' }, 'photoWithoutFix'],
  ['zeros and no status', { longitude: 0, latitude: 0 }, 'photoWithoutFix'],
  ['a latitude beyond the pole', { longitude: 1, latitude: 95 }, 'photoBrokenPlace'],
])('names a photo with %s', async (_name, place, reason) => {
  const read = await importFiles({ 'a.jpg': writePhoto({ altitudeMetres: 3, ...place }) });
  expect([reasonsOf(read), read.outcome.questions]).toEqual([[[1, reason]], []]);
});

it('reads a measured position on the equator and on the first meridian, and heights below the sea', async () => {
  for (const place of [
    { longitude: 0, latitude: 0, altitudeMetres: 3, status: 'A' },
    { longitude: 0, latitude: 51.5, altitudeMetres: 3 },
    { longitude: 35.5, latitude: 0, altitudeMetres: -430 },
  ]) {
    const { features } = await importFiles({ 'a.jpg': writePhoto(place) });
    const { longitude, latitude, altitudeMetres } = place;
    expect(features[0]?.geometry).toMatchObject({ longitude, latitude, altitudeMetres });
  }
});
