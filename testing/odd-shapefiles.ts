import { foreignNames } from './odd-encodings.ts';
import { makePlaces, type OddFile, type OddSource, oddFile, type TruePlace } from './odd-file.ts';

const wgs84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const mercator = `PROJCS["WGS_1984_World_Mercator",${wgs84},PROJECTION["Mercator"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",0.0],UNIT["Meter",1.0]]`;

/** Projects by the textbook's formula of the ellipsoidal Mercator projection (Snyder 1987, 7-6 and 7-7). */
function toMercator({ longitude, latitude }: TruePlace): [number, number] {
  const [a, flattening] = [6_378_137, 1 / 298.257223563];
  const e = Math.sqrt(2 * flattening - flattening ** 2);
  const phi = (latitude * Math.PI) / 180;
  const shape = ((1 - e * Math.sin(phi)) / (1 + e * Math.sin(phi))) ** (e / 2);
  return [(a * longitude * Math.PI) / 180, a * Math.log(Math.tan(Math.PI / 4 + phi / 2) * shape)];
}

/** The types of shapes with one position, and the numbers behind it: an altitude and a measure, or a measure. */
const pointTypes = [
  { type: 1, extra: [] },
  { type: 11, extra: [520, 0] },
  { type: 21, extra: [7] },
] as const;

function writeShp(
  positions: readonly (readonly [number, number] | null)[],
  { type, extra }: (typeof pointTypes)[number],
): { shp: Buffer; shx: Buffer } {
  const records = positions.map((position) => {
    const content = Buffer.alloc(position === null ? 4 : 20 + 8 * extra.length);
    content.writeInt32LE(position === null ? 0 : type, 0);
    for (const [i, value] of position === null ? [] : [...position, ...extra].entries())
      content.writeDoubleLE(value, 4 + 8 * i);
    return content;
  });
  const header = (bytes: number) => {
    const head = Buffer.alloc(100);
    head.writeInt32BE(9_994, 0);
    head.writeInt32BE(bytes / 2, 24);
    head.writeInt32LE(1_000, 28);
    head.writeInt32LE(type, 32);
    return head;
  };
  let at = 100;
  const [bodies, index]: [Buffer[], Buffer[]] = [[], []];
  for (const [i, content] of records.entries()) {
    const head = Buffer.alloc(8);
    head.writeInt32BE(i + 1, 0);
    head.writeInt32BE(content.length / 2, 4);
    const entry = Buffer.alloc(8);
    entry.writeInt32BE(at / 2, 0);
    entry.writeInt32BE(content.length / 2, 4);
    bodies.push(head, content);
    index.push(entry);
    at += 8 + content.length;
  }
  return {
    shp: Buffer.concat([header(at), ...bodies]),
    shx: Buffer.concat([header(100 + 8 * records.length), ...index]),
  };
}

function writeDbf(rows: readonly { name: Buffer; isDeleted: boolean }[], driver: number): Buffer {
  const fields = [
    ['NAME', 'C', 40],
    ['SERIAL', 'N', 18],
    ['SEEN', 'D', 8],
  ] as const;
  const rowBytes = 1 + fields.reduce((sum, [, , length]) => sum + length, 0);
  const head = Buffer.alloc(32 + 32 * fields.length + 1);
  head[0] = 3;
  head.writeUInt32LE(rows.length, 4);
  head.writeUInt16LE(head.length, 8);
  head.writeUInt16LE(rowBytes, 10);
  head[29] = driver;
  for (const [i, [name, type, length]] of fields.entries()) {
    head.write(name, 32 + 32 * i);
    head.write(type, 32 + 32 * i + 11);
    head[32 + 32 * i + 16] = length;
  }
  head[head.length - 1] = 0x0d;
  const bodies = rows.map(({ name, isDeleted }, i) => {
    const row = Buffer.alloc(rowBytes, ' ');
    if (isDeleted) row[0] = 0x2a;
    name.copy(row, 1);
    row.write(`90071992547409930${i}`, 41);
    row.write(i === 0 ? '00000000' : '20240229', 59);
    return row;
  });
  return Buffer.concat([head, ...bodies, Buffer.from([0x1a])]);
}

