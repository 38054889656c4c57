import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import { HandleReader } from './handle-reader.ts';

async function checkEntry(archive: ZipFile, entry: Entry, signal?: AbortSignal): Promise<void> {
  // For an entry that is encrypted, or packed in an unknown way, only its place in the file can be checked.
  if (entry.isEncrypted() || !entry.canDecodeFileData()) return;
  let crc = 0;
  for await (const piece of await archive.openReadStreamPromise(entry)) {
    signal?.throwIfAborted();
    crc = crc32(piece, crc);
  }
  if (crc !== entry.crc32) throw new Error('the checksum of an entry is wrong');
}

/**
 * The limit for the unpacked size of all entries: real deliveries compress little, a zip bomb unpacks to a thousand times its
 * size.
 */
const maxUnpackedBytes = (sizeBytes: number) => Math.max(4 * 1_024 ** 3, 50 * sizeBytes);

/**
 * Reads the directory of the archive and computes the checksum of every entry. Throws if an entry is missing or differs from what
 * was packed, or with the reason of the signal: many gigabytes take a while, and a pause or the end of Nadir must not wait for
 * that.
 */
export async function checkZip(file: FileHandle, sizeBytes: number, signal?: AbortSignal): Promise<void> {
  const archive = await fromRandomAccessReaderPromise(new HandleReader(file), sizeBytes, {
    autoClose: false,
    lazyEntries: true,
    // Names are not used here; bad ones are refused when the archive is unpacked.
    decodeStrings: false,
  });
  let entries = 0;
  let packed = 0;
  let unpacked = 0;
  for await (const entry of archive.eachEntry()) {
    packed += entry.compressedSize;
    unpacked += entry.uncompressedSize;
    // The packed sizes of overlapping entries add up to more than the archive has.
    if (packed > sizeBytes) throw new Error('entries overlap');
    if (unpacked > maxUnpackedBytes(sizeBytes)) throw new Error('a zip bomb');
    signal?.throwIfAborted();
    await checkEntry(archive, entry, signal);
    entries += 1;
  }
  if (entries !== archive.entryCount) throw new Error('entries are missing');
}
