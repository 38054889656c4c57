import { expect, it } from 'vitest';
import {
  importFiles,
  importText,
  placesOf,
  problemOf,
  reasonsOf,
} from '../../testing/page/import-harness.ts';
import { noColumns } from './table-columns.ts';

const places = async (text: string) => placesOf(await importText(text));

it('reads a name and a place per line, in the forms that people paste', async () => {
  expect(await places('Harbour, 48.2, 16.37\n\nFarm, -33.5, -70.25\n')).toEqual([
    ['Harbour', 16.37, 48.2],
    ['Farm', -70.25, -33.5],
  ]);
  expect(await places('Harbour;48,2;16,37')).toEqual([['Harbour', 16.37, 48.2]]);
  expect(await places('Harbour\t48.2\t16.37\t')).toEqual([['Harbour', 16.37, 48.2]]);
  expect(await places('48.2, 16.37')).toEqual([[null, 16.37, 48.2]]);
  expect(await places('"Quay, north", 48.2, 16.37')).toEqual([['Quay, north', 16.37, 48.2]]);
  expect(await places('48.2N 16.37E, Harbour')).toEqual([['Harbour', 16.37, 48.2]]);
  const [utm] = await places('Harbour, 33U 601779 5339606');
  expect(utm?.[0]).toBe('Harbour');
});

it('reads lines in different notations together', async () => {
  const lines = [
    'Dome, 48.2082 N 16.3738 E',
    `Tower: 48°12'30"N 16°22'25"E`,
    'POINT (16.4 48.2)',
    'MGRS – 31UCP9587133920',
    '8FW4V75V+8Q',
    'https://www.openstreetmap.org/?mlat=48.2&mlon=16.37#map=12/1/1',
    'geo:48.2,16.37,120',
    'POLYGON ((1 1, 2 1, 2 2, 1 1))',
    'nowhere in particular',
  ];
  const read = await importText(lines.join('\n'));
  expect([read.outcome.format, read.outcome.points, read.outcome.areas]).toEqual(['lines', 7, 1]);
  expect(reasonsOf(read)).toEqual([[9, 'coordinate']]);
  expect(read.features.map(({ name }) => name).slice(0, 4)).toEqual(['Dome', 'Tower', null, 'MGRS']);
  expect(read.rejected[0]?.mend?.place).toBe('nowhere in particular');
});

it('follows the headings, whatever their order and language', async () => {
  expect(await places('lon,lat,Name,cloud\n16.37,48.2,Harbour,3\n-70.25,-33.5,Farm,1')).toEqual([
    ['Harbour', 16.37, 48.2],
    ['Farm', -70.25, -33.5],
  ]);
  for (const header of [
    'nombre;latitud;longitud',
    'Name;Breite;Länge',
    'NAME;Lat (deg);Lon (deg)',
    'título;Latitude;Longitude',
    'название;широта;долгота',
    '名称;纬度;经度',
    'site;y;x',
    'Nom;LAT_WGS84;LNG',
  ])
    expect([header, await places(`${header}\nHarbour;48,2;16,37`)]).toEqual([
      header,
      [['Harbour', 16.37, 48.2]],
    ]);
  expect(reasonsOf(await importText('lat;lon\n95;16\n48;16'))).toEqual([[2, 'latitude']]);
});

it('prefers a name to an id before it, and keeps the other columns', async () => {
  const text = 'id,name,lat,lon,owner,code\n0,Harbour,48.2,16.37,us,007\n1,Farm,-33.5,-70.25,,8';
  const { features, outcome } = await importText(text);
  expect(features.map(({ name, attributes }) => [name, attributes])).toEqual([
    ['Harbour', { id: 0, owner: 'us', code: '007' }],
    ['Farm', { id: 1, owner: null, code: 8 }],
  ]);
  expect(outcome.table).toMatchObject({
    headings: ['id', 'name', 'lat', 'lon', 'owner', 'code'],
    columns: { name: 1, latitude: 2, longitude: 3, altitude: null, place: null },
  });
  // An id becomes the name if there is no other one.
  expect((await places('id,lat,lon\nA7,1,2'))[0]?.[0]).toBe('A7');
});

it('lets the user select columns, and finds places by content if the headings do not show them', async () => {
  const text = 'foo;bar;baz;qux\nQ1;48,2;16,37;120\nQ2;47,5;15,25;80';
  const guessed = await importText(text);
  expect(placesOf(guessed)).toEqual([
    ['Q1', 16.37, 48.2],
    ['Q2', 15.25, 47.5],
  ]);
  // Nothing shows which number is which.
  expect(guessed.outcome.questions.map(({ kind, answer }) => [kind, answer])).toEqual([['order', null]]);
  const columns = {
    ...noColumns,
    name: 0,
    latitude: 2,
    longitude: 1,
    altitude: 3,
    place: null,
    notes: null,
    tags: null,
  };
  const selected = await importText(text, { table: { columns } });
  expect(selected.outcome.questions).toEqual([]);
  expect(selected.features[0]).toMatchObject({
    name: 'Q1',
    geometry: { longitude: 48.2, latitude: 16.37, altitudeMetres: 120 },
  });
  const none = await importText('a,b\nQ1,x\nQ2,y');
  expect([problemOf(none), none.outcome.table?.headings]).toEqual(['importColumns', ['a', 'b']]);
});

