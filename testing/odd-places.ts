import { makeOddArchive } from './odd-archives.ts';
import { geoJsonOf, gpxOf, kmlOf, makeSchemaKml, makeSpacedGpx } from './odd-documents.ts';
import { makeOddEncoding } from './odd-encodings.ts';
import { makePlaces, type OddFile, type OddSource, oddFile, type TruePlace } from './odd-file.ts';
import { makeShapefile } from './odd-shapefiles.ts';
import { seededRandom } from './seeded-random.ts';

const degreesOf = (value: number) => {
  const seconds = Math.round(Math.abs(value) * 3_600);
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60] as const;
};

/** How a table writes its coordinates: the headings of their columns, and the cells of a place. */
interface Notation {
  about: string;
  headings: readonly string[];
  cells(place: TruePlace, comma: boolean): string[];
}

const decimal = (value: number, comma: boolean) => {
  const text = value.toFixed(6);
  return comma ? text.replace('.', ',') : text;
};
const side = (value: number, letters: string) => letters[value < 0 ? 1 : 0] ?? '';

const pairHeadings = [
  ['lat', 'lon'],
  ['Latitude', 'Longitude'],
  ['location-Latitude', 'location-Longitude'],
  ['_gps_latitude', '_gps_longitude'],
  ['decimalLatitude', 'decimalLongitude'],
  ['GPS Latitude', 'GPS Longitude'],
  ['Breite', 'Länge'],
  ['latitud', 'longitud'],
  ['Site Lat.', 'Site Long.'],
] as const;
const notations: readonly Notation[] = [
  ...pairHeadings.map((headings) => ({
    about: `decimal degrees below ${headings.join(' and ')}`,
    headings,
    cells: ({ latitude, longitude }: TruePlace, comma: boolean) => [
      decimal(latitude, comma),
      decimal(longitude, comma),
    ],
  })),
  ...[
    ['lat_deg', 'lat_min', 'lat_sec', 'lat_dir', 'lon_deg', 'lon_min', 'lon_sec', 'lon_dir'],
    ['Latitude', 'Min', 'Sec', 'N/S', 'Longitude', 'Min', 'Sec', 'E/W'],
    [
      'Lat Degrees',
      'Lat Minutes',
      'Lat Seconds',
      'Lat Hem',
      'Lon Degrees',
      'Lon Minutes',
      'Lon Seconds',
      'Lon Hem',
    ],
  ].map((headings) => ({
    about: `degrees, minutes, seconds and hemisphere below ${headings.join(', ')}`,
    headings,
    cells: ({ latitude, longitude }: TruePlace) => [
      ...degreesOf(latitude).map(String),
      side(latitude, 'NS'),
      ...degreesOf(longitude).map(String),
      side(longitude, 'EW'),
    ],
  })),
  {
    about: 'numbers without a sign beside letters',
    headings: ['lat', 'N/S', 'lon', 'E/W'],
    cells: ({ latitude, longitude }, comma) => [
      decimal(Math.abs(latitude), comma),
      side(latitude, 'NS'),
      decimal(Math.abs(longitude), comma),
      side(longitude, 'EW'),
    ],
  },
  {
    about: 'letters in the cells',
    headings: ['lat', 'lon'],
    cells: ({ latitude, longitude }) => [
      `${decimal(Math.abs(latitude), false)}° ${side(latitude, 'NS')}`,
      `${decimal(Math.abs(longitude), false)}° ${side(longitude, 'EW')}`,
    ],
  },
];

const beginnings = [
  { about: 'no row', lines: () => [] },
  { about: 'a declared separator', lines: (separator: string) => [`sep=${separator}`] },
  { about: 'remarks', lines: () => ['# exported by a logger', '# datum WGS84'] },
  { about: 'a title', lines: () => ['Survey of wells 2024', ''] },
  {
    about: 'a title over the whole width',
    lines: (separator: string) => [`Survey of wells 2024${separator.repeat(6)}`, separator.repeat(6)],
  },
  {
    about: 'pairs of words and values',
    lines: (separator: string) => [
      `Project${separator}Wells`,
      `Date${separator}2024-03-01`,
      `Crew${separator}4`,
      '',
    ],
  },
  {
    about: 'a quoted title of several lines',
    lines: () => ['"Survey of wells', 'second edition"', ''],
  },
] as const;

