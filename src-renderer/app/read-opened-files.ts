import { mostPackageBytes } from '../../src-preload/contract/handover.ts';
import type { OpenedFile, RefusedOpening } from '../../src-preload/contract/opened-files.ts';
import { droppedKind } from '../features/imports/dropped-scenes.ts';
import { isPackageFile } from '../features/packages/handover-store.ts';
import { limits } from '../formats/limits.ts';
import { fetchFile } from '../kit/client/fetch-file.ts';
import { rememberPath } from '../kit/client/file-path.ts';
import { fileAddress } from '../kit/client/launch-page.ts';

/** What tells the kind of a file is in this many bytes at its start, or at its end. */
const partBytes = 64 * 1_024;
/** Maps of tiles are read by their path, however large they are. */
const isTiles = (name: string) => /\.(?:mbtiles|pmtiles)$/i.test(name);

async function fetchPart({ id }: OpenedFile, range: string | null): Promise<Blob> {
  const response = await fetchFile(fileAddress(`/files/opened/${id}`), {
    ...(range === null ? {} : { headers: { range } }),
    signal: new AbortController().signal,
  });
  if (!response.ok) throw new Error(`the opened file answers ${response.status}`);
  return response.blob();
}

/** Resolves with the first and the last bytes of a file; with all of a small one. */
async function fetchEnds(opened: OpenedFile): Promise<Blob[]> {
  if (opened.sizeBytes <= 2 * partBytes) return [await fetchPart(opened, null)];
  return [
    await fetchPart(opened, `bytes=0-${partBytes - 1}`),
    await fetchPart(opened, `bytes=${opened.sizeBytes - partBytes}-`),
  ];
}

function fileOf({ name, path }: OpenedFile, parts: readonly Blob[]): File {
  const file = new File([...parts], name);
  rememberPath(file, path);
  return file;
}

/**
 * Resolves with an opened file as if it had been dropped. Of a raster, of scenes and of maps it has only the ends, because these are read by
 * their path. Null for a file above the limit of its kind.
 */
async function readOpenedFile(opened: OpenedFile): Promise<File | null> {
  const ends = fileOf(opened, await fetchEnds(opened));
  if (opened.sizeBytes <= 2 * partBytes || isTiles(opened.name)) return ends;
  if ((await droppedKind([ends])) !== 'other') return ends;
  const most = isPackageFile(opened.name) ? mostPackageBytes : limits.fileBytes;
  return opened.sizeBytes > most ? null : fileOf(opened, [await fetchPart(opened, null)]);
}

interface OpenedFiles {
  /** Folders, which are scenes. */
  folders: File[];
  files: File[];
  refused: RefusedOpening[];
}

/** Reads what the main process has handed over. A folder is a file without content that has a path. */
export async function readOpenedFiles(taken: readonly OpenedFile[]): Promise<OpenedFiles> {
  const read: OpenedFiles = { folders: [], files: [], refused: [] };
  for (const opened of taken) {
    if (opened.isFolder) {
      read.folders.push(fileOf(opened, []));
      continue;
    }
    const file = await readOpenedFile(opened).catch(() => 'unreadable' as const);
    if (file === null) read.refused.push({ name: opened.name, why: 'too-large' });
    else if (file === 'unreadable') read.refused.push({ name: opened.name, why: 'unreadable' });
    else read.files.push(file);
  }
  return read;
}
