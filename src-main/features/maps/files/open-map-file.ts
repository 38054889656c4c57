import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { systemErrorCode } from '../../../core/system-error.ts';
import { formatName } from '../tile-picture.ts';
import { unusable } from '../unusable.ts';
import type { MapFile } from './map-file.ts';
import { assertWholeDatabase, openMbtiles } from './mbtiles-file.ts';
import { openPmtiles } from './pmtiles-file.ts';

async function openFile(path: string): Promise<FileHandle> {
  try {
    // Opening a pipe would block the thread until another program writes into it.
    return await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') throw unusable('file-missing', path);
    throw unusable('file-no-access', code);
  }
}

/** Opens a file of tiles; its bytes decide the format, not its name. @throws MAP_UNUSABLE, which says what is wrong with it. */
export async function openMapFile(path: string): Promise<MapFile> {
  const file = await openFile(path);
  let handedOver = false;
  try {
    const info = await file.stat();
    if (!info.isFile()) throw unusable('file-kind');
    if (info.size === 0) throw unusable('file-empty');
    const head = Buffer.alloc(512);
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    const format = formatName(head.subarray(0, bytesRead));
    if (format === 'PMTiles') {
      handedOver = true;
      return await openPmtiles(path, file, info.size);
    }
    if (format !== 'SQLite') throw unusable('other-format', format);
    assertWholeDatabase(head.subarray(0, bytesRead), info.size);
  } finally {
    if (!handedOver) await file.close();
  }
  return openMbtiles(path);
}
