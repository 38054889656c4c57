import { describe, expect, it } from 'vitest';
import { importFiles } from '../../testing/page/import-harness.ts';
import { writeShapefile } from '../../testing/write-shapefile.ts';
import { decodedIn, encodingChoices, encodingOfDriver, encodingOfName, isEncoding } from './encodings.ts';

describe('encodings of tables of attributes', () => {
  it.each([
    ['UTF-8', 'utf-8'],
    ['65001', 'utf-8'],
    ['1252', 'windows-1252'],
    ['ANSI 1252', 'windows-1252'],
    ['CP1251', 'windows-1251'],
    ['ISO-8859-2\r\n', 'iso-8859-2'],
    ['ISO 88591', 'iso-8859-1'],
    ['932', 'shift_jis'],
    ['SJIS', 'sjis'],
    ['OEM 866', 'ibm866'],
    ['OEM 437', 'ibm437'],
    ['852', 'ibm852'],
    ['cp850', 'ibm850'],
    ['OEM 999', null],
    ['', null],
    ['KLINGON', null],
  ])('reads %j in a .cpg as %s', (text, encoding) => {
    expect(encodingOfName(text)).toBe(encoding);
  });

  it('knows the drivers of dBASE that the platform can decode', () => {
    expect([0x57, 0x13, 0xc9, 0, 0xff].map(encodingOfDriver)).toEqual([
      'windows-1252',
      'shift_jis',
      'windows-1251',
      null,
      null,
    ]);
    expect([1, 2, 31, 100, 8, 106].map(encodingOfDriver)).toEqual([
      'ibm437',
      'ibm850',
      'ibm852',
      'ibm852',
      'ibm865',
      'ibm737',
    ]);
  });
});

describe('code pages of DOS', () => {
  // The bytes are those of Python's codecs.
  it.each([
    [
      852,
      'Łódź, Český Krumlov',
      [
        0x9d, 0xa2, 0x64, 0xab, 0x2c, 0x20, 0xac, 0x65, 0x73, 0x6b, 0xec, 0x20, 0x4b, 0x72, 0x75, 0x6d, 0x6c,
        0x6f, 0x76,
      ],
    ],
    [850, 'Málaga, Ærø', [0x4d, 0xa0, 0x6c, 0x61, 0x67, 0x61, 0x2c, 0x20, 0x92, 0x72, 0x9b]],
    [437, 'café £', [0x63, 0x61, 0x66, 0x82, 0x20, 0x9c]],
    [865, 'Tromsø', [0x54, 0x72, 0x6f, 0x6d, 0x73, 0x9b]],
    [737, 'Αθήνα', [0x80, 0x9f, 0xe3, 0xa4, 0x98]],
    [
      857,
      'İstanbul, Ağrı',
      [0x98, 0x73, 0x74, 0x61, 0x6e, 0x62, 0x75, 0x6c, 0x2c, 0x20, 0x41, 0xa7, 0x72, 0x8d],
    ],
    [861, 'Þórshöfn', [0x8d, 0xa2, 0x72, 0x73, 0x68, 0x94, 0x66, 0x6e]],
    [860, 'São João', [0x53, 0x84, 0x6f, 0x20, 0x4a, 0x6f, 0x84, 0x6f]],
    [863, 'Québec, Î', [0x51, 0x75, 0x82, 0x62, 0x65, 0x63, 0x2c, 0x20, 0xa8]],
  ])('read %s: %s', (page, text, bytes) => {
    expect(decodedIn(Uint8Array.from(bytes), `ibm${page}`)).toBe(text);
    expect(isEncoding(`ibm${page}`)).toBe(true);
  });

  it('are offered for a table that does not declare one', () => {
    const bytes = Uint8Array.from([0x9d, 0xa2, 0x64, 0xab, 0x0a, 0x4b, 0x72, 0x61, 0x6b, 0xa2, 0x77]);
    expect(encodingChoices(bytes)).toContainEqual({ encoding: 'ibm852', sample: 'Łódź\nKraków' });
  });

  it('have a character for each byte, and refuse one without', () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    for (const page of [437, 850, 852, 860, 861, 863, 865])
      expect(new Set(decodedIn(all, `ibm${page}`)).size, String(page)).toBe(256);
    expect(decodedIn(Uint8Array.from([0xd5]), 'ibm857')).toBeNull();
  });
});

