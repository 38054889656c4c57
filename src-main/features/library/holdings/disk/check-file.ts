import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { systemErrorCode } from '../../../../core/system-error.ts';

/** A file as it is recorded; `path` is absolute. */
export interface RecordedFile {
  path: string;
  sizeBytes: number | null;
  /** Null if it was never computed; then only the size is compared. */
  sha256: string | null;
}

/** The result of comparing a file with its record. */
export type FileVerdict = 'good' | 'missing' | 'size' | 'checksum' | 'unreadable';

/** Called after each piece with the milliseconds that it took; the next piece is read when the promise resolves. */
export type Throttle = (workedMs: number) => Promise<unknown>;

const pieceBytes = 1024 * 1024;
const unthrottled: Throttle = () => Promise.resolve();

/** Reads a whole file and compares it with its record. Never rejects: a file that cannot be read is a verdict too. */
export async function checkFile(
  { path, sizeBytes, sha256 }: RecordedFile,
  throttle: Throttle = unthrottled,
): Promise<FileVerdict> {
  try {
    const entry = await lstat(path);
    if (!entry.isFile()) return 'unreadable';
    if (sizeBytes !== null && entry.size !== sizeBytes) return 'size';
    if (sha256 === null) return 'good';
    const hash = createHash('sha256');
    let since = performance.now();
    for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
      hash.update(piece);
      await throttle(performance.now() - since);
      since = performance.now();
    }
    return hash.digest('hex') === sha256 ? 'good' : 'checksum';
  } catch (error) {
    const code = systemErrorCode(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable';
  }
}
