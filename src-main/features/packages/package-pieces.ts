import { open } from 'node:fs/promises';
import { packagePieceBytes } from '../../../src-preload/contract/handover.ts';
import { writeAllTo } from '../../core/write-all-at.ts';
import { diskError } from '../../store/disk-error.ts';

/** Writes bytes into a file at an offset; an offset of 0 creates the file, which must not exist. @throws DISK_FULL */
export async function writePiece(path: string, offset: number, bytes: Uint8Array): Promise<void> {
  try {
    const file = await open(path, offset === 0 ? 'wx' : 'r+', 0o600);
    await writeAllTo(file, bytes, offset).finally(() => file.close());
  } catch (error) {
    throw diskError(error, path);
  }
}

/** Returns the bytes of a file from an offset on, at most `packagePieceBytes`, as Base64; an empty text at the end of the file. */
export async function readPiece(path: string, offset: number): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(packagePieceBytes),
      0,
      packagePieceBytes,
      offset,
    );
    return buffer.toString('base64', 0, bytesRead);
  } finally {
    await file.close();
  }
}
