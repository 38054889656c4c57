import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { importFiles, importText, problemOf, reasonsOf } from '../../testing/page/import-harness.ts';
import { layerStatements, writeDatabase, writeGeoPackage } from '../../testing/write-geopackage.ts';
import { writeShapefile } from '../../testing/write-shapefile.ts';
import { writeZip } from '../../testing/write-zip.ts';

const bytes = (...parts: (string | Uint8Array | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
const zip = (entries: Parameters<typeof writeZip>[0], options?: Parameters<typeof writeZip>[1]) =>
  writeZip(entries, options);
const kml = (inside: string) =>
  `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inside}</Document></kml>`;
const placemark = (geometry: string) => `<Placemark><name>A</name>${geometry}</Placemark>`;
const collection = (...geometries: unknown[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: geometries.map((geometry) => ({ type: 'Feature', properties: {}, geometry })),
  });
const point = (...coordinates: unknown[]) => ({ type: 'Point', coordinates });
const polygon = (...rings: unknown[]) => ({ type: 'Polygon', coordinates: rings });
const square = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];
const workbook = (sheet: string, more: Record<string, string> = {}) =>
  zip(
    Object.entries({
      'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': sheet,
      ...more,
    }).map(([name, text]) => ({ name, data: Buffer.from(text), method: 8 })),
  );
const shapes = () => writeShapefile({ name: 'A', position: [16.4, 48.2] });
const degreesPrj =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

type Files = Record<string, string | Uint8Array>;
/** The imported files and the expected message: for the whole file, or for its only rejected feature. */
const cases: Record<string, { files: () => Files; problem?: string; reason?: string; note?: string }> = {
  'an empty file': { files: () => ({ 'a.csv': '' }), problem: 'noFeatures' },
  'nothing but blank lines': { files: () => ({ 'a.csv': '\r\n \n\t\n' }), problem: 'noFeatures' },
  'a header alone': { files: () => ({ 'a.csv': 'name,lat,lon\n' }), problem: 'noFeatures' },
  noise: { files: () => ({ 'a.csv': bytes([1, 0, 2, 0, 0, 0, 7, 0, 9, 1, 0]) }), problem: 'binaryFile' },
  'a program': { files: () => ({ 'a.kml': bytes('\x7fELF', [0, 0, 1, 0, 0]) }), problem: 'binaryFile' },
  'a PDF': { files: () => ({ 'list.csv': '%PDF-1.7 something' }), problem: 'pdfFile' },
  'an old workbook': {
    files: () => ({ 'a.xlsx': bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]) }),
    problem: 'oldExcel',
  },
  'a gzip': { files: () => ({ 'a.geojson': bytes([0x1f, 0x8b, 8, 0]) }), problem: 'otherArchive' },
  'a web page': {
    files: () => ({ 'a.kml': '<!DOCTYPE html><html><body>Sign in</body></html>' }),
    problem: 'htmlFile',
  },
  'other XML': {
    files: () => ({ 'a.kml': '<?xml version="1.0"?><wfs:Capabilities/>' }),
    problem: 'otherXmlFile',
  },
  'an encoding that does not exist': {
    files: () => ({ 'a.kml': '<?xml version="1.0" encoding="EBCDIC-99"?><kml/>' }),
    problem: 'noFeatures',
    note: 'untrueEncoding',
  },
  'UTF-32': {
    files: () => ({ 'a.csv': bytes([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]) }),
    problem: 'unknownEncoding',
  },

  'an entity that grows': {
    files: () => ({
      'a.kml': `<!DOCTYPE kml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${kml(placemark('&b;'))}`,
    }),
    problem: 'xmlEntities',
  },
  'an entity that names a file': {
    files: () => ({ 'a.gpx': '<!DOCTYPE gpx SYSTEM "file:///etc/passwd"><gpx><wpt lat="1" lon="2"/></gpx>' }),
    problem: 'xmlEntities',
  },
  'an entity without a declaration': {
    files: () => ({ 'a.kml': kml(placemark('<description>&nbsp;</description>')) }),
    problem: 'brokenXml',
  },
  'XML that ends early': {
    files: () => ({ 'a.kml': kml(placemark('<Point>')).slice(0, 120) }),
    problem: 'brokenXml',
  },
  'elements ten thousand deep': {
    files: () => ({ 'a.kml': kml('<Folder>'.repeat(10_000)) }),
    problem: 'tooDeep',
  },
  'geometries ten thousand deep': {
    files: () => ({ 'a.kml': kml(placemark('<MultiGeometry>'.repeat(10_000))) }),
    problem: 'tooDeep',
  },
  'a placemark without a geometry': { files: () => ({ 'a.kml': kml(placemark('')) }), reason: 'noGeometry' },
  'a point without numbers': {
    files: () => ({ 'a.kml': kml(placemark('<Point><coordinates>here</coordinates></Point>')) }),
    reason: 'kmlCoordinates',
  },
  'a point with NaN': {
    files: () => ({ 'a.kml': kml(placemark('<Point><coordinates>NaN,NaN</coordinates></Point>')) }),
    reason: 'kmlCoordinates',
  },
  'a point beyond the pole': {
    files: () => ({ 'a.kml': kml(placemark('<Point><coordinates>5,95</coordinates></Point>')) }),
    reason: 'latitudeOf',
  },
  'a track': {
    files: () => ({ 'a.kml': kml(placemark('<gx:Track><when/></gx:Track>')) }),
    reason: 'lineNotPlace',
  },
  'an overlay': {
    files: () => ({ 'a.kml': kml('<GroundOverlay><name>x</name></GroundOverlay>') }),
    reason: 'overlay',
  },
  'nothing but links': {
    files: () => ({
      'a.kml': kml('<NetworkLink><Link><href>http://127.0.0.1/x.kml</href></Link></NetworkLink>'),
    }),
    problem: 'onlyLinks',
  },
  'a waypoint without a place': {
    files: () => ({ 'a.gpx': '<gpx><wpt lat="" lon="2"/></gpx>' }),
    reason: 'gpxCoordinates',
  },
  'a track of GPX': {
    files: () => ({
      'a.gpx': '<gpx><trk><name>T</name><trkseg><trkpt lat="1" lon="1"/></trkseg></trk></gpx>',
    }),
    reason: 'lineNotPlace',
  },

  'JSON that ends early': {
    files: () => ({ 'a.geojson': collection(point(1, 2)).slice(0, -1) }),
    problem: 'truncated',
  },
  'JSON with brackets that do not match': {
    files: () => ({ 'a.geojson': '{"type":"FeatureCollection","features":[}' }),
    problem: 'brokenJson',
  },
  'JSON with a comma for a colon': { files: () => ({ 'a.geojson': '{"type","x"}' }), problem: 'brokenJson' },
  'brackets of JSON a million deep': {
    files: () => ({ 'a.geojson': `{"type":"FeatureCollection","features":[${'['.repeat(1_000_000)}` }),
    problem: 'truncated',
  },
  'a feature a thousand deep': {
    files: () => ({
      'a.geojson': `{"type":"FeatureCollection","features":[${'['.repeat(1_000)}${']'.repeat(1_000)}]}`,
    }),
    reason: 'tooDeep',
  },
  'a collection of collections': {
    files: () => {
      let geometry: unknown = point(1, 2);
      for (let i = 0; i < 12; i += 1) geometry = { type: 'GeometryCollection', geometries: [geometry] };
      return {
        'a.geojson': collection({ type: 'GeometryCollection', geometries: [geometry, { type: 'Curve' }] }),
      };
    },
    reason: 'unknownGeometry',
  },
  TopoJSON: {
    files: () => ({ 'a.json': '{"type":"Topology","objects":{},"arcs":[]}' }),
    problem: 'topoJson',
  },
  'JSON that is something else': {
    files: () => ({ 'package.json': '{"name":"x","version":"1"}' }),
    problem: 'noFeatures',
  },
  'NaN as a number': {
    files: () => ({
      'a.geojson':
        '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[NaN,1]}}]}',
    }),
    reason: 'brokenFeature',
  },
  'texts as coordinates': {
    files: () => ({ 'a.geojson': collection(point('16', '48')) }),
    reason: 'geometry',
  },
  'a number as large as numbers get': {
    files: () => ({ 'a.geojson': collection(point(1e308, 1)) }),
    reason: 'longitudeOf',
  },
  'a point without coordinates': {
    files: () => ({ 'a.geojson': collection({ type: 'Point' }) }),
    reason: 'geometry',
  },
  'a geometry that is null': { files: () => ({ 'a.geojson': collection(null) }), reason: 'noGeometry' },
  'a ring that crosses itself': {
    files: () => ({
      'a.geojson': collection(
        polygon([
          [0, 0],
          [1, 1],
          [1, 0],
          [0, 1],
          [0, 0],
        ]),
      ),
    }),
    reason: 'selfIntersection',
  },
  'a ring of two points': {
    files: () => ({
      'a.geojson': collection(
        polygon([
          [0, 0],
          [1, 1],
          [0, 0],
        ]),
      ),
    }),
    reason: 'tooFewCorners',
  },
  'a hole outside': {
    files: () => ({
      'a.geojson': collection(
        polygon(
          square,
          square.map(([x = 0, y = 0]) => [x + 5, y]),
        ),
      ),
    }),
    reason: 'holeOutside',
  },
  'a ring of a million points': {
    files: () => ({
      'a.geojson': collection(
        polygon(Array.from({ length: 1_000_000 }, (_, i) => [Math.cos(i), Math.sin(i)])),
      ),
    }),
    reason: 'featureTooLarge',
  },
  'a ring of fifty thousand points': {
    files: () => ({
      'a.geojson': collection(polygon(Array.from({ length: 50_000 }, (_, i) => [Math.cos(i), Math.sin(i)]))),
    }),
    reason: 'areaTooDetailed',
  },
  'a system that nobody knows': {
    files: () => ({
      'a.geojson': `{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::99999"}},"features":[]}`,
    }),
    problem: 'crsNotInTable',
  },

  'WKT without an end': { files: () => ({ 'a.wkt': 'POLYGON ((0 0, 1 1, 1 0' }), reason: 'brokenWkt' },
  'WKT ten thousand deep': {
    files: () => ({ 'a.wkt': `GEOMETRYCOLLECTION ${'('.repeat(10_000)}` }),
    reason: 'tooDeep',
  },
  'a curve of WKT': {
    files: () => ({ 'a.wkt': 'CIRCULARSTRING (0 0, 1 1, 2 0)' }),
    reason: 'unknownGeometry',
  },
  'an empty point of WKT': { files: () => ({ 'a.wkt': 'POINT EMPTY' }), reason: 'noGeometry' },

  'a lone quote over a megabyte': {
    files: () => ({ 'a.csv': `name,lat,lon\n"${'x'.repeat(1_000_000)},1` }),
    reason: 'coordinate',
  },
  'a table without places': {
    files: () => ({ 'a.csv': 'code,owner\nA,us\nB,them\n' }),
    problem: 'importColumns',
  },

  'a damaged zip': {
    files: () => ({ 'a.kmz': bytes('PK\x03\x04', new Uint8Array(100)) }),
    problem: 'brokenZip',
  },
  'an empty zip': { files: () => ({ 'a.kmz': zip([]) }), problem: 'zipNothing' },
  'a zip with a password': {
    files: () => ({ 'a.kmz': zip([{ name: 'doc.kml', data: Buffer.from(kml('')), flags: 1 }]) }),
    problem: 'zipEncrypted',
  },
  'a zip packed in another way': {
    files: () => ({ 'a.kmz': zip([{ name: 'doc.kml', data: Buffer.from(kml('')), method: 14 }]) }),
    problem: 'zipMethod',
  },
  'a zip within three others': {
    files: () => {
      const within = (data: Buffer) => zip([{ name: 'b.zip', data }]);
      return { 'a.zip': within(within(within(zip([{ name: 'doc.kml' }])))) };
    },
    problem: 'zipNothing',
    note: 'zipEntrySkipped',
  },
  'zips that unpack to too much together': {
    files: () => {
      const inner = zip([{ name: 'a.kml', claimedSize: 300 * 1_024 * 1_024, claimedPacked: 0 }]);
      return { 'a.zip': zip(['b.zip', 'c.zip'].map((name) => ({ name, data: inner }))) };
    },
    problem: 'zipNothing',
    note: 'zipEntrySkipped',
  },
  'a bomb of zeros': {
    files: () => ({ 'a.kmz': zip([{ name: 'doc.kml', data: Buffer.alloc(32 * 1_024 * 1_024), method: 8 }]) }),
    problem: 'zipBomb',
  },
  'a bomb by its claim': {
    files: () => ({ 'a.kmz': zip([{ name: 'doc.kml', data: Buffer.from('x'), claimedSize: 0xf0000000 }]) }),
    problem: 'zipTooLarge',
  },
  'an entry that is larger than it says': {
    files: () => ({
      'a.kmz': zip([{ name: 'doc.kml', data: Buffer.alloc(3_000_000, ' '), method: 8, claimedSize: 20 }]),
    }),
    problem: 'brokenZip',
  },
  'an entry with another checksum': {
    files: () => ({
      'a.kmz': zip([{ name: 'doc.kml', data: Buffer.from(kml(placemark(''))), method: 8, claimedCrc: 7 }]),
    }),
    problem: 'brokenZip',
  },
  'entries that share their bytes': {
    files: () => ({
      'a.kmz': zip([
        { name: 'a.kml', data: Buffer.from('x') },
        { name: 'b.kml', data: Buffer.from('x'), offset: 0 },
      ]),
    }),
    problem: 'brokenZip',
  },
  'twenty thousand entries': {
    files: () => ({ 'a.zip': zip(Array.from({ length: 20_000 }, (_, i) => ({ name: `${i}.kml` }))) }),
    problem: 'zipEntries',
  },
  'deflated noise': {
    files: () => {
      const archive = zip([{ name: 'doc.kml', data: Buffer.from(kml('')), method: 8 }]);
      archive.fill(0xff, 37, 45);
      return { 'a.kmz': archive };
    },
    problem: 'brokenZip',
  },
  'a zip of tables': {
    files: () => ({ 'a.zip': zip([{ name: 'a.csv', data: Buffer.from('name,lat,lon\nA,1,2') }]) }),
    problem: 'tableInZip',
  },
  'a zip with pictures only': {
    files: () => ({ 'a.zip': zip([{ name: 'a.jpg', data: Buffer.from([0xff, 0xd8, 0xff, 0xe0]) }]) }),
    problem: 'zipNothing',
  },
  'a text document': {
    files: () => ({ 'a.docx': zip([{ name: 'word/document.xml', data: Buffer.from('<w/>') }]) }),
    problem: 'otherOffice',
  },

  'a workbook without sheets': {
    files: () => ({ 'a.xlsx': zip([{ name: 'xl/workbook.xml', data: Buffer.from('<workbook/>') }]) }),
    problem: 'brokenXlsx',
  },
  'a workbook with entities': {
    files: () => ({ 'a.xlsx': workbook('<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>') }),
    problem: 'xmlEntities',
  },
  'a workbook with damaged rows': {
    files: () => ({ 'a.xlsx': workbook('<worksheet><sheetData><row r="1"><c r="A1">') }),
    problem: 'brokenXml',
  },
  'a cell in a column that no workbook has': {
    files: () => ({
      'a.xlsx': workbook(
        '<worksheet><sheetData><row r="1"><c r="ZZZ1"><v>1</v></c></row></sheetData></worksheet>',
      ),
    }),
    problem: 'importColumns',
  },

  'a part of a shapefile': { files: () => ({ 'a.dbf': shapes()['a.dbf'] ?? '' }), problem: 'shapefilePart' },
  'a shapefile without its attributes': {
    files: () => ({ 'a.shp': shapes()['a.shp'] ?? '' }),
    note: 'shapefileNoDbf',
  },
  'a shapefile that ends early': {
    files: () => ({ ...shapes(), 'a.shp': (shapes()['a.shp'] ?? new Uint8Array()).subarray(0, 110) }),
    problem: 'brokenShp',
  },
  'a shapefile of nothing': { files: () => ({ 'a.shp': bytes([0, 0, 0x27, 0x0a]) }), problem: 'brokenShp' },
  'a shapefile in a system that nobody knows': {
    files: () => ({ ...shapes(), 'a.prj': 'PROJCS["Mars 2000",PROJECTION["Unknown"]]' }),
    problem: 'crsMethod',
  },
  'a definition of megabytes': {
    files: () => ({ ...shapes(), 'a.prj': `PROJCS["${'x'.repeat(60_000)}"]` }),
    problem: 'unknownCrs',
  },
  'a definition that is nested without end': {
    files: () => ({ ...shapes(), 'a.prj': `GEOGCS["x",${'A['.repeat(9_000)}` }),
    problem: 'unknownCrs',
  },
  'a damaged table of attributes': {
    files: () => ({ ...shapes(), 'a.dbf': new Uint8Array(40), 'a.prj': degreesPrj }),
    note: 'brokenDbf',
  },
  'a table that claims a billion rows': {
    files: () => {
      const dbf = Uint8Array.from(shapes()['a.dbf'] ?? []);
      new DataView(dbf.buffer).setUint32(4, 1_000_000_000, true);
      return { ...shapes(), 'a.dbf': dbf };
    },
    note: 'shapefileNoShx',
  },
  'an encoding of attributes that does not exist': {
    files: () => ({ ...shapes(), 'a.cpg': 'KLINGON' }),
    note: 'unknownCpg',
  },
  'a polygon whose rings lie': {
    files: () => {
      const shp = Buffer.alloc(100 + 8 + 60);
      shp.writeUInt32BE(0x270a, 0);
      shp.writeInt32BE(1, 100);
      shp.writeInt32BE(30, 104);
      shp.writeInt32LE(5, 108);
      shp.writeInt32LE(2_000_000_000, 108 + 36);
      shp.writeInt32LE(2_000_000_000, 108 + 40);
      return { 'a.shp': shp };
    },
    reason: 'tooManyRings',
  },
  'a shape of another kind': {
    files: () => {
      const shp = Buffer.alloc(100 + 8 + 4);
      shp.writeUInt32BE(0x270a, 0);
      shp.writeInt32BE(2, 104);
      shp.writeInt32LE(31, 108);
      return { 'a.shp': shp };
    },
    reason: 'unknownGeometry',
  },

  'a database of something else': {
    files: () => ({ 'a.gpkg': writeDatabase('CREATE TABLE bookmark (url TEXT)') }),
    problem: 'otherSqlite',
  },
  'map tiles': {
    files: () => ({
      'a.gpkg': writeDatabase('CREATE TABLE tiles (zoom_level INTEGER)', 'CREATE TABLE metadata (name TEXT)'),
    }),
    problem: 'mbtiles',
  },
  'a damaged database': {
    files: () => ({ 'a.gpkg': bytes('SQLite format 3\0', new Uint8Array(4_096).fill(0xff)) }),
    problem: 'brokenSqlite',
  },
  'a database cut in half': {
    files: () => ({
      'a.gpkg': writeGeoPackage(
        'CREATE TABLE a (geom BLOB, name TEXT)',
        ...layerStatements('a'),
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000) INSERT INTO a SELECT x'00', 'name ' || i FROM n",
      ).subarray(0, 40_000),
    }),
    problem: 'brokenSqlite',
  },
  'a layer that computes without end': {
    files: () => ({
      'a.gpkg': writeGeoPackage(
        ...layerStatements('a'),
        "CREATE VIEW a AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT x'00' AS geom, i FROM n",
      ),
    }),
    problem: 'noFeatures',
    note: 'layerIsView',
  },
  'a column that computes megabytes': {
    files: () => ({
      'a.gpkg': writeGeoPackage(
        'CREATE TABLE a (geom BLOB, big TEXT GENERATED ALWAYS AS (hex(zeroblob(20000000))))',
        ...layerStatements('a'),
        'INSERT INTO a (geom) VALUES (NULL)',
      ),
    }),
    reason: 'noGeometry',
  },
  'a geometry that is none': {
    files: () => ({
      'a.gpkg': writeGeoPackage(
        'CREATE TABLE a (geom BLOB)',
        ...layerStatements('a'),
        "INSERT INTO a VALUES (x'deadbeef')",
      ),
    }),
    reason: 'geometry',
  },
  'a binary geometry that claims a billion points': {
    files: () => ({
      'a.gpkg': writeGeoPackage(
        'CREATE TABLE a (geom BLOB)',
        ...layerStatements('a'),
        "INSERT INTO a VALUES (x'47500001e6100000010300000001000000ffffff7f')",
      ),
    }),
    reason: 'geometry',
  },
  'a binary geometry that is nested without end': {
    files: () => ({
      'a.gpkg': writeGeoPackage(
        'CREATE TABLE a (geom BLOB)',
        ...layerStatements('a'),
        `INSERT INTO a VALUES (x'47500001e6100000${'010700000001000000'.repeat(30_000)}')`,
      ),
    }),
    reason: 'geometry',
  },
  'a layer in a system that nobody knows': {
    files: () => ({
      'a.gpkg': writeGeoPackage(
        'CREATE TABLE a (geom BLOB)',
        ...layerStatements('a', 7),
        "INSERT INTO gpkg_spatial_ref_sys VALUES (7, 'NONE', 7, 'undefined', 'x')",
      ),
    }),
    problem: 'unknownCrs',
  },

  'a photo without a position': {
    files: () => ({ 'a.jpg': bytes([0xff, 0xd8, 0xff, 0xd9]) }),
    reason: 'photoWithoutPlace',
  },
  'a picture of nothing': {
    files: () => ({ 'a.png': bytes([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) }),
    reason: 'photoWithoutPlace',
  },
};

