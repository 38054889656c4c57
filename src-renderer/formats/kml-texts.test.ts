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

it('the type of a field that two schemas have is that of the schema of each value', async () => {
  const text = '<SimpleData name="code">00417</SimpleData>';
  const of = (id: string) => `<SchemaData schemaUrl="#${id}">${text}</SchemaData>`;
  const schemas =
    '<Schema id="a" name="a"><SimpleField name="code" type="int"/></Schema><Schema id="b" name="b"><SimpleField name="code" type="string"/></Schema>';
  for (const [id, code] of [
    ['a', 417],
    ['b', '00417'],
    ['missing', '00417'],
  ] as const) {
    const [feature] = await read(schemas + placemark(`<ExtendedData>${of(id)}</ExtendedData>`));
    expect([id, feature?.attributes.code]).toEqual([id, code]);
  }
  const [untyped] = await read(
    placemark(
      '<ExtendedData><Data name="code"><value>00417</value></Data><Data name="n"><value>12</value></Data></ExtendedData>',
    ),
  );
  expect(untyped?.attributes).toEqual({ code: '00417', n: 12 });
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
  // HTML: the code of a control character is the letter of Windows, and nobody sees a style sheet.
  expect(await notesOf('<![CDATA[8&#150;12&#176;C <b>5 &euro;</b> 3 &#x80;]]>')).toBe('8–12°C 5 € 3 €');
  expect(
    await notesOf(
      '<![CDATA[<html><head><title>FID 7</title><style type="text/css">td { color: red }</style><!-- <b>old</b> --></head><body><table><tr><td>Depth</td><td>&lt; 5 m</td></tr></table><script>alert("x < 1")</script></body></html>]]>',
    ),
  ).toBe('Depth < 5 m');
  expect(await notesOf('&lt;b&gt;Depth&lt;/b&gt; &amp;lt; 5 m&lt;br/&gt;M&amp;uuml;hle')).toBe(
    'Depth < 5 m\nMühle',
  );
  expect(await notesOf('<![CDATA[one]]> two <![CDATA[<i>three</i> &amp; <style>four]]>')).toBe(
    'one two three & four',
  );
});
