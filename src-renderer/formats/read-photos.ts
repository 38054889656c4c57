import { load } from 'exifreader';
import { boundedAttributes, textWithin } from './attributes.ts';
import { type ByteFile, headOf } from './byte-file.ts';
import type { ImportCollector } from './import-collector.ts';
import type { AttributeValue } from './imported.ts';
import { addParts } from './place-parts.ts';

/** Cameras write their metadata at the start; the containers of phones have it within the first megabytes. */
const headBytes = 8 * 1_024 * 1_024;

interface Tag {
  description?: unknown;
  value?: unknown;
}

/** Returns the text of a tag; null if it is empty. */
function wordsOf(tag: Tag | undefined): string | null {
  const words = typeof tag?.description === 'string' ? tag.description.replaceAll('\u0000', '').trim() : '';
  return words === '' ? null : words.slice(0, 200);
}

/** Returns the time of the camera's clock in ISO 8601, without a time zone, because cameras rarely store it. */
function timeOf(tag: Tag | undefined): string | null {
  const match = /^(\d{4}):(\d{2}):(\d{2}) (\d{2}:\d{2}:\d{2})/.exec(wordsOf(tag) ?? '');
  return match ? `${match[1]}-${match[2]}-${match[3]}T${match[4]}` : null;
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : Number.NaN);

/** Returns the text of a tag with letters, as the file has it. */
function lettersOf(tag: Tag | undefined): string {
  const { value } = tag ?? {};
  const text = Array.isArray(value) ? value.join('') : typeof value === 'string' ? value : '';
  return text.replaceAll('\u0000', '').trim().toUpperCase();
}

/**
 * Returns a coordinate with the sign of its reference, which some programs write as `s` or `South` (Exif 2.32 has one
 * capital letter); NaN if the reference is something else, because its side would be a guess.
 */
function signed(value: unknown, reference: Tag | undefined, positive: string, negative: string): number {
  const size = Math.abs(numberOf(value));
  const side = lettersOf(reference)[0];
  return side === positive ? size : side === negative ? -size : Number.NaN;
}

const maxPacketBytes = 128 * 1_024;

/** Returns the text of the XMP packet in the metadata of a photo; '' if there is none. */
function packetOf(bytes: Uint8Array): string {
  const start = bytes.length === 0 ? -1 : indexOfText(bytes, '<x:xmpmeta');
  if (start < 0) return '';
  const text = new TextDecoder().decode(bytes.subarray(start, start + maxPacketBytes));
  return text.slice(0, text.indexOf('</x:xmpmeta') + 1 || undefined);
}

function indexOfText(bytes: Uint8Array, text: string): number {
  const codes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  for (let at = bytes.indexOf(codes[0] ?? 0); at >= 0; at = bytes.indexOf(codes[0] ?? 0, at + 1))
    if (codes.every((code, i) => bytes[at + i] === code)) return at;
  return -1;
}

/** Returns a property of an XMP packet, which is an attribute or an element; null if it is missing. */
function propertyOf(packet: string, name: string): string | null {
  const [, attribute, quoted, element] =
    new RegExp(`\\b${name}\\s*(?:=\\s*(?:"([^"<]{0,100})"|'([^'<]{0,100})')|>([^<]{0,100})<)`).exec(packet) ??
    [];
  return (attribute ?? quoted ?? element)?.trim() ?? null;
}

/** Returns degrees as XMP writes them: `33,30.6S` or `33,30,36S`, and signed numbers as drones do; NaN for another text. */
function degreesOf(text: string, positive: string, negative: string): number {
  if (/^[-+]?\d{1,3}(?:\.\d+)?$/.test(text)) return Number(text);
  const [, degrees, minutes, seconds = '0', side] =
    /^(\d{1,3}),(\d{1,2}(?:\.\d+)?)(?:,(\d{1,2}(?:\.\d+)?))?([NSEW])$/i.exec(text) ?? [];
  const sign = side?.toUpperCase() === positive ? 1 : side?.toUpperCase() === negative ? -1 : Number.NaN;
  return sign * (Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3_600);
}

/** The place of a photo in its XMP, where some programs and drones have it alone. */
interface PacketPlace {
  position: [longitude: number, latitude: number];
  altitudeMetres: number;
  status: string;
}

