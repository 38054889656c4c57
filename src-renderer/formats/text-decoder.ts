import { dosCodePages } from './dos-code-pages.ts';

/** What decodes a text piece by piece; without bytes, the end of the text. */
export interface PieceDecoder {
  decode(bytes?: Uint8Array, options?: { stream: boolean }): string;
}

/** True for the name of a code page of DOS, such as `ibm852`. */
export const isDosCodePage = (encoding: string): boolean => Object.hasOwn(dosCodePages, encoding);

/** Returns the decoder of an encoding. With `fatal`, it throws a TypeError for bytes that are not valid. Throws for an unknown encoding. */
export function createDecoder(encoding: string, { fatal = false } = {}): PieceDecoder {
  const upper = dosCodePages[encoding];
  if (upper === undefined) return new TextDecoder(encoding, { fatal });
  return {
    decode(bytes = new Uint8Array()) {
      let text = '';
      for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : upper[byte - 0x80];
      if (fatal && text.includes('\ufffd')) throw new TypeError('a byte has no character');
      return text;
    },
  };
}
