import { expect, it } from 'vitest';
import { importFiles, importText, placesOf } from '../../testing/page/import-harness.ts';
import { writeZip } from '../../testing/write-zip.ts';

it('the headings are found below a declared separator, remarks and a title', async () => {
  for (const [text, count] of [
    ['sep=;\nName;Lat;Lon;Depth;Owner\nWell 1;48,1;11,5;3;city\nWell 2;48,2;11,6;4;farm', 1],
    [
      '# exported by logger 3.1\n# datum WGS84\nname,lat,lon,depth,owner\nWell 1,48.1,11.5,3,city\nWell 2,48.2,11.6,4,farm',
      2,
    ],
    ['Survey of wells 2024\n\nName,Lat,Lon,Depth,Owner\nWell 1,48.1,11.5,3,city\nWell 2,48.2,11.6,4,farm', 1],
    [
      'Survey of wells 2024;;;;\nName;Lat;Lon;Depth;Owner\nWell 1;48,1;11,5;3;city\nWell 2;48,2;11,6;4;farm',
      1,
    ],
    [
      'Project;Wells\nDate;2024-03-01\nCrew;4\nName;Lat;Lon;Depth;Owner\nWell 1;48,1;11,5;3;city\nWell 2;48,2;11,6;4;farm',
      3,
    ],
    [
      '"Survey of wells\nsecond edition"\n\n"Name","Lat\n(°)","Lon\n(°)",Depth,Owner\nWell 1,48.1,11.5,3,city\nWell 2,48.2,11.6,4,farm',
      1,
    ],
    ['sep=\t\nName\tLat\tLon\tDepth\tOwner\nWell 1\t48.1\t11.5\t3\tcity\nWell 2\t48.2\t11.6\t4\tfarm', 1],
    ['\uFEFF"sep=;"\r\nName;Lat;Lon;Depth;Owner\r\nWell 1;48,1;11,5;3;city\r\nWell 2;48,2;11,6;4;farm', 1],
    [
      '% logger 3.1\n% lat lon\nName,Lat,Lon,Depth,Owner\nWell 1,48.1,11.5,3,city\nWell 2,48.2,11.6,4,farm',
      2,
    ],
    ['// wells\n! datum\nName,Lat,Lon,Depth,Owner\nWell 1,48.1,11.5,3,city\nWell 2,48.2,11.6,4,farm', 2],
    [',,,,\n,,,,\nName,Lat,Lon,Depth,Owner\nWell 1,48.1,11.5,3,city\nWell 2,48.2,11.6,4,farm', 2],
    [
      `${'# a line about the logger\n'.repeat(40)}Name,Lat,Lon,Depth,Owner\nWell 1,48.1,11.5,3,city\nWell 2,48.2,11.6,4,farm`,
      40,
    ],
    [
      'Report of wells\nGenerated 2024-01-02\nName;Breite [Grad];Länge [Grad];Depth;Owner\nWell 1;48,1;11,5;3;city\nWell 2;48,2;11,6;4;farm',
      2,
    ],
  ] as const) {
    const read = await importText(text);
    expect([text, placesOf(read), read.rejected]).toEqual([
      text,
      [
        ['Well 1', 11.5, 48.1],
        ['Well 2', 11.6, 48.2],
      ],
      [],
    ]);
    expect(read.features[0]?.geometry).toMatchObject({ altitudeMetres: null });
    expect(Object.keys(read.features[0]?.attributes ?? {}).map((key) => key.toLowerCase())).toEqual([
      'depth',
      'owner',
    ]);
    expect(read.outcome.notes).toEqual([{ message: 'validation.rowsAboveHeader', values: { count } }]);
  }
});

it('a number with an exponent is a coordinate', async () => {
  expect(placesOf(await importText('name,lat,lon\nMeridian,51.4779,-3.8e-05'))).toEqual([
    ['Meridian', -0.000038, 51.4779],
  ]);
  expect(placesOf(await importText('Meridian, 51.4779, -3.8E-05'))).toEqual([
    ['Meridian', -0.000038, 51.4779],
  ]);
});

