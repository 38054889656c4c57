import { expect, it } from 'vitest';
import { importFiles, importText, placesOf, problemOf } from '../../testing/page/import-harness.ts';
import { writeZip } from '../../testing/write-zip.ts';

const kml = (inside: string, words = 'xmlns="http://www.opengis.net/kml/2.2"') =>
  `<?xml version="1.0"?>\n<kml ${words}>\n<Document><name>file</name>${inside}</Document></kml>`;
const point = (name: string, coordinates: string, more = '') =>
  `<Placemark><name>${name}</name>${more}<Point><coordinates>${coordinates}</coordinates></Point></Placemark>`;

it('names each place with its folders and its line', async () => {
  const text = kml(`
<Folder><name>North</name>${point('A', '16.4,48.2,120')}
<Folder><name>Ports</name>
${point('B', ' 1, 2 ')}</Folder></Folder>
${point('C', '3,4,0')}`);
  const { features } = await importText(text);
  expect(
    features.map(({ name, where, geometry }) => [
      name,
      where.layer,
      where.line,
      geometry.kind === 'point' && geometry.altitudeMetres,
    ]),
  ).toEqual([
    ['A', 'North', 4, 120],
    ['B', 'North / Ports', 6, null],
    // By default the altitude is clamped to the ground, where zero means none.
    ['C', null, 7, null],
  ]);
});

it.each(['<altitudeMode>relativeToGround', '<gx:altitudeMode>relativeToSeaFloor'])(
  'keeps a height above the ground as an attribute, because it is no altitude (%s)',
  async (mode) => {
    const tag = mode.replace('<', '').replace(/>.*/, '');
    const placed = `<Placemark><name>Mast</name><Point>${mode}</${tag}><coordinates>16.37,48.2,35</coordinates></Point></Placemark>`;
    expect((await importText(kml(placed))).features[0]).toMatchObject({
      geometry: { kind: 'point', altitudeMetres: null },
      attributes: { height_above_ground: 35 },
    });
  },
);

it('tells that the file itself names its places, so that no field is called their name', async () => {
  const placemark = (name: string, id: string) =>
    `<Placemark>${name}<ExtendedData><Data name="id"><value>${id}</value></Data></ExtendedData><Point><coordinates>1,2</coordinates></Point></Placemark>`;
  const named = await importText(
    `<kml>${placemark('', '1')}${placemark('<name>Quay</name>', '2')}</kml>`,
    {},
  );
  expect(named.outcome.fields).toEqual({ names: ['id'], name: null, hasOwnNames: true });
  const unnamed = await importText(`<kml>${placemark('', '1')}</kml>`, {});
  expect(unnamed.outcome.fields).toEqual({ names: ['id'], name: 'id', hasOwnNames: false });
});

it('reads declared prefixes and undeclared ones', async () => {
  const prefixed =
    '<k:kml xmlns:k="http://www.opengis.net/kml/2.2"><k:Placemark><k:name>A</k:name><k:Point><k:coordinates>1,2</k:coordinates></k:Point></k:Placemark></k:kml>';
  expect(placesOf(await importText(prefixed))).toEqual([['A', 1, 2]]);
  expect(
    placesOf(await importText(kml(point('A', '1,2', '<gx:balloonVisibility>1</gx:balloonVisibility>')))),
  ).toEqual([['A', 1, 2]]);
});

it('keeps attributes with the types of their schema, dates, and descriptions without their HTML', async () => {
  const more = `<description><![CDATA[<table><tr><td>Depth</td><td>5&nbsp;m</td></tr></table><br/>By <b>boat</b>]]></description>
<TimeStamp><when>2024-05-06</when></TimeStamp>
<ExtendedData><SchemaData schemaUrl="#s"><SimpleData name="rank">7</SimpleData><SimpleData name="code">007</SimpleData></SchemaData><Data name="owner"><value>us</value></Data></ExtendedData>`;
  const text = kml(
    `<Schema id="s" name="s"><SimpleField name="rank" type="int"/><SimpleField name="code" type="string"/></Schema>${point('A', '1,2', more)}`,
  );
  expect((await importText(text)).features[0]).toMatchObject({
    notes: 'Depth 5 m\nBy boat',
    attributes: { rank: 7, code: '007', owner: 'us', when: '2024-05-06' },
  });
});

