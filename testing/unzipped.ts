import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type Entry, fromBuffer, type Options, type ZipFile } from 'yauzl';

const opened = promisify<Buffer, Options, ZipFile>(fromBuffer);

/** The texts in a zip archive by their names. */
export async function unzipped(archive: Buffer): Promise<Record<string, string>> {
  const zip = await opened(archive, { lazyEntries: true });
  const files: Record<string, string> = {};
  const reading: Promise<void>[] = [];
  zip.on('entry', (entry: Entry) => {
    reading.push(
      new Promise<void>((resolve, reject) => {
        zip.openReadStream(entry, (error, stream) => {
          if (error) return reject(error);
          text(stream).then((content) => {
            files[entry.fileName] = content;
            zip.readEntry();
            resolve();
          }, reject);
        });
      }),
    );
  });
  const end = once(zip, 'end');
  zip.readEntry();
  await end;
  await Promise.all(reading);
  return files;
}
