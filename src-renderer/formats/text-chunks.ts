import { type ByteFile, headOf } from './byte-file.ts';
import { encodingOfName, isEncoding } from './encodings.ts';
import { FormatProblem } from './format-problem.ts';
import { createDecoder } from './text-decoder.ts';

const headBytes = 4_096;
/** The maximum size of the sample with characters beyond ASCII that the question about the encoding shows. */
const sampleBytes = 400;
const sampleLines = 4;
const maxLineBytes = 200;

/** The error for a text that is not in the expected encoding. */
export class UnknownEncoding extends Error {
  readonly file: ByteFile;

  constructor(file: ByteFile) {
    super('the encoding is not known');
    this.file = file;
  }
}

/** Returns the encoding that the first bytes show: by a byte order mark, or by the pattern of UTF-16 without a mark. */
function encodingOfHead(head: Uint8Array): string | null {
  const [first, second, third, fourth] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe && third === 0 && fourth === 0) return 'utf-32';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const even = head.filter((byte, i) => i % 2 === 0 && byte === 0).length;
  const odd = head.filter((byte, i) => i % 2 === 1 && byte === 0).length;
  // Separators, digits and line ends have a zero on one side; in other scripts, most letters have none.
  if (head.length < 4 || Math.min(even, odd) > 0 || even + odd < head.length / 40) return null;
  const encoding = odd > 0 ? 'utf-16le' : 'utf-16be';
  return isPlainText(head, encoding) ? encoding : null;
}

/** Returns true if the beginning of a file has only characters of texts in an encoding. */
function isPlainText(head: Uint8Array, encoding: string): boolean {
  try {
    const text = createDecoder(encoding, { fatal: true }).decode(head, { stream: true });
    return !/[^\P{C}\t\r\n\f\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/u.test(text);
  } catch {
    return false;
  }
}

/** Returns the encoding that an XML declaration names, whatever it is; null without one. */
function encodingOfXml(head: Uint8Array): string | null {
  const text = new TextDecoder('windows-1252').decode(head.subarray(0, 256));
  return (
    /^\s*<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(text)?.[1]?.toLowerCase() ?? null
  );
}

/** Returns some lines of a file with bytes beyond ASCII, each with one that the lines before it do not have: these tell encodings apart. */
export async function foreignLines(file: ByteFile): Promise<Uint8Array> {
  const sample: number[] = [];
  let line: number[] = [];
  let isForeign = false;
  let lines = 0;
  const seen = new Set<number>();
  for await (const chunk of file.chunks())
    for (const byte of chunk) {
      if (byte > 0x7f && !seen.has(byte)) {
        seen.add(byte);
        isForeign = true;
      }
      if (byte !== 0x0a && byte !== 0x0d) {
        // Of a long line only its foreign characters are taken, whose second byte may be one of ASCII.
        const isWanted = line.length < maxLineBytes || byte > 0x7f || (line.at(-1) ?? 0) > 0x7f;
        if (isWanted) line.push(byte);
        else if (line.at(-1) !== 0x20) line.push(0x20);
        if (line.length < 4 * maxLineBytes) continue;
      }
      if (isForeign) {
        sample.push(...line, 0x0a);
        lines += 1;
      }
      if (lines >= sampleLines || sample.length >= sampleBytes) return Uint8Array.from(sample);
      line = [];
      isForeign = false;
    }
  if (isForeign) sample.push(...line);
  return Uint8Array.from(sample);
}

/** What a text file says about its encoding. */
export interface DeclaredEncoding {
  /** By a byte order mark or an XML declaration; null if it says nothing, or nothing that can be true. */
  encoding: string | null;
  /** True if only an XML declaration says so, which stays when a program saves the text in another encoding. */
  isOfXml: boolean;
  /** The name in an XML declaration that cannot be true; null for none. */
  untrue: string | null;
}

/**
 * Returns the encoding that a text file itself declares. A declaration that can be read byte by byte is not in UTF-16 or UTF-32, whatever
 * it says. Throws a `FormatProblem` for a byte order mark of an unsupported encoding.
 */
export async function declaredEncoding(file: ByteFile): Promise<DeclaredEncoding> {
  const head = await headOf(file, headBytes);
  // A text that was saved again in UTF-16 may keep its old XML declaration, so a byte order mark has priority.
  const ofHead = encodingOfHead(head);
  if (ofHead !== null && !isEncoding(ofHead))
    throw new FormatProblem('validation.unknownEncoding', { encoding: ofHead });
  if (ofHead !== null) return { encoding: ofHead, isOfXml: false, untrue: null };
  const named = encodingOfXml(head);
  const known = named === null ? null : encodingOfName(named);
  return known === null || /^(?:utf-?16|ucs-?2|iso-10646-ucs|unicode)/.test(known)
    ? { encoding: null, isOfXml: false, untrue: named }
    : { encoding: known, isOfXml: true, untrue: null };
}

/**
 * Decodes a file chunk by chunk. Throws `UnknownEncoding` if the bytes are not valid in it, and a `FormatProblem` if
 * the file is not a text. With `onReplaced`, bytes that are not valid become U+FFFD, and it is called once.
 */
export async function* textChunks(
  file: ByteFile,
  encoding: string,
  onReplaced: (() => void) | null = null,
): AsyncGenerator<string> {
  const decoder = createDecoder(encoding, { fatal: onReplaced === null });
  let isTold = false;
  const decode = (bytes?: Uint8Array): string => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw new UnknownEncoding(file);
    }
  };
  const tellReplaced = (text: string) => {
    if (isTold || onReplaced === null || !text.includes('\uFFFD')) return;
    isTold = true;
    onReplaced();
  };
  for await (const bytes of file.chunks()) {
    const text = decode(bytes);
    // No text contains this character, and every binary file does.
    if (text.includes('\u0000')) throw new FormatProblem('validation.binaryFile');
    tellReplaced(text);
    if (text !== '') yield text;
  }
  const rest = decode();
  tellReplaced(rest);
  if (rest !== '') yield rest;
}

/** Returns a text as the chunks of a file. */
export async function* chunksOfText(text: string): AsyncGenerator<string> {
  const chars = 1_024 * 1_024;
  for (let at = 0; at < text.length; at += chars) yield text.slice(at, at + chars);
}
