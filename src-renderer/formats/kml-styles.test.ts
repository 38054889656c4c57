import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { exportToFile } from '../../testing/page/export-to-file.ts';
import { importText } from '../../testing/page/import-harness.ts';
import type { ExportColumn } from './exported-feature.ts';
import type { WriteOptions } from './feature-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'nadir-styles-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const point = (name: string, style: string) =>
  `<Placemark><name>${name}</name>${style}<Point><coordinates>1,2</coordinates></Point></Placemark>`;
const icon = (color: string, href = '') =>
  `<IconStyle><color>${color}</color>${href === '' ? '' : `<Icon><href>${href}</href></Icon>`}</IconStyle>`;
const attributesOf = async (text: string) =>
  Object.fromEntries((await importText(text)).features.map(({ name, attributes }) => [name, attributes]));

const styles = `<Style id="red">${icon('ff0000cc', 'https://maps.example/pin.png')}<PolyStyle><color>7f00ff00</color></PolyStyle></Style>
<StyleMap id="both"><Pair><key>highlight</key><styleUrl>#none</styleUrl></Pair><Pair><key>normal</key><styleUrl>#red</styleUrl></Pair></StyleMap>`;
const marks = `<Folder><name>North</name>${point('A', '<styleUrl>#both</styleUrl>')}
<Folder><name>Wells</name>${point('B', `<styleUrl>#red</styleUrl><Style>${icon('ff00ccff')}</Style>`)}</Folder></Folder>
${point('C', `<Style>${icon('ffffffff')}</Style>`)}
<Placemark><name>D</name><styleUrl>#red</styleUrl><Polygon><outerBoundaryIs><LinearRing><coordinates>1,1 2,1 2,2 1,1</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
const pin = 'https://maps.example/pin.png';
const expected = {
  A: { color: '#cc0000', symbol: pin, folder: 'North' },
  B: { color: '#ffcc00', symbol: pin, folder: 'North / Wells' },
  C: {},
  D: { color: '#00ff007f', symbol: pin },
};

it.each(['above', 'below'])(
  'colours, pictures and folders of a KML become attributes, with styles %s',
  async (side) => {
    const inside = side === 'above' ? styles + marks : marks + styles;
    expect(await attributesOf(`<kml><Document>${inside}</Document></kml>`)).toEqual(expected);
  },
);

const column = (key: string): ExportColumn => ({ key, label: key, type: 'text' });
const optionsOf = (columns: ExportColumn[], more: Partial<WriteOptions> = {}): WriteOptions => ({
  layer: 'places',
  title: 'Places',
  columns,
  hasNotes: false,
  folderColumn: null,
  coordinateFormat: 'dd',
  byteOrderMark: false,
  ...more,
});

it('colours, pictures and folders that came from a KML are written to one, and read again', async () => {
  const { features } = await importText(`<kml><Document>${styles}${marks}</Document></kml>`);
  const columns = ['list', 'color', 'symbol', 'folder'].map(column);
  const exported = features.flatMap(({ name, attributes, geometry }) =>
    geometry.kind === 'point'
      ? [
          {
            name: name ?? '',
            notes: '',
            attributes: { list: 'Survey', ...attributes },
            geometry: { kind: 'point', at: [geometry.longitude, geometry.latitude] } as const,
          },
        ]
      : [],
  );
  const written = await exportToFile(folder, 'kml', exported, optionsOf(columns, { folderColumn: 'list' }));
  const text = await written.file.text();
  expect(text).toContain(
    `<Style><IconStyle><color>ff0000cc</color><Icon><href>${pin}</href></Icon></IconStyle><LineStyle><color>ff0000cc</color></LineStyle><PolyStyle><color>ff0000cc</color></PolyStyle></Style>`,
  );
  expect(text).toMatch(
    /<Folder><name>Survey<\/name>[\s\S]*<Folder><name>North<\/name>[\s\S]*<Folder><name>Wells<\/name>/,
  );
  const again = await attributesOf(text);
  expect([again.A, again.B]).toEqual([
    { list: 'Survey', ...expected.A },
    { list: 'Survey', ...expected.B },
  ]);
});

it('the symbol, time, type and comment of a waypoint are written where GPX has them, and read again', async () => {
  const waypoint =
    '<wpt lat="2" lon="1"><time>2024-03-01T10:00:00Z</time><name>A</name><cmt>wet</cmt><desc>by the road</desc><sym>Flag, Blue</sym><type>Camp</type></wpt>';
  const { features } = await importText(`<gpx version="1.1">${waypoint}</gpx>`);
  const columns = ['type', 'sym', 'time', 'cmt', 'depth'].map(column);
  const exported = features.map(({ name, notes, attributes }) => ({
    name: name ?? '',
    notes: notes ?? '',
    attributes: { ...attributes, depth: '3' },
    geometry: { kind: 'point', at: [1, 2] } as const,
  }));
  const odd = {
    name: 'B',
    notes: '',
    attributes: { time: 'in spring' },
    geometry: { kind: 'point', at: [1, 2] } as const,
  };
  const { file } = await exportToFile(folder, 'gpx', exported, optionsOf(columns));
  expect(await file.text()).toContain(
    waypoint.replace('</wpt>', '<extensions><ogr:depth>3</ogr:depth></extensions></wpt>'),
  );
  const text = await (await exportToFile(folder, 'gpx', [odd], optionsOf(columns))).file.text();
  expect(text).toContain('<ogr:time>in spring</ogr:time>');
});
