import { geoJsonOf, gpxOf, kmlOf } from './odd-documents.ts';
import { makePlaces, type OddFile, type OddSource, oddFile, type TruePlace } from './odd-file.ts';

/** A name with its bytes in the encodings that have all of its letters, as Python's codecs write them. */
export const foreignNames = [
  {
    name: 'Mühle Peña café',
    bytes: {
      'windows-1252': '4dfc686c65205065f16120636166e9',
      ibm437: '4d81686c65205065a4612063616682',
      ibm850: '4d81686c65205065a4612063616682',
      macintosh: '4d9f686c652050659661206361668e',
    },
  },
  {
    name: 'Łódź Žižkov řeka',
    bytes: {
      'windows-1250': 'a3f3649f208e699e6b6f7620f8656b61',
      ibm852: '9da264ab20a669a76b6f7620fd656b61',
    },
  },
  {
    name: 'Озеро Байкал мост',
    bytes: {
      'windows-1251': 'cee7e5f0ee20c1e0e9eae0eb20eceef1f2',
      ibm866: '8ea7a5e0ae2081a0a9aaa0ab20acaee1e2',
      'koi8-r': 'efdac5d2cf20e2c1cacbc1cc20cdcfd3d4',
    },
  },
] as const satisfies readonly { name: string; bytes: Readonly<Record<string, string>> }[];

/** Returns a text in which a foreign name stands in another encoding than the ASCII around it. */
export function encodeName(text: string, name: string, hex: string): Buffer {
  const pieces = text.split(name).flatMap((piece, i) => {
    const ascii = Buffer.from(piece, 'latin1');
    return i === 0 ? [ascii] : [Buffer.from(hex, 'hex'), ascii];
  });
  return Buffer.concat(pieces);
}

const csvOf = (places: readonly TruePlace[]) =>
  [
    'name,lat,lon',
    ...places.map(
      ({ name, latitude, longitude }) => `${name},${latitude.toFixed(9)},${longitude.toFixed(9)}`,
    ),
  ].join('\r\n');

const documents = [
  { name: 'odd.csv', write: csvOf, isXml: false },
  { name: 'odd.kml', write: (places: readonly TruePlace[]) => kmlOf(places, ''), isXml: true },
  { name: 'odd.gpx', write: gpxOf, isXml: true },
  { name: 'odd.geojson', write: geoJsonOf, isXml: false },
] as const;

/** Makes a text in UTF-16, with or without a byte order mark, in either order of bytes. */
function makeUtf16(source: OddSource): OddFile {
  const { pick } = source;
  const { name: foreign } = pick(foreignNames);
  const places = makePlaces(source, (i) => `${foreign} ${i + 1}`);
  const { name, write, isXml } = pick(documents);
  const hasMark = pick([true, false]);
  const isBigEndian = pick([true, false]);
  const declaration = isXml
    ? pick(['', '<?xml version="1.0" encoding="UTF-16"?>', '<?xml version="1.0" encoding="utf-8"?>'])
    : '';
  const bytes = Buffer.from(`${hasMark ? '\uFEFF' : ''}${declaration}${write(places)}`, 'utf16le');
  const about = `${name} in UTF-16 ${isBigEndian ? 'BE' : 'LE'}, ${hasMark ? 'with' : 'without'} a mark, declared "${declaration}", "${foreign}"`;
  return oddFile(about, { [name]: isBigEndian ? bytes.swap16() : bytes }, places);
}

/** Makes a text in a code page that it names, does not name, or names wrongly. */
function makeCodePage(source: OddSource): OddFile {
  const { pick } = source;
  const { name: foreign, bytes } = pick(foreignNames);
  const [encoding, hex] = pick(Object.entries(bytes));
  const places = makePlaces(source, (i) => `${foreign} ${i + 1}`);
  const { name, write, isXml } = pick(documents);
  const declared = isXml ? pick([null, 'utf-8', encoding, 'UTF-16']) : null;
  const declaration = declared === null ? '' : `<?xml version="1.0" encoding="${declared}"?>`;
  const content = encodeName(declaration + write(places), foreign, hex);
  const about = `${name} in ${encoding}, declared ${declared}, "${foreign}"`;
  const isSaid = declared === encoding;
  return oddFile(about, { [name]: content }, places, {
    asked: isSaid ? null : { kind: 'encoding', shows: foreign },
  });
}

/** Makes an XML document in UTF-8 that names another encoding, because a program saved it again. */
function makeUntrue(source: OddSource): OddFile {
  const { pick } = source;
  const { name: foreign } = pick(foreignNames);
  const places = makePlaces(source, (i) => `${foreign} ${i + 1}`);
  const { name, write } = pick(documents.filter(({ isXml }) => isXml));
  const declared = pick(['UTF-16', 'windows-1252', 'ISO-8859-1', 'ibm852', 'x-unheard-of']);
  const content = `<?xml version='1.0' encoding='${declared}'?>\n${write(places)}`;
  // A code page of one byte has a letter for nearly every byte, so that both readings are possible.
  const isPossible = ['windows-1252', 'ISO-8859-1', 'ibm852'].includes(declared);
  return oddFile(`${name} in UTF-8 that says ${declared}, "${foreign}"`, { [name]: content }, places, {
    asked: isPossible ? { kind: 'encoding', shows: foreign } : null,
  });
}

/** Makes a text in an odd encoding. */
export const makeOddEncoding = (source: OddSource): OddFile =>
  source.pick([makeUtf16, makeCodePage, makeUntrue])(source);
