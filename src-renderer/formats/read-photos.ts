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

/**
 * Returns why a photo has no place; null if it has one. `GPSStatus` V says that the receiver had no fix: the numbers
 * are then zeros, or those of a place long before.
 */
function photoProblem(tags: ReturnType<typeof tagsOf>, position: readonly number[]): string | null {
  const exif = tags?.exif;
  if (exif?.GPSLatitude === undefined && exif?.GPSLongitude === undefined)
    return 'validation.photoWithoutPlace';
  if (lettersOf(exif?.GPSStatus) === 'V') return 'validation.photoWithoutFix';
  return position.every((value) => Number.isFinite(value)) ? null : 'validation.photoBrokenPlace';
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
    const tags = tagsOf(await headOf(file, headBytes));
    const position = [
      signed(tags?.gps?.Longitude, tags?.exif?.GPSLongitudeRef, 'E', 'W'),
      signed(tags?.gps?.Latitude, tags?.exif?.GPSLatitudeRef, 'N', 'S'),
    ];
    const message = photoProblem(tags, position);
    if (!tags || message !== null) {
      const problem = { message: message ?? 'validation.photoWithoutPlace' };
      collector.reject({ where, name: file.name, problem, raw: file.name, mend: mendOf(name) });
      continue;
    }
    const altitude = numberOf(tags.gps?.Altitude);
    const attributes: [string, AttributeValue][] = [
      ['file', file.name],
      ['time', timeOf(tags.exif?.DateTimeOriginal)],
      ['camera', [wordsOf(tags.exif?.Make), wordsOf(tags.exif?.Model)].filter(Boolean).join(' ') || null],
      ['direction', directionOf(tags.exif?.GPSImgDirection)],
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