describe('encodings of texts that do not declare theirs', () => {
  it.each([
    ['windows-1252', [0x4d, 0xe1, 0x6c, 0x61, 0x67, 0x61], 'Málaga'],
    ['windows-1251', [0xcc, 0xee, 0xf1, 0xea, 0xe2, 0xe0, 0x20, 0xe8], 'Москва и'],
    ['shift_jis', [0x93, 0x8c, 0x8b, 0x9e, 0x93, 0x73], '東京都'],
    ['gb18030', [0xb1, 0xb1, 0xbe, 0xa9, 0xca, 0xd0], '北京市'],
  ])('offer %s for its own bytes', (encoding, bytes, text) => {
    expect(encodingChoices(Uint8Array.from(bytes))).toContainEqual({ encoding, sample: text });
  });
});

describe('the encoding that the .cpg of a shapefile names', () => {
  const named = (name: Buffer, cpg: string) => {
    const files = writeShapefile({ name: '', position: [11, 48] });
    name.copy(files['a.dbf'] ?? Buffer.alloc(0), 66);
    return { ...files, 'a.cpg': cpg };
  };

  it('is asked if the texts cannot be in it', async () => {
    const files = named(Buffer.from('Mühle', 'latin1'), 'UTF-8');
    const { outcome } = await importFiles(files);
    expect(outcome.questions).toMatchObject([{ kind: 'encoding', answer: null }]);
    expect(outcome.notes).toContainEqual({ message: 'validation.untrueCpg', values: { encoding: 'UTF-8' } });
    const read = await importFiles(files, { answers: { encoding: 'windows-1252' } });
    expect(read.features[0]?.name).toBe('Mühle');
  });

  it('holds for a text whose last character did not fit into its cell', async () => {
    const read = await importFiles(named(Buffer.from('Grünwalder Weiher ü').subarray(0, 20), 'UTF-8'));
    expect([read.outcome.questions, read.features[0]?.name]).toEqual([[], 'Grünwalder Weiher \uFFFD']);
    expect(read.outcome.notes).toContainEqual({
      message: 'validation.replacedBytes',
      values: { encoding: 'UTF-8' },
    });
  });
});

it('the question about an encoding shows a line for every byte that tells the encodings apart', async () => {
  // In the code pages 437 and 850 only the last line differs.
  const lines = ['name,lat,lon', ...Array.from({ length: 9 }, () => 'caf\u0082,1,2'), '\u009dre,1,2'];
  const { outcome } = await importFiles({ 'a.csv': Buffer.from(lines.join('\n'), 'latin1') });
  const samples = outcome.questions.flatMap(({ choices }) =>
    choices.map(({ samples: [first] }) => first?.text),
  );
  expect(samples).toContainEqual(expect.stringContaining('Øre'));
});

it.each(['utf16le', 'utf16be'])(
  'a table in %s without a byte order mark is read, whatever its letters',
  async (order) => {
    const bytes = Buffer.from(
      'name,lat,lon\nОзеро Байкал мост,53.5,108.1\n東京タワー展望台東京タワー展望台,35.6,139.7\n',
      'utf16le',
    );
    const read = await importFiles({ 'a.csv': order === 'utf16be' ? bytes.swap16() : bytes });
    expect([read.outcome.problem, read.features.map(({ name }) => name)]).toEqual([
      null,
      ['Озеро Байкал мост', '東京タワー展望台東京タワー展望台'],
    ]);
  },
);

it('a binary file with zeros on one side is not taken for a text in UTF-16', async () => {
  const bytes = Buffer.from(Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? 1 + (i % 29) : 0)));
  expect((await importFiles({ 'a.bin': bytes })).outcome.problem?.message).toBe('validation.binaryFile');
});

it('the encoding of a document without line ends is offered', async () => {
  // "Озеро Байкал мост" in windows-1251, by Python's codecs.
  const name = Buffer.from('cee7e5f0ee20c1e0e9eae0eb20eceef1f2', 'hex').toString('latin1');
  const mark = `<wpt lon='-35.489444444' lat='4.854722222'><name>${name}</name></wpt>`;
  const { outcome } = await importFiles({
    'a.gpx': Buffer.from(`<gpx version="1.0">${mark.repeat(8)}</gpx>`, 'latin1'),
  });
  const samples = outcome.questions.flatMap(({ choices }) =>
    choices.map(({ samples: [first] }) => first?.text),
  );
  expect(samples).toContainEqual(expect.stringMatching(/^(?:.*Озеро Байкал мост.*\s*)(?!.*мостОзеро)/u));
});
