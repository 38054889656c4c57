import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createInflate, createZstdDecompress } from 'node:zlib';
import { createLzwReader } from '../../src-shared/raster/lzw.ts';
import { compressions } from './raster-image.ts';
import { UndrawableError } from './undrawable.ts';
import { unpackPackBits } from './unpack-packbits.ts';

const readBytes = 256 * 1_024;
const pieceBytes = 256 * 1_024;

async function* piecesOf(file: FileHandle, offset: number, length: number): AsyncGenerator<Uint8Array> {
  for (let done = 0; done < length; ) {
    const buffer = Buffer.alloc(Math.min(readBytes, length - done));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, offset + done);
    if (bytesRead === 0) throw new UndrawableError('not-readable');
    done += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function* unpackedBy(
  transform: NodeJS.ReadWriteStream,
  packed: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const source = Readable.from(packed, { objectMode: false, highWaterMark: readBytes });
  // Otherwise nothing would handle an error of the source.
  source.on('error', (error) => transform.emit('error', error));
  try {
    for await (const piece of source.pipe(transform)) {
      if (piece instanceof Uint8Array) yield piece;
    }
  } finally {
    source.destroy();
  }
}

/**
 * Yields the bytes of one strip, unpacked piece by piece: many files are a single strip of gigabytes, and a hostile one unpacks to more
 * than any memory can hold. The caller stops when it has enough bytes.
 */
export async function* unpackStream(options: {
  file: FileHandle;
  offset: number;
  length: number;
  compression: number;
}): AsyncGenerator<Uint8Array> {
  const packed = piecesOf(options.file, options.offset, options.length);
  const { compression } = options;
  if (compression === compressions.none) yield* packed;
  else if (compression === compressions.deflate || compression === compressions.oldDeflate)
    yield* unpackedBy(createInflate({ chunkSize: pieceBytes }), packed);
  else if (compression === compressions.zstd)
    yield* unpackedBy(createZstdDecompress({ chunkSize: pieceBytes }), packed);
  else if (compression === compressions.lzw) {
    const reader = createLzwReader();
    for await (const input of packed) {
      reader.feed(input);
      for (;;) {
        const piece = new Uint8Array(pieceBytes);
        const length = reader.fill(piece);
        if (length > 0) yield piece.subarray(0, length);
        if (length < piece.length) break;
      }
    }
  } else if (compression === compressions.packBits) {
    const state = { literal: 0, repeat: 0 };
    for await (const input of packed) yield* unpackPackBits(state, input, pieceBytes);
  } else throw new UndrawableError('compression', String(compression));
}