const good = 'name,lat,lon\nHarbour,48.2,16.37\n';

it('has at least sixty of them', () => {
  expect(Object.keys(cases).length).toBeGreaterThanOrEqual(60);
});

it.each(Object.entries(cases))(
  '%s ends with its reason, and a good file after it is imported',
  async (_, { files, problem, reason, note }) => {
    const read = await importFiles(files());
    expect(problemOf(read)).toBe(problem ?? null);
    if (reason !== undefined) expect(reasonsOf(read).map(([, each]) => each)).toContain(reason);
    if (note !== undefined)
      expect(read.outcome.notes.map(({ message }) => message)).toContain(`validation.${note}`);
    for (const { raw } of read.rejected) expect(raw.length).toBeLessThanOrEqual(200);
    const after = await importFiles({ 'good.csv': good });
    expect(after.features.map(({ name }) => name)).toEqual(['Harbour']);
  },
);

it('detects every format by its content, whatever its name', async () => {
  expect(
    (await importFiles({ 'a.pdf': kml(placemark('<Point><coordinates>1,2</coordinates></Point>')) })).outcome
      .format,
  ).toBe('kml');
  expect((await importFiles({ 'a.kml': good })).outcome.format).toBe('csv');
  expect((await importFiles({ 'a.txt': collection(point(1, 2)) })).outcome.format).toBe('geojson');
});

it('never unpacks more than the directory of an archive declares', async () => {
  const data = Buffer.from(kml(placemark('<Point><coordinates>1,2</coordinates></Point>')));
  const archive = writeZip([{ name: 'doc.kml', data: deflateRawSync(data), method: 0 }]);
  expect(problemOf(await importFiles({ 'a.kmz': archive }))).not.toBeNull();
});

it('reads lines of quotes in a time that grows with their number', async () => {
  const lines = Array.from({ length: 40_000 }, () => '"x').join('\n');
  const { rejected, outcome } = await importText(`name,lat,lon\n${lines}`);
  expect(rejected.length + outcome.count).toBeGreaterThan(0);
});

it('reads long runs of blanks in a time that grows with their length', async () => {
  const blanks = ' '.repeat(400_000);
  const line = await importText(`Harbour${blanks}x\n48.2, 16.37\n`);
  expect(line.rejected.length + line.outcome.count).toBeGreaterThan(0);
  const place = placemark(`<Point><coordinates>16.4${blanks},48.2${blanks}x</coordinates></Point>`);
  const { rejected } = await importFiles({ 'a.kml': kml(place) });
  expect(rejected).toHaveLength(1);
});