it('reads notes, tags, altitudes and places in one column', async () => {
  const text =
    'name\tcoordinates\televation\tnotes\ttags\nQuay\t31UCP9587133920\t12.5\tby boat\tport, night; port';
  expect((await importText(text)).features).toMatchObject([
    {
      name: 'Quay',
      notes: 'by boat',
      tags: ['port', 'night'],
      geometry: { altitudeMetres: 12.5 },
      attributes: {},
    },
  ]);
  expect(reasonsOf(await importText('name,lat,lon,alt\nA,1,2,high\nB,,,5\nC,1,2,'))).toEqual([
    [2, 'altitudeNumber'],
    [3, 'noPlaceInRow'],
  ]);
});

it('keeps a quoted cell whole across line ends, and treats a lone quote as a character', async () => {
  const read = await importText('name,lat,lon\r\n"Quay,\r\nnorth",48.2,16.37\r\nFarm,-33.5,-70.25');
  expect(read.features.map(({ name, where }) => [name, where.line])).toEqual([
    ['Quay, north', 2],
    ['Farm', 4],
  ]);
  expect(await places('Pipe 5", 48.2, 16.37\nFarm, -33.5, -70.25')).toHaveLength(2);
  const lone = await importText('name,lat,lon\n"Pipe,48.2,16.37\nFarm,-33.5,-70.25\nQuay,1,2');
  expect(lone.outcome.count + lone.outcome.rejectedCount).toBe(3);
  expect(lone.features.map(({ name }) => name)).toContain('Quay');
});

it('reads line ends of every kind and a byte order mark', async () => {
  for (const text of [
    '\uFEFFname,lat,lon\nA,1,2\nB,3,4',
    'name,lat,lon\r\nA,1,2\r\nB,3,4\r\n',
    'name,lat,lon\rA,1,2\rB,3,4',
  ])
    expect(await places(text)).toEqual([
      ['A', 2, 1],
      ['B', 4, 3],
    ]);
});

it('lets the user say how the rows are read', async () => {
  const text = 'a|b\nHarbour|48.2 N 16.37 E';
  expect(
    (await importText(text, { table: { delimiter: '|', hasHeader: false, layout: 'lines' } })).outcome
      .rejectedCount,
  ).toBe(1);
  const lines = 'lat,lon\n1,2';
  expect(
    (
      await importText(lines, {
        table: {
          hasHeader: false,
          columns: {
            ...noColumns,
            name: null,
            latitude: 0,
            longitude: 1,
            place: null,
            altitude: null,
            notes: null,
            tags: null,
          },
        },
      })
    ).outcome,
  ).toMatchObject({ count: 1, rejectedCount: 1 });
});

it('reads coordinates of another system when the user names it', async () => {
  const text = 'name;easting;northing\nA;601779,5;5339606,25\nB;601.779;5.339.606';
  const asked = await importText(text);
  expect(asked.outcome.questions.map(({ kind, answer }) => [kind, answer])).toContainEqual(['crs', null]);
  const read = await importText(text, { answers: { crs: '32633' } });
  const [first] = read.features;
  if (first?.geometry.kind !== 'point') throw new Error('no point');
  expect([first.geometry.longitude, first.geometry.latitude].map((each) => each.toFixed(4))).toEqual([
    '16.3698',
    '48.2015',
  ]);
  expect(problemOf(await importText(text, { answers: { crs: 'round here' } }))).toBe('epsgCode');
});

const cell = (address: string, inside: string, words = '') => `<c r="${address}"${words}>${inside}</c>`;
const sheet = (...rows: string[]) => `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`;

