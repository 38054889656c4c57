import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { MapCopyId } from '../../../src-preload/contract/maps.ts';
import { mapCopyIdSchema } from '../../../src-preload/contract/maps.ts';
import { AppError } from '../../core/app-error.ts';
import { diskError } from '../../store/disk-error.ts';
import { unusable } from './unusable.ts';

interface FileCopiesOptions {
  /** The folder of the copies. */
  folder: string;
  /** Returns 12 hexadecimal digits. */
  newId: () => string;
  /** Returns true if a map in the list uses this file. */
  isUsed: (path: string) => boolean;
  /** After so long without a piece, a copy is discarded: its page has forgotten it. */
  idleMs?: number;
}

interface Copy {
  file: FileHandle;
  part: string;
  path: string;
  name: string;
  sizeBytes: number;
  copiedBytes: number;
  /** The write of the piece before, because pieces are written one after another. */
  previous: Promise<unknown>;
  timer: NodeJS.Timeout | undefined;
}

const defaultIdleMs = 10 * 60_000;
/** An extension that a copy keeps so that users recognise the file. The bytes decide the format. */
const keptExtension = /^\.[a-z0-9]{1,12}$/;

/**
 * Creates the copies of the user's files in the data folder, for pages that do not know the path of a dropped file. It deletes the
 * copies that no map uses.
 */
export function createFileCopies({ folder, newId, isUsed, idleMs = defaultIdleMs }: FileCopiesOptions) {
  const copies = new Map<MapCopyId, Copy>();
  if (existsSync(folder))
    for (const name of readdirSync(folder))
      if (!isUsed(join(folder, name))) rmSync(join(folder, name), { force: true });

  function copyOf(id: MapCopyId): Copy {
    const copy = copies.get(id);
    if (copy === undefined) throw unusable('copy-gone');
    return copy;
  }

  function watch(id: MapCopyId, copy: Copy) {
    clearTimeout(copy.timer);
    copy.timer = setTimeout(() => void discard(id).catch(() => undefined), idleMs).unref();
  }

  async function discard(id: MapCopyId) {
    const copy = copies.get(id);
    if (copy === undefined) return;
    copies.delete(id);
    clearTimeout(copy.timer);
    await copy.previous.catch(() => undefined);
    await copy.file.close().catch(() => undefined);
    await rm(copy.part, { force: true });
  }

  return {
    /** Starts a copy; `add` appends its bytes. @throws DISK_FULL if there is no room for the file. */
    async begin({ name, sizeBytes }: { name: string; sizeBytes: number }): Promise<MapCopyId> {
      const id = mapCopyIdSchema.parse(newId());
      const extension = extname(name).toLowerCase();
      const path = join(folder, `${id}${keptExtension.test(extension) ? extension : ''}`);
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const { bavail, bsize } = statfsSync(folder);
        if (bavail * bsize < sizeBytes)
          throw new AppError('DISK_FULL', { path: folder, neededBytes: sizeBytes });
        const part = `${path}.part`;
        const file = await open(part, 'wx', 0o600);
        const copy: Copy = {
          file,
          part,
          path,
          name,
          sizeBytes,
          copiedBytes: 0,
          previous: Promise.resolve(),
          timer: undefined,
        };
        copies.set(id, copy);
        watch(id, copy);
        return id;
      } catch (error) {
        throw diskError(error, folder);
      }
    },
    async add(id: MapCopyId, base64: string): Promise<void> {
      const copy = copyOf(id);
      watch(id, copy);
      const bytes = Buffer.from(base64, 'base64');
      if (copy.copiedBytes + bytes.byteLength > copy.sizeBytes) throw unusable('copy-cut', copy.name);
      const at = copy.copiedBytes;
      copy.copiedBytes += bytes.byteLength;
      const written = copy.previous.then(() => copy.file.write(bytes, 0, bytes.byteLength, at));
      copy.previous = written.catch(() => undefined);
      await written.catch(async (error: unknown) => {
        await discard(id);
        throw diskError(error, folder);
      });
    },
    /** Ends a copy and returns its path. @throws MAP_UNUSABLE (`copy-cut`) if bytes are missing. */
    async finish(id: MapCopyId): Promise<{ path: string; name: string }> {
      const copy = copyOf(id);
      await copy.previous;
      if (copy.copiedBytes !== copy.sizeBytes) {
        await discard(id);
        throw unusable('copy-cut', copy.name);
      }
      copies.delete(id);
      clearTimeout(copy.timer);
      try {
        await copy.file.sync().finally(() => copy.file.close());
        await rename(copy.part, copy.path);
      } catch (error) {
        await rm(copy.part, { force: true });
        throw diskError(error, folder);
      }
      return { path: copy.path, name: copy.name };
    },
    discard,
    /** Deletes the copy of a map that is no longer in the list; another path is left alone. */
    async remove(path: string) {
      if (path.startsWith(folder)) await rm(path, { force: true });
    },
    async close() {
      for (const id of [...copies.keys()]) await discard(id);
    },
  };
}

/** The copies of the user's files. */
export type FileCopies = ReturnType<typeof createFileCopies>;
