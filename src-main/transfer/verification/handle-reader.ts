import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';

/** Reads from an open file handle that its owner closes; the close waits for reads under way. */
export class HandleReader extends RandomAccessReader {
  readonly #file: FileHandle;
  constructor(file: FileHandle) {
    super();
    this.#file = file;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, end), { objectMode: false });
  }
  async *#pieces(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const piece = Buffer.allocUnsafe(Math.min(256 * 1_024, end - at));
      const { bytesRead } = await this.#file.read(piece, 0, piece.length, at);
      if (bytesRead === 0) throw new Error('the archive ends early');
      at += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  }
}