it('a line with the words latitude and longitude keeps its name and its remarks', async () => {
  const { features } = await importText(
    [
      'Sede: lat -17.40 long -66.15, tel. 591 4',
      'Pozo 3 lat: 17,5 S, lon: 66,25 W (seco)',
      'Pozo 4 Latitud 17,5 sur, longitud 66,25 oeste; seco',
      "Pozo 5 latitude 17 deg 30' S longitude 66 deg 15 min W, alt 30 m, dry",
    ].join('\n'),
  );
  expect(features).toMatchObject([
    { name: 'Sede', notes: 'tel. 591 4', geometry: { longitude: -66.15, latitude: -17.4 } },
    { name: 'Pozo 3', notes: '(seco)', geometry: { longitude: -66.25, latitude: -17.5 } },
    { name: 'Pozo 4', notes: 'seco', geometry: { longitude: -66.25, latitude: -17.5 } },
    { name: 'Pozo 5', notes: 'dry', geometry: { longitude: -66.25, latitude: -17.5, altitudeMetres: 30 } },
  ]);
});

it('a word for a direction before two numbers is the name of a place, not its side', async () => {
  const { features } = await importText(
    'Norte -33.4, -70.6\nSur 33.5, 70.6\nEste 12.5 18.25\nNorte 33,4 S 70,6 W\nPozo Sur 33.5 N 70.6 E',
  );
  expect(
    features.map(({ name, geometry }) => [name, geometry?.kind === 'point' && geometry.latitude]),
  ).toEqual([
    ['Norte', -33.4],
    ['Sur', 33.5],
    ['Este', 12.5],
    ['Norte', -33.4],
    ['Pozo Sur', 33.5],
  ]);
});

it('rows of numbers above a row of headings are not left out', async () => {
  const text = 'Well 1;48,1;11,5\nWell 2;48,2;11,6\nName;Lat;Lon;Depth;Owner\nWell 3;48,3;11,7;3;city';
  const read = await importText(text);
  expect([placesOf(read).map(([name]) => name), read.rejected.length]).toEqual([
    ['Well 1', 'Well 2', 'Well 3'],
    1,
  ]);
});

/** A workbook with one sheet of these rows; a cell is left out where it is null. */
function workbookOf(rows: readonly (readonly (string | number | null)[])[]): Buffer {
  const cellOf = (value: string | number | null, row: number, column: number) => {
    const address = `${String.fromCharCode(65 + column)}${row + 1}`;
    if (value === null) return '';
    return typeof value === 'number'
      ? `<c r="${address}"><v>${value}</v></c>`
      : `<c r="${address}" t="inlineStr"><is><t>${value}</t></is></c>`;
  };
  const sheet = rows.map(
    (cells, row) =>
      `<row r="${row + 1}">${cells.map((value, column) => cellOf(value, row, column)).join('')}</row>`,
  );
  const parts = {
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="a"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet.join('')}</sheetData></worksheet>`,
  };
  return writeZip(
    Object.entries(parts).map(([name, text]) => ({ name, data: Buffer.from(text), method: 8 })),
  );
}

it('the headings of a workbook are found below a title, blank rows and remarks, and in two rows', async () => {
  const wells = [
    ['Well 1', 48.1, 11.5, 3],
    ['Well 2', 48.2, 11.6, 4],
  ];
  const headings = ['Name', 'Lat', 'Lon', 'Depth'];
  for (const above of [
    [['Survey of wells 2024']],
    [['Survey of wells 2024'], [], [], ['Crew', 4]],
    [['# exported by a logger'], ['% datum WGS84', null, null, 'x']],
  ]) {
    const read = await importFiles({ 'a.xlsx': workbookOf([...above, headings, ...wells]) });
    expect([above, placesOf(read), read.features[0]?.attributes]).toEqual([
      above,
      [
        ['Well 1', 11.5, 48.1],
        ['Well 2', 11.6, 48.2],
      ],
      { Depth: 3 },
    ]);
  }
  const divided = await importFiles({
    'a.xlsx': workbookOf([
      ['Name', 'Latitude', null, null, 'Longitude', null, null],
      [null, 'deg', 'min', 'dir', 'deg', 'min', 'dir'],
      ['Well', 33, 30, 'S', 70, 15, 'W'],
    ]),
  });
  expect(placesOf(divided)).toEqual([['Well', -70.25, -33.5]]);
});
