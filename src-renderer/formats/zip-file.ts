import type { ByteFile } from './byte-file.ts';
import { FormatProblem } from './format-problem.ts';
import { dataStart, type ZipEntry } from './zip-directory.ts';

const broken = () => new FormatProblem('validation.brokenZip');

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crcOf(bytes: Uint8Array, before: number): number {
  let crc = ~before;
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0);
  return ~crc >>> 0;
}

/** Unpacks with the platform's decompressor, in pieces. */
async function* inflated(packed: Uint8Array): AsyncGenerator<Uint8Array> {
  const stream = new DecompressionStream('deflate-raw');
  const writer = stream.writable.getWriter();
  // The error is reported where the other end is read.
  writer.write(packed.slice()).catch(() => undefined);
  writer.close().catch(() => undefined);
  const reader = stream.readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw broken();
      });
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/**
 * Returns an entry of an archive as a file. It is unpacked for each pass, never to more than the size in the directory,
 * and its checksum is verified at the end. Its chunks throw a `FormatProblem` with the reason why it cannot be unpacked.
 */
export function zipFile(archive: Uint8Array, entry: ZipEntry): ByteFile {
  const { name, sizeBytes, packedBytes, isDeflated, crc, unreadable } = entry;
  return {
    name,
    sizeBytes,
    async *chunks() {
      if (unreadable !== null) throw new FormatProblem(unreadable);
      const start = dataStart(new DataView(archive.buffer, archive.byteOffset, archive.byteLength), entry);
      const packed = archive.subarray(start, start + packedBytes);
      if (packed.length < packedBytes || (!isDeflated && packedBytes !== sizeBytes)) throw broken();
      let size = 0;
      let found = 0;
      for await (const chunk of isDeflated ? inflated(packed) : [packed]) {
        size += chunk.length;
        if (size > sizeBytes) throw broken();
        found = crcOf(chunk, found);
        yield chunk;
      }
      if (size !== sizeBytes || found !== crc) throw broken();
    },
  };
}