/** A remark as a table has it: quoted where it has a separator, a quote or a line break, and as it has to be read. */
const remarks = [
  { cell: 'x', value: 'x' },
  { cell: '"two\nlines"', value: 'two\nlines' },
  { cell: '"first, second; ""third""\tand | more"', value: 'first, second; "third"\tand | more' },
  { cell: '"a blank line\n\n12.5, 48.1"', value: 'a blank line\n\n12.5, 48.1' },
] as const;

function makeTable(source: OddSource): OddFile {
  const { random, pick } = source;
  const remark = pick(remarks);
  const places = makePlaces(source).map((place): TruePlace => ({ ...place, notes: remark.value }));
  const notation = pick(notations);
  const separator = pick([',', ';', '\t', '|']);
  const comma = separator !== ',' && random() < 0.5;
  const beginning = pick(beginnings);
  const lineEnd = pick(['\n', '\r\n', '\r']);
  // Two columns that look like coordinates stand before the true ones.
  const rows = [
    ['name', 'ph', 'temp_c', ...notation.headings, 'remark'],
    ...places.map((place, i) => [
      place.name,
      decimal(7 + i / 10, comma),
      decimal(18 + i / 4, comma),
      ...notation.cells(place, comma),
      remark.cell,
    ]),
  ];
  const lines = [...beginning.lines(separator), ...rows.map((row) => row.join(separator))];
  const text = lines.join(lineEnd) + lineEnd;
  const encoding = pick(['utf-8', 'utf-8 with a mark', 'utf-16le with a mark']);
  const content =
    encoding === 'utf-8'
      ? Buffer.from(text)
      : encoding === 'utf-8 with a mark'
        ? Buffer.from(`\uFEFF${text}`)
        : Buffer.from(`\uFEFF${text}`, 'utf16le');
  const about = `${notation.about}; ${beginning.about} above; separator ${JSON.stringify(separator)}; remark ${JSON.stringify(remark.cell)}; line end ${JSON.stringify(lineEnd)}; ${encoding}`;
  return oddFile(about, { 'odd.csv': content }, places);
}

function makePlainKml(source: OddSource): OddFile {
  const prefix = source.pick(['', 'kml', 'ns1']);
  const places = makePlaces(source);
  return oddFile(`KML with the prefix "${prefix}"`, { 'odd.kml': kmlOf(places, prefix) }, places);
}

function makeGpx(source: OddSource): OddFile {
  const places = makePlaces(source);
  return oddFile('GPX', { 'odd.gpx': gpxOf(places) }, places);
}

function makeGeoJson(source: OddSource): OddFile {
  const places = makePlaces(source);
  return oddFile('GeoJSON lines', { 'odd.json': geoJsonOf(places) }, places);
}

const kinds = [
  makeTable,
  makeTable,
  makeTable,
  makePlainKml,
  makeGpx,
  makeGeoJson,
  makeSchemaKml,
  makeSpacedGpx,
  makeShapefile,
  makeShapefile,
  makeShapefile,
  makeOddArchive,
  makeOddArchive,
  makeOddEncoding,
  makeOddEncoding,
];

/** Makes an odd file of places from a seed; the same seed gives the same file. */
export function makeOddFile(seed: number): OddFile {
  const random = seededRandom(seed);
  const pick: OddSource['pick'] = (list) => {
    const item = list[Math.floor(random() * list.length)];
    if (item === undefined) throw new Error('an empty list');
    return item;
  };
  return pick(kinds)({ random, pick });
}
