import { expect, it } from 'vitest';
import { importFiles, importText, placesOf, reasonsOf } from '../../testing/page/import-harness.ts';

const open = ({ outcome }: Awaited<ReturnType<typeof importText>>) =>
  outcome.questions.filter(({ answer }) => answer === null).map(({ kind }) => kind);

it('asks once which number is the latitude, with samples of each answer', async () => {
  const text = 'Munich, 48.1, 11.6\nVienna, 48.2, 16.4\nGraz, 47.1, 15.4';
  const asked = await importText(text);
  expect(asked.outcome.questions).toEqual([
    {
      kind: 'order',
      answer: null,
      count: 3,
      values: {},
      choices: [
        {
          answer: 'latitude-first',
          samples: [
            { text: '48.1, 11.6', longitude: 11.6, latitude: 48.1 },
            { text: '48.2, 16.4', longitude: 16.4, latitude: 48.2 },
          ],
        },
        {
          answer: 'longitude-first',
          samples: [
            { text: '48.1, 11.6', longitude: 48.1, latitude: 11.6 },
            { text: '48.2, 16.4', longitude: 48.2, latitude: 16.4 },
          ],
        },
      ],
    },
  ]);
  const answered = await importText(text, { answers: { order: 'longitude-first' } });
  expect(open(answered)).toEqual([]);
  expect(placesOf(answered)[0]).toEqual(['Munich', 48.1, 11.6]);
});

it('does not ask if one number of the file shows the order', async () => {
  const longitudeFirst = await importText('A, 11.6, 48.1\nB, 151.2, -33.9');
  expect(open(longitudeFirst)).toEqual([]);
  expect(longitudeFirst.outcome.questions).toMatchObject([{ kind: 'order', answer: 'longitude-first' }]);
  expect(placesOf(longitudeFirst)).toEqual([
    ['A', 11.6, 48.1],
    ['B', 151.2, -33.9],
  ]);
  expect(open(await importText('A, 48.1, 11.6\nB, -33.9, 151.2'))).toEqual([]);
  // One mistyped row does not reverse all others.
  const lines = Array.from({ length: 50 }, (_, i) => `P${i}, ${40 + i / 100}, ${i / 10}`);
  expect(open(await importText([...lines, 'Nowhere, 95, 10'].join('\n')))).toEqual(['order']);
  // Both orders occur, so one of them is wrong.
  expect(open(await importText('A, 48.1, 11.6\nB, -33.9, 151.2\nC, 151.2, -33.9'))).toEqual(['order']);
});

it('asks whether columns were exchanged if none of their rows is a place', async () => {
  const text = 'name,lat,lon\nSydney,151.2,-33.9\nPerth,115.9,-31.9';
  const asked = await importText(text);
  expect([open(asked), reasonsOf(asked)]).toEqual([
    ['order'],
    [
      [2, 'latitude'],
      [3, 'latitude'],
    ],
  ]);
  expect(asked.outcome.questions[0]?.choices).toEqual([
    { answer: 'latitude-first', samples: [{ text: '151.2, -33.9' }, { text: '115.9, -31.9' }] },
    {
      answer: 'longitude-first',
      samples: [
        { text: '151.2, -33.9', longitude: 151.2, latitude: -33.9 },
        { text: '115.9, -31.9', longitude: 115.9, latitude: -31.9 },
      ],
    },
  ]);
  const answered = await importText(text, { answers: { order: 'longitude-first' } });
  expect(placesOf(answered)).toEqual([
    ['Sydney', 151.2, -33.9],
    ['Perth', 115.9, -31.9],
  ]);
  const kept = await importText(text, { answers: { order: 'latitude-first' } });
  expect([open(kept), reasonsOf(kept)]).toEqual([[], reasonsOf(asked)]);
  const feature = (coordinates: number[]) => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'Point', coordinates },
  });
  const json = JSON.stringify({
    type: 'FeatureCollection',
    features: [feature([-33.9, 151.2]), feature([-31.9, 115.9])],
  });
  expect(open(await importText(json))).toEqual(['order']);
  expect(placesOf(await importText(json, { answers: { order: 'latitude-first' } }))[0]).toEqual([
    null,
    151.2,
    -33.9,
  ]);
});

it('does not ask about named columns because of one mistyped row', async () => {
  const read = await importText('name,lat,lon\nGood,48.1,1.5\nTypo,95,1.5');
  expect([open(read), placesOf(read), reasonsOf(read)]).toEqual([
    [],
    [['Good', 1.5, 48.1]],
    [[3, 'latitude']],
  ]);
});

