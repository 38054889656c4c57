import { expect, it } from 'vitest';
import { importText } from '../../testing/page/import-harness.ts';

const placemark = (inside: string) =>
  `<Placemark><name>a</name>${inside}<Point><coordinates>11.5,48.1</coordinates></Point></Placemark>`;
const read = async (inside: string) =>
  (await importText(`<kml><Document>${inside}</Document></kml>`)).features;

it('the type of a field is that of its own schema', async () => {
  const schema = (id: string, type: string) =>
    `<Schema name="${id}" id="${id}"><SimpleField name="code" type="${type}"/></Schema>`;
  const of = (id: string, value: string) =>
    placemark(
      `<ExtendedData><SchemaData schemaUrl="#${id}"><SimpleData name="code">${value}</SimpleData></SchemaData></ExtendedData>`,
    );
  const features = await read(
    `${schema('wells', 'string')}${schema('roads', 'int')}${of('wells', '00417')}${of('roads', '12')}`,
  );
  expect(features.map(({ attributes }) => attributes.code)).toEqual(['00417', 12]);
});

it('descriptions keep their text, with HTML in CDATA or without, and with entities', async () => {
  const notesOf = async (description: string) =>
    (await read(placemark(`<description>${description}</description>`)))[0]?.notes;
  expect(await notesOf('<table><tr><td>Depth</td><td>5 m</td></tr></table>')).toBe('Depth 5 m');
  expect(await notesOf('Call <b>before</b> noon<br/>gate code 7')).toBe('Call before noon\ngate code 7');
  expect(await notesOf('<![CDATA[depth < 5 m, width > 3 m<br>see map]]>')).toBe(
    'depth < 5 m, width > 3 m\nsee map',
  );
  expect(
    await notesOf('<![CDATA[<b>Gew&auml;sser:</b> M&uuml;hlbach<br>12&deg;C &ndash; 5&#8364; &unknown;]]>'),
  ).toBe('Gewässer: Mühlbach\n12°C – 5€ &unknown;');
});
