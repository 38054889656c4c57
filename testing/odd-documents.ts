import { makePlaces, type OddFile, type OddSource, oddFile, type TruePlace } from './odd-file.ts';

/** Returns a KML document with one folder; `prefix` is that of its namespace. */
export const kmlOf = (places: readonly TruePlace[], prefix: string): string => {
  const tag = (name: string) => (prefix === '' ? name : `${prefix}:${name}`);
  const marks = places.map(
    ({ name, longitude, latitude }) =>
      `<${tag('Placemark')}><${tag('name')}>${name}</${tag('name')}><${tag('Point')}><${tag('coordinates')}>\n ${longitude.toFixed(9)},${latitude.toFixed(9)} </${tag('coordinates')}></${tag('Point')}></${tag('Placemark')}>`,
  );
  return `<${tag('kml')}><${tag('Document')}><${tag('Folder')}>${marks.join('\n')}</${tag('Folder')}></${tag('Document')}></${tag('kml')}>`;
};

/** Returns a GPX document with waypoints. */
export const gpxOf = (places: readonly TruePlace[]): string =>
  `<gpx version="1.0">${places.map(({ name, longitude, latitude }) => `<wpt lon='${longitude.toFixed(9)}' lat='${latitude.toFixed(9)}'><name><![CDATA[${name}]]></name></wpt>`).join('')}</gpx>`;

/** Returns features in GeoJSON, one a line. */
export const geoJsonOf = (places: readonly TruePlace[]): string =>
  places
    .map(({ name, longitude, latitude }) =>
      JSON.stringify({
        geometry: { coordinates: [longitude, latitude], type: 'Point' },
        properties: { name },
        type: 'Feature',
      }),
    )
    .join('\n');

const pairOf = ({ longitude, latitude }: TruePlace) => `${longitude.toFixed(9)},${latitude.toFixed(9)},0`;

/** Makes a KML document with a schema of typed fields and folders within folders. */
export function makeSchemaKml(source: OddSource): OddFile {
  const { pick } = source;
  const places = makePlaces(source).map(
    (place, i): TruePlace => ({
      ...place,
      // A text of digits stays a text, and a number is one, whatever it looks like.
      attributes: {
        plot: `00${417 + i}`,
        depth: i + 0.5,
        open: i % 2 === 0,
        serial: `90071992547409930${i}`,
      },
    }),
  );
  const id = pick(['S_1', 'Plots & wells', 'schema0']).replace('&', '&amp;');
  const url = pick(['#', '', 'odd.kml#']) + id;
  const prefix = pick(['', 'kml:']);
  const types = { plot: 'string', depth: pick(['double', 'float']), open: 'bool', serial: 'xsd:string' };
  const fields = Object.entries(types).map(
    ([name, type]) =>
      `<${prefix}SimpleField type="${type}" name="${name}"><${prefix}displayName>${name.toUpperCase()}</${prefix}displayName></${prefix}SimpleField>`,
  );
  const schema = `<${prefix}Schema id="${id}" name="${pick(['Plots', id])}">${fields.join('')}</${prefix}Schema>`;
  const markOf = (place: TruePlace) => {
    const values = Object.entries(place.attributes ?? {}).map(
      ([name, value]) =>
        `<${prefix}SimpleData name="${name}">${typeof value === 'boolean' ? Number(value) : value}</${prefix}SimpleData>`,
    );
    const extended = `<${prefix}ExtendedData><${prefix}SchemaData schemaUrl="${url}">${values.join('\n')}</${prefix}SchemaData></${prefix}ExtendedData>`;
    return `<${prefix}Placemark>${extended}<${prefix}name>${place.name}</${prefix}name><${prefix}Point><${prefix}coordinates>${pairOf(place)}</${prefix}coordinates></${prefix}Point></${prefix}Placemark>`;
  };
  const half = Math.ceil(places.length / 2);
  const folder = (name: string, content: string) =>
    `<${prefix}Folder><${prefix}name>${name}</${prefix}name>${content}</${prefix}Folder>`;
  const marks = folder(
    'North',
    `${places.slice(0, half).map(markOf).join('')}${folder('Wells', places.slice(half).map(markOf).join(''))}`,
  );
  const isLast = pick([false, false, true]);
  const content = `<?xml version="1.0"?><${prefix}kml xmlns${prefix === '' ? '' : ':kml'}="http://www.opengis.net/kml/2.2"><${prefix}Document>${isLast ? marks + schema : schema + marks}</${prefix}Document></${prefix}kml>`;
  const about = `KML with the schema "${url}" ${isLast ? 'below' : 'above'} its placemarks, prefix "${prefix}"`;
  return oddFile(about, { 'odd.kml': content }, places);
}

/** Makes a GPX document with namespaces: prefixes, elements within extensions, and in GPX 1.0 beside the others. */
export function makeSpacedGpx(source: OddSource): OddFile {
  const { pick } = source;
  const isOld = pick([true, false]);
  const prefix = pick(['', 'gpx:']);
  const places = makePlaces(source).map(
    (place, i): TruePlace => ({
      ...place,
      attributes: { type: 'Traditional', difficulty: i + 1, owner: `Ana ${i}` },
    }),
  );
  const cacheOf = ({ attributes = {} }: TruePlace) =>
    `<groundspeak:cache id="1"><groundspeak:difficulty>${attributes.difficulty}</groundspeak:difficulty><groundspeak:who><groundspeak:owner>${attributes.owner}</groundspeak:owner></groundspeak:who></groundspeak:cache>`;
  const marks = places.map((place) => {
    const { name, longitude, latitude } = place;
    const cache = isOld ? cacheOf(place) : `<${prefix}extensions>${cacheOf(place)}</${prefix}extensions>`;
    return `<${prefix}wpt lat="${latitude.toFixed(9)}" lon="${longitude.toFixed(9)}"><${prefix}name>${name}</${prefix}name><${prefix}type>Traditional</${prefix}type>${cache}</${prefix}wpt>`;
  });
  const content = `<${prefix}gpx version="${isOld ? '1.0' : '1.1'}" xmlns${prefix === '' ? '' : ':gpx'}="http://www.topografix.com/GPX/1/${isOld ? 0 : 1}" xmlns:groundspeak="http://www.groundspeak.com/cache/1/0/1">${marks.join('\n')}</${prefix}gpx>`;
  return oddFile(
    `GPX ${isOld ? '1.0' : '1.1'} with elements of a namespace, prefix "${prefix}"`,
    { 'odd.gpx': content },
    places,
  );
}
