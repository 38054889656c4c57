import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { untilClosed } from '../../core/until-closed.ts';
import { diskError } from '../../store/disk-error.ts';
import { refuseUpdate } from './update-feed.ts';

/** What the feed says of the file. */
export interface PromisedFile {
  sha512: string;
  size: number;
}

/**
 * Writes the bytes of an update to a new file and checks them against the feed. It reads no further than the promised size, because a
 * body may have no end. @throws UPDATE_REFUSED; then the caller removes the file.
 */
export async function writeStaged(
  body: AsyncIterable<Uint8Array>,
  options: {
    path: string;
    promised: PromisedFile;
    onProgress: (receivedBytes: number) => void;
    signal: AbortSignal;
  },
): Promise<void> {
  const { path, promised, onProgress, signal } = options;
  const hash = createHash('sha512');
  let receivedBytes = 0;
  async function* checked() {
    for await (const chunk of body) {
      receivedBytes += chunk.length;
      if (receivedBytes > promised.size) throw refuseUpdate('too-long');
      hash.update(chunk);
      onProgress(receivedBytes);
      yield chunk;
    }
  }
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(checked, file, { signal }).finally(() => untilClosed(file));
  } catch (error) {
    throw diskError(error, path);
  }
  if (receivedBytes < promised.size) throw refuseUpdate('cut');
  if (hash.digest('base64') !== promised.sha512) throw refuseUpdate('damaged');
}

/** Throws UPDATE_REFUSED if a downloaded file is no longer the one that was checked: hours may have passed since. */
export async function checkStaged(path: string, { sha512 }: PromisedFile): Promise<void> {
  const hash = createHash('sha512');
  try {
    await pipeline(createReadStream(path), hash);
  } catch (error) {
    throw refuseUpdate('changed', '', error);
  }
  if (hash.digest('base64') !== sha512) throw refuseUpdate('changed');
}
