import { expect, it } from 'vitest';
import { importFiles, placesOf } from '../../testing/page/import-harness.ts';
import { writeZip } from '../../testing/write-zip.ts';

const kml = (name: string, at = '11.5,48.1') =>
  `<kml><Document><Placemark><name>${name}</name><Point><coordinates>${at}</coordinates></Point></Placemark></Document></kml>`;
const gpx = '<gpx><wpt lat="48.3" lon="11.7"><name>Gate</name></wpt></gpx>';
const area = '{"type":"Polygon","coordinates":[[[11,48],[12,48],[12,49],[11,48]]]}';
const zipOf = (files: Readonly<Record<string, string | Buffer>>) =>
  writeZip(Object.entries(files).map(([name, data]) => ({ name, data: Buffer.from(data), method: 8 })));
const notesOf = ({ outcome }: Awaited<ReturnType<typeof importFiles>>) =>
  outcome.notes.map(({ message, values }) => [
    message.replace('validation.', ''),
    values?.file ?? values?.count,
  ]);

it('a KML in an archive does not hide the other files of places', async () => {
  const read = await importFiles({
    'mixed.zip': zipOf({ 'sites.kml': kml('Well'), 'areas.geojson': area, 'walk.gpx': gpx }),
  });
  expect([read.outcome.points, read.outcome.areas, notesOf(read)]).toEqual([2, 1, []]);
});

it('what is not read of an archive is named, be it a picture, a table or half a shapefile', async () => {
  const read = await importFiles({
    'a.kmz': zipOf({
      'doc.kml': kml('Well'),
      'more.kmz': zipOf({ 'doc.kml': kml('Deep') }),
      'files/icon.png': Buffer.from([0x89, 0x50, 0x4e, 0x47]),
      'files/two.jpg': 'x',
      '.hidden.csv': 'name,lat,lon\na,1,2',
      'roads.dbf': 'x',
      '__MACOSX/._doc.kml': 'x',
      '.DS_Store': 'x',
    }),
  });
  expect(placesOf(read)).toEqual([
    ['Well', 11.5, 48.1],
    ['Deep', 11.5, 48.1],
  ]);
  expect(read.features.map(({ where }) => where.layer)).toEqual(['doc.kml', 'more.kmz']);
  expect(notesOf(read)).toEqual([
    ['zipPictures', 2],
    ['zipEntrySkipped', 'roads.dbf'],
    ['zipEntrySkipped', '.hidden.csv'],
  ]);
});

it('the answer about the encoding of one member is not used for the members in UTF-8', async () => {
  const files = {
    'a.zip': zipOf({ 'a.kml': kml('Mühle'), 'b.kml': Buffer.from(kml('Grün'), 'latin1') }),
  };
  expect((await importFiles(files)).outcome.questions.map(({ kind }) => kind)).toEqual(['encoding']);
  const read = await importFiles(files, { answers: { encoding: 'windows-1252' } });
  expect(read.features.map(({ name }) => name)).toEqual(['Mühle', 'Grün']);
});

it('the answer about the coordinate system of one member is not used for a member that names its own', async () => {
  const member = (crs: string, at: string) =>
    `{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"${crs}"}},"features":[{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[${at}]}}]}`;
  const files = {
    'a.zip': zipOf({
      'a.geojson': member('urn:ogc:def:crs:EPSG::4326', '11.5,48.1'),
      'b.geojson': member('the grid of our village', '601779,5339606'),
    }),
  };
  const asked = await importFiles(files);
  expect(asked.outcome.notes[0]).toMatchObject({
    values: { file: 'b.geojson', crs: 'the grid of our village' },
  });
  const read = await importFiles(files, { answers: { crs: '32633' } });
  expect(placesOf(read).map(([, x, y]) => [Number(x).toFixed(3), Number(y).toFixed(3)])).toEqual([
    ['11.500', '48.100'],
    ['16.370', '48.202'],
  ]);
});

it('a member that is encrypted, damaged or packed in a new way is named and decides nothing about the others', async () => {
  const data = Buffer.from(kml('Lost'));
  const read = await importFiles({
    'a.zip': writeZip([
      { name: 'locked.kml', data, flags: 1 },
      { name: 'new.kml', data, method: 93 },
      { name: 'damaged.gpx', data: Buffer.from(gpx), claimedCrc: 1 },
      { name: 'packed.kml', data: Buffer.from('no deflated data'), method: 8, claimedPacked: 4 },
      { name: 'cut.zip', data: Buffer.from('PK\u0003\u0004') },
      { name: 'good.kml', data: Buffer.from(kml('Well')) },
    ]),
  });
  expect(read.outcome.notes.map(({ values }) => [values?.file, values?.reason])).toEqual([
    ['locked.kml', 'validation.entryEncrypted'],
    ['new.kml', 'validation.entryMethod'],
    ['damaged.gpx', 'validation.entryDamaged'],
    ['packed.kml', 'validation.entryDamaged'],
    ['cut.zip', 'validation.entryDamaged'],
  ]);
  expect(read.features.at(-1)?.name).toBe('Well');
  expect(read.outcome.notes.filter(({ message }) => message === 'validation.zipEntryCut')).toMatchObject([
    { values: { file: 'damaged.gpx', count: 1 } },
  ]);
});

it('an archive of Windows, with backslashes between its folders, is read like any other', async () => {
  const member = (name: string, data = '') => ({ name, data: Buffer.from(data) });
  const entries = [
    member('a\\b\\'),
    member('a\\b\\sites.kml', kml('Well')),
    member('__MACOSX\\a\\._sites.kml', 'x'),
    member('a\\Thumbs.db', 'x'),
  ];
  const read = await importFiles({ 'a.zip': writeZip(entries) });
  expect([placesOf(read), notesOf(read)]).toEqual([[['Well', 11.5, 48.1]], []]);
});

it('an archive deeper than a person would look is named, and those above it are read', async () => {
  const nest = (depth: number): Buffer =>
    zipOf({ 'doc.kml': kml(`Depth ${depth}`), ...(depth < 3 ? { 'next.kmz': nest(depth + 1) } : {}) });
  const read = await importFiles({ 'a.kmz': nest(0) });
  expect(read.features.map(({ name }) => name)).toEqual(['Depth 0', 'Depth 1', 'Depth 2']);
  expect(notesOf(read)).toEqual([['zipEntrySkipped', 'next.kmz / next.kmz / next.kmz']]);
});

it('a GPX and a KML in an archive within an archive are read, whatever its name', async () => {
  const inner = zipOf({ 'walk.gpx': gpx, 'notes.kml': kml('Well'), 'b.rar': 'Rar!', 'c.7z': '7z' });
  const read = await importFiles({ 'a.zip': zipOf({ 'walk.gpx.zip': inner, 'x.kml': kml('Spring') }) });
  expect(read.features.map(({ name }) => name).toSorted()).toEqual(['Gate', 'Spring', 'Well']);
  expect(notesOf(read).map(([message]) => message)).toEqual(['zipEntrySkipped', 'zipEntrySkipped']);
});
