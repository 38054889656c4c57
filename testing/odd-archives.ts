import { geoJsonOf, gpxOf, kmlOf } from './odd-documents.ts';
import { makePlaces, type OddFile, type OddSource, oddFile, type TruePlace } from './odd-file.ts';
import { makeShapefile } from './odd-shapefiles.ts';
import { type RawEntry, writeZip } from './write-zip.ts';

/** A member of an archive, with the places that it adds and the name by which it must be mentioned if it adds none. */
interface Member {
  entries: RawEntry[];
  places: readonly TruePlace[];
  named: readonly string[];
}

const entryOf = (name: string, data: string | Buffer, rest: Partial<RawEntry> = {}): RawEntry => ({
  name,
  data: Buffer.from(data),
  ...rest,
});

/** Returns a shapefile about which nothing has to be asked. */
function makeCertainShapefile(source: OddSource): OddFile {
  for (;;) {
    const made = makeShapefile(source);
    if (made.asked === null && made.rejected === 0) return made;
  }
}

/** The members that are read. */
const readable = [
  (source: OddSource): Member => {
    const places = makePlaces(source, (i) => `Site ${i + 1}`);
    return { entries: [entryOf('sites.kml', kmlOf(places, ''))], places, named: [] };
  },
  (source: OddSource): Member => {
    const places = makePlaces(source, (i) => `Walk ${i + 1}`);
    return { entries: [entryOf('walk.GPX', gpxOf(places))], places, named: [] };
  },
  (source: OddSource): Member => {
    const places = makePlaces(source, (i) => `Feature ${i + 1}`);
    return { entries: [entryOf('more.geojson', geoJsonOf(places))], places, named: [] };
  },
  (source: OddSource): Member => {
    const { files, places, named } = makeCertainShapefile(source);
    return { entries: Object.entries(files).map(([name, data]) => entryOf(name, data)), places, named };
  },
  (source: OddSource): Member => {
    const places = makePlaces(source, (i) => `Nested ${i + 1}`);
    const icon = entryOf('files/icon.png', Buffer.from([0x89, 0x50, 0x4e, 0x47]));
    const inner = writeZip([entryOf('doc.kml', kmlOf(places, '')), icon]);
    return { entries: [entryOf('nested.kmz', inner)], places, named: [] };
  },
  (source: OddSource): Member => {
    const places = makePlaces(source, (i) => `Inner ${i + 1}`);
    return {
      entries: [entryOf('inner.zip', writeZip([entryOf('a/b.gpx', gpxOf(places))]))],
      places,
      named: [],
    };
  },
] as const;

/** The members that cannot be read, each of which has to be named. */
const unreadable = [
  (): Member => ({
    entries: [entryOf('cut.kml', '<kml><Document><Placemark><name>a</name>')],
    places: [],
    named: ['cut.kml'],
  }),
  (): Member => ({
    entries: [entryOf('damaged.gpx', gpxOf([]), { claimedCrc: 1 })],
    places: [],
    named: ['damaged.gpx'],
  }),
  (): Member => ({
    entries: [entryOf('locked.kml', 'secret', { flags: 1 })],
    places: [],
    named: ['locked.kml'],
  }),
  (): Member => ({
    entries: [entryOf('modern.kml', 'x', { method: 93 })],
    places: [],
    named: ['modern.kml'],
  }),
  (): Member => ({
    entries: [entryOf('list.csv', 'name,lat,lon\na,1,2\n')],
    places: [],
    named: ['list.csv'],
  }),
  (): Member => ({ entries: [entryOf('roads.dbf', 'x')], places: [], named: ['roads.dbf'] }),
  (): Member => ({ entries: [entryOf('notes.pdf', '%PDF-1.7')], places: [], named: ['notes.pdf'] }),
  (): Member => ({ entries: [entryOf('broken.zip', 'PK\u0003\u0004')], places: [], named: ['broken.zip'] }),
  (): Member => ({ entries: [entryOf('empty.kml', '')], places: [], named: ['empty.kml'] }),
] as const;

/** Makes an archive of several members: some that are read, some that are not, and what systems add. */
export function makeOddArchive(source: OddSource): OddFile {
  const { random, pick } = source;
  const members = readable.filter(() => random() < 0.5).map((make) => make(source));
  if (members.length === 0) members.push(pick(readable)(source));
  const broken = unreadable.filter(() => random() < 0.25).map((make) => make());
  const isBefore = pick([true, false]);
  const all = isBefore ? [...broken, ...members] : [...members, ...broken];
  const folder = pick(['', 'Survey/', 'a b/ü/', 'Survey\\', 'a\\b\\']);
  const slash = folder.includes('\\') ? '\\' : '/';
  const inFolder = all.flatMap(({ entries }) =>
    entries.map((entry): RawEntry => {
      const name = folder + entry.name;
      return { method: pick([0, 8]), ...entry, name };
    }),
  );
  const ofSystem = inFolder.slice(0, 2).map(({ name }): RawEntry => {
    const path = String(name);
    const leaf = path.slice(path.lastIndexOf(slash) + 1);
    return entryOf(
      `__MACOSX${slash}${path.slice(0, path.length - leaf.length)}._${leaf}`,
      Buffer.from([0, 5, 22, 7]),
    );
  });
  const folders: RawEntry[] = folder === '' ? [] : [{ name: folder }];
  const entries = [...folders, ...inFolder, ...ofSystem, entryOf(`${folder}.DS_Store`, 'x')];
  const about = `an archive of ${inFolder.map(({ name }) => name).join(', ')}`;
  const name = pick(['odd.zip', 'odd.kmz', 'ODD.ZIP']);
  return oddFile(
    about,
    { [name]: writeZip(entries) },
    members.flatMap(({ places }) => places),
    {
      named: all.flatMap(({ named }) => named),
    },
  );
}