function placeOfPacket(packet: string): PacketPlace | null {
  const latitude = propertyOf(packet, 'exif:GPSLatitude') ?? propertyOf(packet, 'drone-dji:GpsLatitude');
  // The second spelling is that of a maker.
  const longitude =
    propertyOf(packet, 'exif:GPSLongitude') ??
    propertyOf(packet, 'drone-dji:GpsLongitude') ??
    propertyOf(packet, 'drone-dji:GpsLongtitude');
  if (latitude === null && longitude === null) return null;
  const [, above, under = '1'] =
    /^(\d+(?:\.\d+)?)(?:\/(\d+))?$/.exec(propertyOf(packet, 'exif:GPSAltitude') ?? '') ?? [];
  const isBelow = propertyOf(packet, 'exif:GPSAltitudeRef') === '1';
  const height = (isBelow ? -1 : 1) * (Number(above) / Number(under));
  return {
    position: [degreesOf(longitude ?? '', 'E', 'W'), degreesOf(latitude ?? '', 'N', 'S')],
    altitudeMetres: Number.isFinite(height)
      ? height
      : Number.parseFloat(propertyOf(packet, 'drone-dji:AbsoluteAltitude') ?? ''),
    status: propertyOf(packet, 'exif:GPSStatus') ?? '',
  };
}

interface PhotoPlace {
  position: readonly [longitude: number, latitude: number];
  altitudeMetres: number;
  /** `GPSStatus`: V says that the receiver had no fix; empty if it is missing. */
  status: string;
}

/** Returns the place of a photo in its Exif, else in its XMP; null if it has none. */
function placeOf(tags: ReturnType<typeof tagsOf>, bytes: Uint8Array): PhotoPlace | null {
  const exif = tags?.exif;
  if (exif?.GPSLatitude === undefined && exif?.GPSLongitude === undefined)
    return placeOfPacket(packetOf(bytes));
  return {
    position: [
      signed(tags?.gps?.Longitude, exif.GPSLongitudeRef, 'E', 'W'),
      signed(tags?.gps?.Latitude, exif.GPSLatitudeRef, 'N', 'S'),
    ],
    altitudeMetres: numberOf(tags?.gps?.Altitude),
    status: lettersOf(exif.GPSStatus),
  };
}

/**
 * Returns why a photo has no place; null if it has one. Without a fix the numbers are zeros, or those of a place long before; zeros alone
 * are the sea off Africa, which cameras write when they know nothing.
 */
function photoProblem(place: PhotoPlace | null): string | null {
  if (place === null) return 'validation.photoWithoutPlace';
  const {
    position: [longitude, latitude],
    status,
  } = place;
  const isZero = longitude === 0 && latitude === 0;
  if (status.toUpperCase().startsWith('V') || (isZero && status === '')) return 'validation.photoWithoutFix';
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? null : 'validation.photoBrokenPlace';
}

/** Returns the direction of the view in degrees; null if it is unknown. */
function directionOf(tag: Tag | undefined): number | null {
  const value = Number.parseFloat(wordsOf(tag) ?? '');
  return Number.isFinite(value) ? Math.round(value * 10) / 10 : null;
}

/**
 * Adds each photo with a GPS position as a point with the name of its file; rejects the others. Only the metadata is
 * read, never the picture.
 */
export async function readPhotos(files: readonly ByteFile[], collector: ImportCollector): Promise<void> {
  for (const [index, file] of files.entries()) {
    const where = { layer: null, number: index + 1, line: null };
    const name = file.name.replace(/\.[^.]{1,5}$/, '');
    const bytes = await headOf(file, headBytes);
    const tags = tagsOf(bytes);
    const place = placeOf(tags, bytes);
    const message = photoProblem(place);
    if (place === null || message !== null) {
      const problem = { message: message ?? 'validation.photoWithoutPlace' };
      collector.reject({ where, name: file.name, problem, raw: file.name, mend: mendOf(name) });
      continue;
    }
    const { position, altitudeMetres: altitude } = place;
    const attributes: [string, AttributeValue][] = [
      ['file', file.name],
      ['time', timeOf(tags?.exif?.DateTimeOriginal)],
      ['camera', [wordsOf(tags?.exif?.Make), wordsOf(tags?.exif?.Model)].filter(Boolean).join(' ') || null],
      ['direction', directionOf(tags?.exif?.GPSImgDirection)],
    ];
    addParts(collector, {
      parts: [{ kind: 'point', position: Number.isNaN(altitude) ? position : [...position, altitude] }],
      text: textWithin(collector, {
        name,
        notes: null,
        tags: [],
        attributes: boundedAttributes(attributes, collector),
      }),
      where,
      raw: file.name,
    });
  }
}

const mendOf = (name: string) => ({ place: '', text: { name, notes: null, tags: [], attributes: {} } });

function tagsOf(bytes: Uint8Array) {
  try {
    return load(bytes.slice().buffer, { expanded: true });
  } catch {
    return null;
  }
}
