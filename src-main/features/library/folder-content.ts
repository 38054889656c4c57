import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The limit of entries, because a folder that was chosen by mistake may be a whole disk. */
const maxEntries = 5_000;
const maxDepth = 4;

interface FolderContent {
  files: number;
  bytes: number;
  /** True if there are more files than were counted. */
  isMore: boolean;
}

/**
 * Counts the files in a library folder, without Nadir's own folders and without recorded files, for which `isRecorded` returns
 * true. Counts nothing if the folder cannot be read.
 */
export async function folderContent(
  folder: string,
  isRecorded: (path: string) => boolean,
  signal: AbortSignal,
): Promise<FolderContent> {
  const content = { files: 0, bytes: 0, isMore: false };
  let entries = 0;
  async function count(path: string, depth: number): Promise<void> {
    const opened = await opendir(path).catch(() => null);
    if (!opened) return;
    for await (const entry of opened) {
      entries += 1;
      if (entries > maxEntries || signal.aborted) {
        content.isMore = true;
        return;
      }
      if (entry.name.startsWith('.')) continue;
      const place = join(path, entry.name);
      if (entry.isDirectory() && depth < maxDepth) await count(place, depth + 1);
      else if (entry.isFile() && !isRecorded(place)) {
        content.files += 1;
        content.bytes += (await stat(place).catch(() => null))?.size ?? 0;
      }
    }
  }
  await count(folder, 0);
  return content;
}
