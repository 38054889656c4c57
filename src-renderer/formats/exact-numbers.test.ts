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

it('the id of a GeoJSON feature that has a name is kept as an attribute', async () => {
  const { features } = await importText(
    '{"type":"Feature","id":"w7","properties":{"name":"Well"},"geometry":{"type":"Point","coordinates":[11,48]}}',
  );
  expect(features[0]).toMatchObject({ name: 'Well', attributes: { id: 'w7' } });
});
