import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import { HandleReader } from './handle-reader.ts';

async function checkEntry(archive: ZipFile, entry: Entry, signal?: AbortSignal): Promise<void> {
  // An entry that is encrypted, or packed in an unknown way, can only be checked for its place in the file.
  if (entry.isEncrypted() || !entry.canDecodeFileData()) return;
  let crc = 0;
  for await (const piece of await archive.openReadStreamPromise(entry)) {
    signal?.throwIfAborted();
    crc = crc32(piece, crc);
  }
  if (crc !== entry.crc32) throw new Error('the checksum of an entry is wrong');
}

/** How many bytes all entries may unpack to: honest deliveries shrink little, a bomb is a thousand times its size. */
const maxUnpackedBytes = (sizeBytes: number) => Math.max(4 * 1_024 ** 3, 50 * sizeBytes);

/**
 * Walks the directory of the archive and computes the checksum of every entry. Throws where an entry is missing or is not what was
 * packed, and the reason of the signal: many gigabytes take a while, and whoever pauses, or closes Nadir, does not wait for that.
 */
export async function checkZip(file: FileHandle, sizeBytes: number, signal?: AbortSignal): Promise<void> {
  const archive = await fromRandomAccessReaderPromise(new HandleReader(file), sizeBytes, {
    autoClose: false,
    lazyEntries: true,
    // Names are not used here; odd ones are refused when the archive is unpacked.
    decodeStrings: false,
  });
  let entries = 0;
  let packed = 0;
  let unpacked = 0;
  for await (const entry of archive.eachEntry()) {
    packed += entry.compressedSize;
    unpacked += entry.uncompressedSize;
    // Entries that share their bytes are packed into more than the archive has.
    if (packed > sizeBytes) throw new Error('entries overlap');
    if (unpacked > maxUnpackedBytes(sizeBytes)) throw new Error('a zip bomb');
    signal?.throwIfAborted();
    await checkEntry(archive, entry, signal);
    entries += 1;
  }
  if (entries !== archive.entryCount) throw new Error('entries are missing');
}