it('asks once about 33S, and about squares of a kilometre', async () => {
  const text = 'A, 33S 400000 4000000\nB, 33S 500000 4000000\nC, 31UCP9533';
  const asked = await importText(text);
  expect(open(asked).sort()).toEqual(['hemisphere', 'square']);
  const answered = await importText(text, { answers: { hemisphere: 'south', square: 'south-west' } });
  expect(open(answered)).toEqual([]);
  expect(answered.features.map(({ geometry }) => geometry.kind === 'point' && geometry.latitude < 0)).toEqual(
    [true, true, false],
  );
});

it('asks what 1,234 means, unless other numbers show it', async () => {
  const asked = await importText('name;lat;lon;alt\nA;48;16;1,234');
  expect([open(asked), asked.features[0]?.geometry]).toMatchObject([['number'], { altitudeMetres: 1.234 }]);
  const answered = await importText('name;lat;lon;alt\nA;48;16;1,234', { answers: { number: 'point' } });
  expect(answered.features[0]?.geometry).toMatchObject({ altitudeMetres: 1_234 });
  const told = await importText('name;lat;lon;alt\nA;48.25;16.5;1,234\nB;47.5;15.25;80.5');
  expect([open(told), told.features[0]?.geometry]).toMatchObject([[], { altitudeMetres: 1_234 }]);
  const german = await importText('name;lat;lon;alt\nA;48,25;16,5;1.234');
  expect([open(german), german.features[0]?.geometry]).toMatchObject([[], { altitudeMetres: 1_234 }]);
});

it('asks for the encoding of a text, with samples, and guesses one for the preview', async () => {
  const latin = Buffer.from('name,lat,lon\nMálaga,36.7,-4.4\nCórdoba,37.9,-4.8', 'latin1');
  const asked = await importFiles({ 'a.csv': latin });
  const [question] = asked.outcome.questions;
  expect(question).toMatchObject({ kind: 'encoding', answer: null });
  expect(question?.choices[0]).toEqual({
    answer: 'windows-1252',
    samples: [{ text: 'Málaga,36.7,-4.4\nCórdoba,37.9,-4.8' }],
  });
  expect(asked.features.map(({ name }) => name)).toEqual(['Málaga', 'Córdoba']);
  const answered = await importFiles({ 'a.csv': latin }, { answers: { encoding: 'windows-1252' } });
  expect([open(answered), answered.outcome.encoding]).toEqual([[], 'windows-1252']);
});

it.each([
  ['UTF-8 without a mark', new Uint8Array(Buffer.from('name,lat,lon\n東京,35.7,139.7'))],
  ['UTF-8 with a mark', new Uint8Array(Buffer.from('\uFEFFname,lat,lon\n東京,35.7,139.7'))],
  [
    'UTF-16 as Excel writes it',
    new Uint8Array(Buffer.from('\uFEFFname\tlat\tlon\r\n東京\t35.7\t139.7', 'utf16le')),
  ],
  ['UTF-16 without a mark', new Uint8Array(Buffer.from('name,lat,lon\nAAAAAAAAAA,35.7,139.7\n', 'utf16le'))],
])('does not ask about %s', async (_, bytes) => {
  const read = await importFiles({ 'a.csv': bytes });
  expect([open(read), read.outcome.problem]).toEqual([[], null]);
  expect(placesOf(read)[0]?.slice(1)).toEqual([139.7, 35.7]);
});

it('reads XML in the encoding that it declares', async () => {
  const text =
    '<?xml version="1.0" encoding="ISO-8859-1"?><gpx><wpt lat="36.7" lon="-4.4"><name>Málaga</name></wpt></gpx>';
  const read = await importFiles({ 'a.gpx': Buffer.from(text, 'latin1') });
  expect([open(read), placesOf(read)]).toEqual([[], [['Málaga', -4.4, 36.7]]]);
});

// The bytes are those of Python's codecs.
it.each([
  ['cp437', 'Mühle', '4d81686c65'],
  ['IBM852', 'Łódź', '9da264ab'],
  ['OEM-850', 'Mühle', '4d81686c65'],
  ['cp1253', 'Αθήνα', 'c1e8deede1'],
  ['windows_1250', 'Łódź', 'a3f3649f'],
  ['latin-1', 'Mühle', '4dfc686c65'],
  ['ISO_8859-7', 'Αθήνα', 'c1e8deede1'],
  ['cp932', '東京', '938c8b9e'],
])('reads XML that declares its encoding in another spelling: %s', async (encoding, name, hex) => {
  const [before = '', after = ''] =
    `<?xml version="1.0" encoding="${encoding}"?><kml><Placemark><name>@</name><Point><coordinates>11.5,48.1</coordinates></Point></Placemark></kml>`.split(
      '@',
    );
  const file = Buffer.concat([Buffer.from(before), Buffer.from(hex, 'hex'), Buffer.from(after)]);
  const read = await importFiles({ 'a.kml': file });
  expect([open(read), placesOf(read)]).toEqual([[], [[name, 11.5, 48.1]]]);
});