it('splits a feature with several geometries, and marks the lines among them', async () => {
  const ring = (coordinates: string) => `<LinearRing><coordinates>${coordinates}</coordinates></LinearRing>`;
  const polygon = `<Polygon><outerBoundaryIs>${ring('0,0 4,0 4,4 0,4 0,0')}</outerBoundaryIs><innerBoundaryIs>${ring('1,1 1,2 2,2 1,1')}</innerBoundaryIs></Polygon>`;
  const text = kml(
    `<Placemark><name>M</name><MultiGeometry><Point><coordinates>1,2</coordinates></Point>${polygon}<LineString><coordinates>1,1 2,2</coordinates></LineString></MultiGeometry></Placemark>`,
  );
  const read = await importText(text);
  expect(placesOf(read)).toEqual([
    ['M 1', 1, 2],
    ['M 2', 2],
  ]);
  expect(read.rejected).toMatchObject([{ name: 'M 3', problem: { message: 'validation.lineNotPlace' } }]);
});

it('opens no link and counts them', async () => {
  const link = '<NetworkLink><Link><href>http://127.0.0.1:9/x.kml</href></Link></NetworkLink>';
  const read = await importText(kml(link + point('A', '1,2')));
  expect(read.outcome.notes).toEqual([{ message: 'validation.kmlLinks', values: { count: 1 } }]);
  expect(problemOf(await importText(kml(link)))).toBe('onlyLinks');
});

it('reads every KML of an archive, with its folders', async () => {
  const entry = (name: string, text: string) => ({ name, data: Buffer.from(text), method: 8 });
  const icon = { name: 'files/icon.png', data: Buffer.from([0x89, 0x50]) };
  const one = writeZip([entry('doc.kml', kml(`<Folder><name>F</name>${point('A', '1,2')}</Folder>`)), icon]);
  expect(
    (await importFiles({ 'a.kmz': one })).features.map(({ name, where }) => [name, where.layer]),
  ).toEqual([['A', 'F']]);
  const inner = '<NetworkLink><Link><href>b.kml</href></Link></NetworkLink>';
  const several = writeZip([entry('doc.kml', kml(inner)), entry('b.kml', kml(point('B', '3,4')))]);
  const read = await importFiles({ 'a.kmz': several });
  expect(read.features.map(({ name, where }) => [name, where.layer])).toEqual([['B', 'b.kml']]);
  expect([read.outcome.format, read.outcome.notes]).toEqual(['kmz', []]);
});

it('reads waypoints of GPX with their altitude and extensions, and names tracks and routes', async () => {
  const text =
    '<gpx version="1.1"><wpt lat="48.2" lon="16.4"><ele>120.5</ele><name>A</name><desc>by boat</desc><sym>Flag</sym><extensions><a:rank>7</a:rank></extensions></wpt><rte><name>R</name><rtept lat="1" lon="1"/></rte><trk><trkseg><trkpt lat="1" lon="1"/></trkseg></trk></gpx>';
  const { features, rejected } = await importText(text);
  expect(features).toMatchObject([
    {
      name: 'A',
      notes: 'by boat',
      attributes: { sym: 'Flag', rank: 7 },
      geometry: { altitudeMetres: 120.5 },
    },
  ]);
  expect(rejected.map(({ name, raw }) => [name, raw])).toEqual([
    ['R', 'rte R'],
    [null, 'trk'],
  ]);
});

it('uses the types of a schema wherever it stands in the file', async () => {
  const mark = point(
    'A',
    '1,2',
    '<ExtendedData><SchemaData schemaUrl="#s"><SimpleData name="plot">00417</SimpleData><SimpleData name="depth">2.50</SimpleData></SchemaData></ExtendedData>',
  );
  const schema =
    '<Schema id="s" name="Plots"><SimpleField type="xsd:string" name="plot"/><SimpleField type="double" name="depth"/></Schema>';
  const attributesOf = async (inside: string) => (await importText(kml(inside))).features[0]?.attributes;
  expect(await attributesOf(schema + mark)).toEqual({ plot: '00417', depth: 2.5 });
  expect(await attributesOf(mark + schema)).toEqual({ plot: '00417', depth: 2.5 });
});