it('reads a workbook: shared and inline texts, numbers, dates, empty cells, and the selected sheet', async () => {
  const { writeZip } = await import('../../testing/write-zip.ts');
  const head = `<row r="1">${['A1', 'B1', 'C1', 'D1'].map((address, i) => cell(address, `<v>${i}</v>`, ' t="s"')).join('')}</row>`;
  const body = `<row r="3">${cell('A3', '<is><t>Quay &amp; pier</t></is>', ' t="inlineStr"')}${cell('B3', '<v>48.2</v>')}${cell('C3', '<v>16.37</v>')}${cell('D3', '<v>45418</v>', ' s="1"')}</row>`;
  const parts: Record<string, string> = {
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="First" r:id="a"/><sheet name="Second" r:id="b"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/><Relationship Id="b" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
    'xl/sharedStrings.xml':
      '<sst><si><t>Name</t></si><si><r><t>La</t></r><r><t>t</t></r></si><si><t>Lon</t><rPh><t>x</t></rPh></si><si><t>Day</t></si></sst>',
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': sheet(head, body),
    'xl/worksheets/sheet2.xml': sheet(
      `<row r="1">${cell('A1', '<v>1.5</v>')}${cell('B1', '<v>2.5</v>')}</row>`,
    ),
  };
  const book = writeZip(
    Object.entries(parts).map(([name, text]) => ({ name, data: Buffer.from(text), method: 8 })),
  );
  const first = await importFiles({ 'a.xlsx': book });
  expect(first.features).toMatchObject([
    {
      name: 'Quay & pier',
      attributes: { Day: '2024-05-06' },
      where: { layer: 'First', line: 3 },
      geometry: { longitude: 16.37, latitude: 48.2 },
    },
  ]);
  expect(first.outcome.table).toMatchObject({
    sheets: ['First', 'Second'],
    sheet: 'First',
    headings: ['Name', 'Lat', 'Lon', 'Day'],
  });
  const second = await importFiles({ 'a.xlsx': book }, { table: { sheet: 'Second' } });
  expect(second.outcome.table?.sheet).toBe('Second');
  expect(placesOf(second)).toEqual([[null, 2.5, 1.5]]);
  expect(first.outcome.notes).toContainEqual({
    message: 'validation.otherSheets',
    values: { sheets: 'Second' },
  });

  // A sheet without places, such as one with notes, does not hide the places of the next one.
  for (const notes of [
    '',
    '<row r="1"><c r="A1" t="inlineStr"><is><t>How to use this book</t></is></c></row>',
  ]) {
    const noted = {
      ...parts,
      'xl/worksheets/sheet2.xml': sheet(head, body),
      'xl/worksheets/sheet1.xml': sheet(notes),
    };
    const withNotes = writeZip(
      Object.entries(noted).map(([name, text]) => ({ name, data: Buffer.from(text), method: 8 })),
    );
    const found = await importFiles({ 'a.xlsx': withNotes });
    expect([found.outcome.table?.sheet, placesOf(found)]).toEqual(['Second', [['Quay & pier', 16.37, 48.2]]]);
    expect(found.outcome.notes).toContainEqual({
      message: 'validation.otherSheets',
      values: { sheets: 'First' },
    });
  }
});

it('reads a place in any notation after a name without a mark between them', async () => {
  const read = async (line: string) => placesOf(await importText(line));
  for (const [line, ...place] of [
    ['Pozo Norte -12,5 -75,25', 'Pozo Norte', -75.25, -12.5],
    ['Pozo Norte −12,5 −75,25', 'Pozo Norte', -75.25, -12.5],
    ['Mu 12.5,75.25', 'Mu', 75.25, 12.5],
    ['Well A (-12.5, -75.25)', 'Well A', -75.25, -12.5],
    ['Lambda geo:-12.5,-75.25', 'Lambda', -75.25, -12.5],
    ['Gamma https://www.google.com/maps/place/x/@-12.0464,-77.0428,15z', 'Gamma', -77.0428, -12.0464],
    ['Nu 12°30′S 75°15′W', 'Nu', -75.25, -12.5],
    ['Quay, 48.2, 16.37', 'Quay', 16.37, 48.2],
    ['Site 12,48.2,16.37', 'Site 12', 16.37, 48.2],
  ] as const)
    expect([line, await read(line)]).toEqual([line, [place]]);
  const [[name, longitude, latitude] = []] = await read('Office 8FVC9G8F+6X');
  // The middle of the cell, by the reference implementation of Plus Codes.
  expect([name, longitude, latitude]).toEqual([
    'Office',
    expect.closeTo(8.524938, 5),
    expect.closeTo(47.365562, 5),
  ]);
  const [[grid, east, north] = []] = await read('Gamma 18L 690000 8617000');
  // By PROJ: EPSG:32718 to EPSG:4326.
  expect([grid, east, north]).toEqual([
    'Gamma',
    expect.closeTo(-73.251551, 5),
    expect.closeTo(-12.504779, 5),
  ]);
  // The first of three numbers may be a part of the name.
  expect(await read('Pozo 7 -12.5 -75.25')).toEqual([]);
});

it('reads the point of a form for mobile phones: latitude, longitude, altitude and accuracy', async () => {
  const read = await importText('site,gps\nA,-13.9626 33.7741 1050.0 4.5\nB,-13.5 33.25 0 0');
  expect(placesOf(read)).toEqual([
    ['A', 33.7741, -13.9626],
    ['B', 33.25, -13.5],
  ]);
  expect(read.features[0]?.geometry).toMatchObject({ altitudeMetres: 1050 });
});
