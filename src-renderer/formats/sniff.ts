import { isWkt } from './wkt-parts.ts';
import { isWriteAheadLog } from './write-ahead-log.ts';

/**
 * The formats that can be imported, each with the endings that file dialogs offer for it; what a file is, its content says.
 * `lines` is text with one place per line.
 */
export const importEndings = {
  geojson: ['geojson', 'json', 'geojsonl'],
  kml: ['kml'],
  kmz: ['kmz'],
  gpx: ['gpx'],
  csv: ['csv', 'tsv', 'txt'],
  lines: [],
  xlsx: ['xlsx'],
  zip: ['zip'],
  shapefile: ['shp', 'dbf', 'shx', 'prj', 'cpg'],
  geopackage: ['gpkg', 'gpkg-wal'],
  wkt: ['wkt'],
  photos: ['jpg', 'jpeg', 'heic', 'heif', 'png', 'webp'],
} as const satisfies Record<string, readonly string[]>;
/** A format that can be imported; its name is under `import.format` in the catalogue. */
export type ImportFormat = keyof typeof importEndings;

/** The kind of a file by its content, regardless of its name. `other` is a format that cannot be imported. */
export type Sniffed =
  | { kind: 'zip' | 'sqlite' | 'shp' | 'photo' | 'text' }
  /** The key of the message that names the format and says what to do. */
  | { kind: 'other'; message: string };

const ascii = (bytes: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...bytes.subarray(from, from + length));

/** The brands of pictures in the ISO container that phones write. */
const pictureBrands = /^(?:heic|heix|hevc|heim|heis|mif1|msf1|avif|avis)/;

/** Returns what the first bytes of a file show, regardless of its name. */
export function sniffBytes(head: Uint8Array): Sniffed {
  const starts = (...bytes: number[]) => bytes.every((byte, i) => head[i] === byte);
  if (starts(0x50, 0x4b, 0x03, 0x04) || starts(0x50, 0x4b, 0x05, 0x06)) return { kind: 'zip' };
  if (ascii(head, 0, 15) === 'SQLite format 3') return { kind: 'sqlite' };
  if (starts(0x00, 0x00, 0x27, 0x0a)) return { kind: 'shp' };
  if (starts(0xff, 0xd8, 0xff) || starts(0x89, 0x50, 0x4e, 0x47)) return { kind: 'photo' };
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 4) === 'WEBP') return { kind: 'photo' };
  if (ascii(head, 4, 4) === 'ftyp' && pictureBrands.test(ascii(head, 8, 4))) return { kind: 'photo' };
  if (starts(0x49, 0x49, 0x2a, 0x00) || starts(0x4d, 0x4d, 0x00, 0x2a)) return { kind: 'photo' };
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) return { kind: 'other', message: 'validation.oldExcel' };
  if (ascii(head, 0, 4) === '%PDF') return { kind: 'other', message: 'validation.pdfFile' };
  if (
    starts(0x1f, 0x8b) ||
    ascii(head, 0, 6) === '7z\u00bc\u00af\u0027\u001c' ||
    ascii(head, 0, 4) === 'Rar!'
  )
    return { kind: 'other', message: 'validation.otherArchive' };
  if (isWriteAheadLog(head)) return { kind: 'other', message: 'validation.databaseLogAlone' };
  if (ascii(head, 0, 3) === 'fgb') return { kind: 'other', message: 'validation.otherGeoFile' };
  return { kind: 'text' };
}

/** The formats of texts. */
export type TextKind = 'geojson' | 'kml' | 'gpx' | 'wkt' | 'table' | 'xml' | 'html' | 'empty';

/** Returns the format of a text by its beginning. */
export function sniffText(sample: string): TextKind {
  const body = sample.replaceAll('\u001e', ' ').replace(/^[\uFEFF\s]+/, '');
  if (body === '') return 'empty';
  if (body.startsWith('{') || /^\[\s*[[{\]]/.test(body)) return 'geojson';
  if (isWkt(body)) return 'wkt';
  if (!body.startsWith('<')) return 'table';
  const root = /<(?![?!])(?:[\w.-]{1,40}:)?([\w.-]{1,40})/.exec(body)?.[1]?.toLowerCase();
  if (root === 'kml' || root === 'gpx' || root === 'html') return root;
  return /^<!doctype html/i.test(body) ? 'html' : 'xml';
}