it('asks for the system of a shapefile whose coordinates are not degrees, and about an unknown datum', async () => {
  const { writeShapefile } = await import('../../testing/write-shapefile.ts');
  const files = writeShapefile({ name: 'A', position: [601_779, 5_339_606] });
  expect(open(await importFiles(files))).toEqual(['crs']);
  const answered = await importFiles(files, { answers: { crs: '32633' } });
  expect([open(answered), answered.outcome.count]).toEqual([[], 1]);
  const old =
    'GEOGCS["Old",DATUM["Island_1890",SPHEROID["Clarke 1880 (RGS)",6378249.145,293.465]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]';
  const island = { ...writeShapefile({ name: 'A', position: [16.4, 48.2] }), 'a.prj': old };
  expect(open(await importFiles(island))).toEqual(['datum']);
  expect(open(await importFiles(island, { answers: { datum: 'unshifted' } }))).toEqual([]);
});

it('does not ask for the encoding of a file that is not text', async () => {
  // 0xff is invalid in UTF-8, and zeros do not occur in text.
  const noise = Buffer.from(Array.from({ length: 600 }, (_, i) => (i * 167 + (i >> 3) * 61) % 256));
  const read = await importFiles({ 'broken.bin': noise });
  expect([read.outcome.problem?.message, read.outcome.questions]).toEqual(['validation.binaryFile', []]);
});

const kmlOf = (encoding: string, name: string) =>
  `<?xml version="1.0" encoding="${encoding}"?><kml><Placemark><name>${name}</name><Point><coordinates>-4.4,36.7</coordinates></Point></Placemark></kml>`;

it.each(['UTF-16', 'UTF-16LE', 'ISO-10646-UCS-2', 'EBCDIC-99'])(
  'reads UTF-8 that claims to be %s, and says that the claim is not true',
  async (encoding) => {
    const read = await importFiles({ 'a.kml': Buffer.from(kmlOf(encoding, 'Málaga')) });
    expect(placesOf(read)).toEqual([['Málaga', -4.4, 36.7]]);
    expect(read.outcome.notes).toContainEqual(
      expect.objectContaining({
        message: 'validation.untrueEncoding',
        values: { encoding },
      }),
    );
  },
);

it.each([
  [
    'a CSV',
    'a.csv',
    (letters: Buffer) => Buffer.concat([Buffer.from('name,lat,lon\n'), letters, Buffer.from(',36.7,-4.4')]),
  ],
  [
    'a KML that says UTF-8',
    'a.kml',
    (letters: Buffer) => {
      const [before = '', after = ''] = kmlOf('UTF-8', '@').split('@');
      return Buffer.concat([Buffer.from(before), letters, Buffer.from(after)]);
    },
  ],
  [
    'a GPX that says nothing',
    'a.gpx',
    (letters: Buffer) =>
      Buffer.concat([
        Buffer.from('<gpx><wpt lat="36.7" lon="-4.4"><name>'),
        letters,
        Buffer.from('</name></wpt></gpx>'),
      ]),
  ],
])(
  'asks about %s with one byte of another encoding, and UTF-8 is the first answer',
  async (_, name, make) => {
    const letters = Buffer.concat([Buffer.from('Málaga, Córdoba y Cádiz '), Buffer.from([0xf1])]);
    const file = make(
      name.endsWith('csv') ? Buffer.concat([Buffer.from('"'), letters, Buffer.from('"')]) : letters,
    );
    const asked = await importFiles({ [name]: file });
    expect(open(asked)).toEqual(['encoding']);
    expect(asked.outcome.questions[0]?.choices[0]?.answer).toBe('utf-8');
    const answered = await importFiles({ [name]: file }, { answers: { encoding: 'utf-8' } });
    expect(open(answered)).toEqual([]);
    expect(placesOf(answered)).toEqual([['Málaga, Córdoba y Cádiz �', -4.4, 36.7]]);
    expect(answered.outcome.notes).toContainEqual(
      expect.objectContaining({ message: 'validation.replacedBytes', values: { encoding: 'UTF-8' } }),
    );
  },
);

it('asks about XML that is UTF-8 although it says another encoding, and reads it as UTF-8 meanwhile', async () => {
  const file = Buffer.from(kmlOf('ISO-8859-1', 'Málaga'));
  const asked = await importFiles({ 'a.kml': file });
  expect(open(asked)).toEqual(['encoding']);
  expect(placesOf(asked)[0]?.[0]).toBe('Málaga');
  for (const [encoding, name] of [
    ['utf-8', 'Málaga'],
    ['iso-8859-1', 'MÃ¡laga'],
  ] as const) {
    const answered = await importFiles({ 'a.kml': file }, { answers: { encoding } });
    expect([open(answered), placesOf(answered)[0]?.[0]]).toEqual([[], name]);
  }
});
