import { seededRandom } from './seeded-random.ts';
import { writeZip } from './write-zip.ts';

/** A place as the generator knows it. */
export interface TruePlace {
  name: string;
  longitude: number;
  latitude: number;
}

/** A file that is written oddly but has one meaning, with the places that it holds. */
export interface OddFile {
  name: string;
  content: string | Buffer;
  /** What is odd about it, for the message of a failing test. */
  about: string;
  places: readonly TruePlace[];
}

type Pick = <Item>(list: readonly Item[]) => Item;

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
] as const;

function makePlaces(random: () => number): TruePlace[] {
  const count = 3 + Math.floor(random() * 6);
  // Whole seconds are exact in every notation of the generator, within six decimals.
  const whole = (range: number) => Math.round((random() * 2 - 1) * range * 3_600) / 3_600;
  return Array.from({ length: count }, (_, i) => ({
    name: `Ort ${i + 1} Mühle`,
    latitude: whole(80),
    longitude: whole(170),
  }));
}

function makeTable(random: () => number, pick: Pick): OddFile {
  const places = makePlaces(random);
  const notation = pick(notations);
  const separator = pick([',', ';', '\t', '|']);
  const comma = separator !== ',' && random() < 0.5;
  const beginning = pick(beginnings);
  const lineEnd = pick(['\n', '\r\n']);
  // Two columns that look like coordinates stand before the true ones.
  const rows = [
    ['name', 'ph', 'temp_c', ...notation.headings, 'remark'],
    ...places.map((place, i) => [
      place.name,
      decimal(7 + i / 10, comma),
      decimal(18 + i / 4, comma),
      ...notation.cells(place, comma),
      'x',
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
  const about = `${notation.about}; ${beginning.about} above; separator ${JSON.stringify(separator)}; ${encoding}`;
  return { name: 'odd.csv', content, about, places };
}

const kmlOf = (places: readonly TruePlace[], prefix: string) => {
  const tag = (name: string) => (prefix === '' ? name : `${prefix}:${name}`);
  const marks = places.map(
    ({ name, longitude, latitude }) =>
      `<${tag('Placemark')}><${tag('name')}>${name}</${tag('name')}><${tag('Point')}><${tag('coordinates')}>\n ${longitude.toFixed(9)},${latitude.toFixed(9)} </${tag('coordinates')}></${tag('Point')}></${tag('Placemark')}>`,
  );
  return `<${tag('kml')}><${tag('Document')}><${tag('Folder')}>${marks.join('\n')}</${tag('Folder')}></${tag('Document')}></${tag('kml')}>`;
};
const gpxOf = (places: readonly TruePlace[]) =>
  `<gpx version="1.0">${places.map(({ name, longitude, latitude }) => `<wpt lon='${longitude.toFixed(9)}' lat='${latitude.toFixed(9)}'><name><![CDATA[${name}]]></name></wpt>`).join('')}</gpx>`;
const geoJsonOf = (places: readonly TruePlace[]) =>
  places
    .map(({ name, longitude, latitude }) =>
      JSON.stringify({
        geometry: { coordinates: [longitude, latitude], type: 'Point' },
        properties: { name },
        type: 'Feature',
      }),
    )
    .join('\n');

function makeArchive(random: () => number, pick: Pick): OddFile {
  const members = [makePlaces(random), makePlaces(random), makePlaces(random)] as const;
  const folder = pick(['', 'Survey/', 'a b/ü/']);
  const files: [string, string | Buffer][] = [
    [`${folder}sites.kml`, kmlOf(members[0], '')],
    [`${folder}walk.gpx`, gpxOf(members[1])],
    [`${folder}more.geojson`, geoJsonOf(members[2])],
    [`__MACOSX/${folder}._sites.kml`, Buffer.from([0, 5, 22, 7, 0, 2, 0, 0])],
  ];
  const content = writeZip(
    files.map(([name, data]) => ({ name, data: Buffer.from(data), method: pick([0, 8]) })),
  );
  return {
    name: pick(['odd.zip', 'odd.kmz']),
    content,
    about: `an archive with ${folder}`,
    places: members.flat(),
  };
}

/** Makes an odd file of places from a seed; the same seed gives the same file. */
export function makeOddFile(seed: number): OddFile {
  const random = seededRandom(seed);
  const pick: Pick = (list) => {
    const item = list[Math.floor(random() * list.length)];
    if (item === undefined) throw new Error('an empty list');
    return item;
  };
  const kind = pick(['table', 'table', 'table', 'kml', 'gpx', 'geojson', 'archive']);
  if (kind === 'table') return makeTable(random, pick);
  if (kind === 'archive') return makeArchive(random, pick);
  const places = makePlaces(random);
  if (kind === 'gpx') return { name: 'odd.gpx', content: gpxOf(places), about: 'GPX', places };
  if (kind === 'geojson')
    return { name: 'odd.json', content: geoJsonOf(places), about: 'GeoJSON lines', places };
  const prefix = pick(['', 'kml', 'ns1']);
  return {
    name: 'odd.kml',
    content: kmlOf(places, prefix),
    about: `KML with the prefix "${prefix}"`,
    places,
  };
}