/** How the encoding of a table is said: by its language driver, by a `.cpg`, by both or by neither. */
const drivers: Readonly<Record<string, number>> = {
  'windows-1252': 3,
  ibm437: 1,
  ibm850: 2,
  macintosh: 4,
  'windows-1250': 200,
  ibm852: 100,
  'windows-1251': 201,
  ibm866: 101,
};
const pages: Readonly<Record<string, readonly string[]>> = {
  'windows-1252': ['1252', 'ANSI 1252', 'windows-1252'],
  ibm437: ['437', 'OEM 437', 'CP437'],
  ibm850: ['850', 'cp850', 'IBM850'],
  macintosh: ['macintosh', '10000'],
  'windows-1250': ['1250', 'CP1250'],
  ibm852: ['852', 'OEM 852', 'ibm852'],
  'windows-1251': ['1251', 'ANSI 1251'],
  ibm866: ['866', 'CP866'],
  'koi8-r': ['koi8-r', 'KOI8-R'],
};

function makeNames({ pick }: OddSource) {
  const { name: foreign, bytes } = pick(foreignNames);
  const isUtf8 = pick([true, false, false]);
  const [encoding, hex] = isUtf8
    ? ['utf-8', Buffer.from(foreign).toString('hex')]
    : pick(Object.entries(bytes));
  const said = pick(['driver', 'cpg', 'cpg', 'both', 'neither', 'untrue'] as const);
  const hasDriver = said === 'driver' || said === 'both';
  const driver = hasDriver ? (drivers[encoding] ?? 0) : 0;
  const page =
    said === 'cpg' || said === 'both'
      ? pick(isUtf8 ? ['UTF-8', 'utf8', '65001'] : (pages[encoding] ?? []))
      : said === 'untrue'
        ? isUtf8
          ? null
          : 'UTF-8'
        : null;
  const isSaid = isUtf8 || driver !== 0 || (page !== null && said !== 'untrue');
  return { foreign, encoding, hex, driver, page, isSaid };
}

/** Makes a shapefile: its members, which may be missing, their names, its system and the encoding of its table. */
export function makeShapefile(source: OddSource): OddFile {
  const { random, pick } = source;
  const { foreign, encoding, hex, driver, page, isSaid } = makeNames(source);
  const all = makePlaces(source, (i) => `${foreign} ${i + 1}`);
  // One question of a file is enough for the referee.
  const system = pick(['none', 'degrees', 'mercator', ...(isSaid ? ['unnamed mercator'] : [])]);
  const isMetres = system.endsWith('mercator');
  const deleted = random() < 0.3 ? 1 : -1;
  const empty = random() < 0.3 ? 2 : -1;
  const point = pick(pointTypes);
  const { shp, shx } = writeShp(
    all.map((place, i) =>
      i === empty ? null : isMetres ? toMercator(place) : ([place.longitude, place.latitude] as const),
    ),
    point,
  );
  const dbf = writeDbf(
    all.map((_, i) => ({
      name: Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(` ${i + 1}`)]),
      isDeleted: i === deleted,
    })),
    driver,
  );
  const missing = pick(['nothing', 'nothing', 'shx', 'dbf']);
  const base = pick(['odd', 'Odd.v2', 'SITES', 'a b']);
  const spell = pick([
    (extension: string) => `${base}.${extension}`,
    (extension: string) => `${base.toUpperCase()}.${extension.toUpperCase()}`,
    (extension: string) => (extension === 'shp' ? `${base}.SHP` : `${base.toLowerCase()}.${extension}`),
  ]);
  const files: Record<string, string | Buffer> = { [spell('shp')]: shp };
  if (missing !== 'shx') files[spell('shx')] = shx;
  if (missing !== 'dbf') files[spell('dbf')] = dbf;
  if (page !== null) files[spell('cpg')] = `${page}${pick(['', '\r\n'])}`;
  if (system === 'degrees') files[spell('prj')] = wgs84;
  if (system === 'mercator') files[spell('prj')] = `${mercator}\n`;
  const hasTable = missing !== 'dbf';
  const places = all
    .map((place, i) =>
      hasTable
        ? { ...place, attributes: { SERIAL: `90071992547409930${i}`, SEEN: i === 0 ? null : '2024-02-29' } }
        : { ...place, name: '' },
    )
    .filter((_, i) => i !== empty && (i !== deleted || !hasTable));
  const rejected = all.length - places.length;
  const asked =
    system === 'unnamed mercator'
      ? ({ kind: 'crs', answer: '3395' } as const)
      : hasTable && !isSaid
        ? ({ kind: 'encoding', shows: foreign } as const)
        : null;
  const about = `shapefile in ${encoding} (driver ${driver}, .cpg ${page}), system ${system}, type ${point.type}, without ${missing}, ${Object.keys(files).join(' ')}`;
  const named = missing === 'nothing' ? [] : [missing === 'shx' ? 'shapefileNoShx' : 'shapefileNoDbf'];
  return oddFile(about, files, places, { asked, rejected, named });
}
