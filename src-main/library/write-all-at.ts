import { writeSync } from 'node:fs';

/** Writes all bytes at a position of a file; a disk that is nearly full accepts a part of them before it refuses the rest. */
export function writeAllAt(file: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(file, bytes, done, bytes.length - done, position + done);
}
