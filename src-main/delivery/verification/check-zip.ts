import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import { HandleReader } from './handle-reader.ts';

async function checkEntry(archive: ZipFile, entry: Entry, signal?: AbortSignal): Promise<void> {
  // Encrypted or packed in a way that cannot be undone here: its place in the file is all there is to check.
  if (entry.isEncrypted() || !entry.canDecodeFileData()) return;
  let sum = 0;
  for await (const piece of await archive.openReadStreamPromise(entry)) {
    signal?.throwIfAborted();
    sum = crc32(piece, sum);
  }
  if (sum !== entry.crc32) throw new Error('the checksum of an entry is wrong');
}

/** All entries unpacked: honest deliveries shrink little, a bomb is a thousand times its size. */
const mostUnpacked = (sizeBytes: number) => Math.max(4 * 1_024 ** 3, 50 * sizeBytes);

/**
 * Walks the directory of the archive and sums up every entry: the whole is there, and it is what was packed. Many gigabytes
 * take a while; whoever pauses, or closes Nadir, does not wait for that.
 */
export async function checkZip(file: FileHandle, sizeBytes: number, signal?: AbortSignal): Promise<void> {
  const archive = await fromRandomAccessReaderPromise(new HandleReader(file), sizeBytes, {
    autoClose: false,
    lazyEntries: true,
    // Names are not used here; an odd one is the unpacker's business.
    decodeStrings: false,
  });
  let entries = 0;
  let packed = 0;
  let unpacked = 0;
  for await (const entry of archive.eachEntry()) {
    packed += entry.compressedSize;
    unpacked += entry.uncompressedSize;
    // More than there is: entries that share their bytes, each to be unpacked anew.
    if (packed > sizeBytes) throw new Error('entries overlap');
    if (unpacked > mostUnpacked(sizeBytes)) throw new Error('a zip bomb');
    signal?.throwIfAborted();
    await checkEntry(archive, entry, signal);
    entries += 1;
  }
  if (entries !== archive.entryCount) throw new Error('entries are missing');
}
