import { picturePixels } from '../../core/picture-size.ts';

/** The largest tile. Those of 512 pixels have some hundred kilobytes. */
export const maxTileBytes = 4 * 1_024 * 1_024;
/** A few kilobytes of a hostile picture become gigabytes when it is decoded. */
const maxTilePixels = 2_048 * 2_048;

/** The types of pictures that a tile may have. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
/** The type of a tile's picture. */
export type PictureType = (typeof pictureTypes)[number];

/** Returns the type of a picture by its first bytes; null if a tile may not have it. */
export function pictureType(bytes: Uint8Array): PictureType | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(16, bytes.byteLength)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  return head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP' ? 'image/webp' : null;
}

/** Returns true if the size of a picture can be read and is not too large to be decoded. */
export function isDecodablePicture(bytes: Uint8Array): boolean {
  const pixels = picturePixels(bytes);
  return pixels !== null && pixels > 0 && pixels <= maxTilePixels;
}

/** Returns true if a picture has its end: one that was cut would be half grey. */
export function isWholePicture(bytes: Uint8Array): boolean {
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const type = pictureType(bytes);
  if (type === 'image/png') return tail.subarray(-64).includes('IEND');
  // Some writers add bytes behind the end.
  if (type === 'image/jpeg') return tail.subarray(-1_024).includes(Buffer.from([0xff, 0xd9]));
  return type === 'image/webp' && tail.length >= 12 && tail.readUInt32LE(4) + 8 <= tail.length;
}

const signatures: readonly (readonly [string, string])[] = [
  ['PMTiles', 'PMTiles'],
  ['SQLite format 3\0', 'SQLite'],
  ['PK\x03\x04', 'ZIP'],
  ['PK\x05\x06', 'ZIP'],
  ['\x1f\x8b', 'gzip'],
  ['\x89PNG', 'PNG'],
  ['\xff\xd8\xff', 'JPEG'],
  ['GIF8', 'GIF'],
  ['II*\0', 'TIFF'],
  ['MM\0*', 'TIFF'],
  ['II+\0', 'BigTIFF'],
  ['MM\0+', 'BigTIFF'],
  ['%PDF', 'PDF'],
  ['RIFF', 'RIFF'],
  ['7z\xbc\xaf', '7z'],
  ['\x7fELF', 'ELF'],
  ['MZ', 'EXE'],
];

/** Returns the name of the format of a file or an answer by its first bytes; `…` if it is unknown. */
export function formatName(head: Uint8Array): string {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(512, head.byteLength)).toString('latin1');
  const signature = signatures.find(([start]) => text.startsWith(start));
  if (signature) return signature[1];
  if (/^\s*(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body)/i.test(text)) return 'HTML';
  if (/^\s*(?:\xef\xbb\xbf)?\s*<[?!a-z]/i.test(text)) return 'XML';
  return /^\s*[{[]/.test(text) ? 'JSON' : '…';
}
