import { expect, it } from 'vitest';
import { importText } from '../../testing/page/import-harness.ts';
import { readDbf } from './dbf-table.ts';

it('whole numbers that a double cannot hold keep all their digits in GeoJSON', async () => {
  const { features } = await importText(
    '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Plot","parcel":2305843009223239036,"list":[9007199254740993],"small":12,"half":0.5},"geometry":{"type":"Point","coordinates":[11.5,48.1]}},{"type":"Feature","id":2305843009223239036,"properties":{},"geometry":{"type":"Point","coordinates":[11.12345678901234567,48.2]}}]}',
  );
  expect(features[0]?.attributes).toEqual({
    parcel: '2305843009223239036',
    list: '["9007199254740993"]',
    small: 12,
    half: 0.5,
  });
  expect(features[1]).toMatchObject({ name: '2305843009223239036' });
});

it('whole numbers that a double cannot hold keep all their digits in KML and CSV', async () => {
  const kml =
    '<kml><Document><Schema name="s" id="s"><SimpleField name="parcel" type="int"/></Schema><Placemark><name>a</name><ExtendedData><SchemaData schemaUrl="#s"><SimpleData name="parcel">9007199254740993</SimpleData></SchemaData></ExtendedData><Point><coordinates>11,48</coordinates></Point></Placemark></Document></kml>';
  expect((await importText(kml)).features[0]?.attributes).toEqual({ parcel: '9007199254740993' });
  expect(
    (await importText('parcel,lat,lon,n\n9007199254740993,1,2,3')).features[0]?.attributes,
  ).toMatchObject({
    parcel: '9007199254740993',
  });
});

it.each([
  ['-9007199254740993', '-9007199254740993'],
  ['18446744073709551615', '18446744073709551615'],
  ['12345678901234567890.0', '12345678901234567890.0'],
  ['9.007199254740993e15', '9.007199254740993e15'],
  ['9007199254740992', '9007199254740992'],
  ['9007199254740991', 9_007_199_254_740_991],
  ['9007199254740991.0', 9_007_199_254_740_991],
  ['1e20', 1e20],
  ['1.5E+300', 1.5e300],
  ['0.1234567890123456789', 0.123_456_789_012_345_68],
  ['1e400', '1e400'],
])('the number %s of GeoJSON keeps its digits, or is the same number', async (written, value) => {
  const feature = (number: string) =>
    `{"type":"Feature","properties":{"n":${number},"deep":{"n":[${number}]}},"geometry":{"type":"Point","coordinates":[11.5,48.1]}}`;
  const { features } = await importText(feature(written));
  expect(features[0]?.attributes).toEqual({ n: value, deep: JSON.stringify({ n: [value] }) });
  const lines = await importText(`\u001e${feature(written)}\n\u001e${feature(written)}\n`);
  expect(lines.features.map(({ attributes }) => attributes.n)).toEqual([value, value]);
});

it('whole numbers in the extensions of GPX and in untyped data of KML keep all their digits', async () => {
  const gpx =
    '<gpx version="1.1"><wpt lat="48" lon="11"><extensions><serial>9007199254740993</serial><z>007</z></extensions></wpt></gpx>';
  expect((await importText(gpx)).features[0]?.attributes).toEqual({
    serial: '9007199254740993',
    z: '007',
  });
  const kml =
    '<kml><Placemark><ExtendedData><Data name="serial"><value>-9007199254740993</value></Data></ExtendedData><Point><coordinates>11,48</coordinates></Point></Placemark></kml>';
  expect((await importText(kml)).features[0]?.attributes).toEqual({ serial: '-9007199254740993' });
});

/** A table of one row with a number of 20 characters and a date. */
function tableOf(number: string, date: string): Uint8Array {
  const bytes = Buffer.alloc(32 + 64 + 1 + 29, 0x20);
  bytes.fill(0, 0, 97);
  bytes[0] = 3;
  bytes.writeUInt32LE(1, 4);
  bytes.writeUInt16LE(97, 8);
  bytes.writeUInt16LE(29, 10);
  for (const [i, [name, type, length]] of (
    [
      ['parcel', 'N', 20],
      ['day', 'D', 8],
    ] as const
  ).entries()) {
    bytes.write(name, 32 + 32 * i, 'latin1');
    bytes.write(type, 32 + 32 * i + 11, 'latin1');
    bytes[32 + 32 * i + 16] = length;
  }
  bytes[96] = 0x0d;
  bytes.write(number.padStart(20), 98, 'latin1');
  bytes.write(date, 118, 'latin1');
  return bytes;
}

it('a long number of a DBF table keeps all its digits, and an empty date is none', () => {
  const valuesOf = (number: string, date: string) => {
    const table = readDbf(tableOf(number, date));
    return 'rowAt' in table ? table.rowAt('utf-8')(0)?.values : null;
  };
  expect(valuesOf('9007199254740993', '20240506')).toEqual([
    ['parcel', '9007199254740993'],
    ['day', '2024-05-06'],
  ]);
  for (const date of ['00000000', '        ', '0       '])
    expect(valuesOf('12.5', date)).toEqual([
      ['parcel', 12.5],
      ['day', null],
    ]);
});

it('half a date of a DBF table stays half of one, and a date that is none stays as written', () => {
  const dayOf = (date: string) => {
    const table = readDbf(tableOf('1', date));
    return 'rowAt' in table ? table.rowAt('utf-8')(0)?.values[1]?.[1] : undefined;
  };
  expect(
    ['20240000', '20240500', '2024    ', '202405  ', '20240229', '20230229', '20241301', '20240010'].map(
      dayOf,
    ),
  ).toEqual(['2024', '2024-05', '2024', '2024-05', '2024-02-29', '20230229', '20241301', '20240010']);
});

it('a number of a DBF table may have the decimal mark of any country', () => {
  const numberOf = (number: string) => {
    const table = readDbf(tableOf(number, ''));
    return 'rowAt' in table ? table.rowAt('utf-8')(0)?.values[0]?.[1] : undefined;
  };
  expect(['12,5', '-0.5', '1.5E+03', '1,234,567', '********', ''].map(numberOf)).toEqual([
    12.5,
    -0.5,
    1_500,
    null,
    null,
    null,
  ]);
});

it('a time of Visual FoxPro is read from its day and its milliseconds', () => {
  const table = Buffer.from(tableOf('1', ''));
  table.write('T', 64 + 11, 'latin1');
  // 2024-05-06 is the day 2,460,437 of the astronomers' count, as SQLite's julianday() has it.
  table.writeInt32LE(2_460_437, 118);
  table.writeInt32LE(7 * 3_600_000 + 8 * 60_000 + 9_000, 122);
  const read = readDbf(table);
  expect('rowAt' in read && read.rowAt('utf-8')(0)?.values[1]).toEqual(['day', '2024-05-06T07:08:09']);
});

it('the id of a GeoJSON feature that has a name is kept as an attribute', async () => {
  const { features } = await importText(
    '{"type":"Feature","id":"w7","properties":{"name":"Well"},"geometry":{"type":"Point","coordinates":[11,48]}}',
  );
  expect(features[0]).toMatchObject({ name: 'Well', attributes: { id: 'w7' } });
});
