import type { PackageReason } from '../../../src-preload/contract/errors.ts';
import { packageLimits } from './package-format.ts';

/** An error of the readers of a package; `readPackage` adds the name of the file. */
export class PackageProblem extends Error {
  readonly reason: PackageReason;
  readonly detail: string;

  constructor(reason: PackageReason, detail = '') {
    super(reason);
    this.reason = reason;
    this.detail = detail;
  }
}

const { depth: maxDepth, lineBytes } = packageLimits;

/** Returns true if brackets outside of texts are nested too deeply. It does not parse the text. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInText) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) isInText = false;
    } else if (code === 0x22) isInText = true;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return false;
}

/** Returns the value of a JSON text within the bounds of packages. Throws a `PackageProblem`. */
export function parseBounded(text: string, where: string): unknown {
  if (isTooDeep(text)) throw new PackageProblem('depth', where);
  let value: unknown;
  let hasForbiddenKey = false;
  try {
    // Checking each key is slow, so it is done only if the key may occur; escapes may hide it.
    value = /__proto__|\\u/.test(text)
      ? JSON.parse(text, (key, inner: unknown) => {
          if (key === '__proto__') hasForbiddenKey = true;
          return inner;
        })
      : JSON.parse(text);
  } catch {
    throw new PackageProblem('json', where);
  }
  if (hasForbiddenKey) throw new PackageProblem('key', where);
  // A single surrogate cannot be written as UTF-8; JSON can contain it as an escape only.
  if (text.includes('\\u') && /\\ud[89a-f][0-9a-f]{2}/i.test(JSON.stringify(value)))
    throw new PackageProblem('encoding', where);
  return value;
}

/** Returns the text of UTF-8 bytes. Throws a `PackageProblem` for invalid bytes, a byte order mark and a zero. */
export function decodeStrictly(bytes: Uint8Array, where: string): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new PackageProblem('encoding', where);
  }
  if (text.startsWith('\ufeff') || text.includes('\u0000')) throw new PackageProblem('encoding', where);
  return text;
}

/** Yields the lines of a part as bytes; only one line is in memory. Throws a `PackageProblem` for a line that is too long. */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  let lineParts: Uint8Array[] = [];
  let length = 0;
  let count = 0;
  const wholeLine = () => (lineParts.length === 1 && lineParts[0] ? lineParts[0] : Buffer.concat(lineParts));
  for await (const piece of pieces) {
    let from = 0;
    for (let end = piece.indexOf(0x0a); end >= 0; end = piece.indexOf(0x0a, from)) {
      lineParts.push(piece.subarray(from, end));
      length += end - from;
      count += 1;
      if (length > lineBytes) throw new PackageProblem('long-line', `${name}:${count}`);
      yield wholeLine();
      lineParts = [];
      length = 0;
      from = end + 1;
    }
    if (from < piece.length) lineParts.push(piece.subarray(from));
    length += piece.length - from;
    if (length > lineBytes) throw new PackageProblem('long-line', `${name}:${count + 1}`);
  }
  if (length > 0) yield wholeLine();
}
