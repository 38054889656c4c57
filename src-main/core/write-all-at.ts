import { writeSync } from 'node:fs';

/** The one function of an open file that is needed here; a FileHandle has it. */
export interface WritableFile {
  /** Resolves with the number of bytes written, which may be less than was passed. */
  write(
    bytes: Uint8Array,
    from: number,
    length: number,
    position: number | null,
  ): Promise<{ bytesWritten: number }>;
}

/** Writes all bytes at a position of a file; a disk that is nearly full accepts a part of them before it refuses the rest. */
export function writeAllAt(file: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(file, bytes, done, bytes.length - done, position + done);
}

/** The same without blocking; null writes where the last write of the file ended. Rejects with the error of the disk. */
export async function writeAllTo(
  file: WritableFile,
  bytes: Uint8Array,
  position: number | null,
): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const at = position === null ? null : position + done;
    done += (await file.write(bytes, done, bytes.length - done, at)).bytesWritten;
  }
}
