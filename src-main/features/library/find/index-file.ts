import { closeSync, fsyncSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import Flatbush from 'flatbush';
import { z } from 'zod';
import { columnsInOrder, makeColumns } from './scene-columns.ts';
import type { SceneIndex } from './scene-index.ts';
import { makeCodes } from './value-codes.ts';

/** The version of the layout of the file; a file with another one is not used. */
const layout = 2;
const magic = Buffer.from('NADIRIDX');
/** The length of the head is written after the magic bytes. */
const lengthBytes = 8;
const maxHeadBytes = 64 * 1024 * 1024;
const maxScenes = 50_000_000;
/** The size of one read or write. */
const chunkBytes = 16 * 1024 * 1024;
/** Room for rows that are added to a loaded index. */
const spareRows = 8_192;

const count = z.number().int().min(0).max(maxScenes);
const headSchema = z.object({
  layout: z.literal(layout),
  /** The database that the index was built from, and the number of the last change that the index has. */
  databaseId: z.string(),
  seq: z.number().int().min(0),
  count,
  treeBytes: z.number().int().min(0),
  textBytes: z.number().int().min(0),
  satellites: z.array(z.string()),
  projects: z.array(z.string()),
  levels: z.array(z.string()),
  crc32: z.number(),
});

/** An index and the number of the last change of the database that it has. */
export interface SavedIndex {
  index: SceneIndex;
  databaseId: string;
  seq: number;
}

const asBytes = (view: ArrayBufferView) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

/** Returns the parts of an index in the order of the file. All rows are packed. */
function partsOf(index: SceneIndex): Uint8Array[] {
  const { columns, count: rows, texts, tree } = index;
  return [
    ...columnsInOrder(columns).map((column) => asBytes(column.subarray(0, rows))),
    asBytes(texts.starts.subarray(0, rows + 1)),
    tree === null ? new Uint8Array(0) : new Uint8Array(tree.data),
    texts.bytes.subarray(0, texts.starts[rows] ?? 0),
  ];
}

function writeAll(file: number, bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; )
    at += writeSync(file, bytes, at, Math.min(chunkBytes, bytes.length - at));
}

/** Fills `bytes` from the file; returns false if the file ends before. */
function readAll(file: number, bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; ) {
    const read = readSync(file, bytes, at, Math.min(chunkBytes, bytes.length - at), null);
    if (read === 0) return false;
    at += read;
  }
  return true;
}

/** Writes a packed index under another name and renames it, so that no crash leaves half of it. Throws the error of the system. */
export function saveIndex(path: string, { index, databaseId, seq }: SavedIndex) {
  const parts = partsOf(index);
  const head: z.infer<typeof headSchema> = {
    layout,
    databaseId,
    seq,
    count: index.count,
    treeBytes: index.tree?.data.byteLength ?? 0,
    textBytes: index.texts.starts[index.count] ?? 0,
    satellites: index.satellites.values,
    projects: index.projects.values,
    levels: index.levels.values,
    crc32: parts.reduce((sum, part) => crc32(part, sum), 0),
  };
  const headBytes = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(headBytes.length);
  const partial = `${path}.partial`;
  const file = openSync(partial, 'w', 0o600);
  try {
    for (const part of [magic, length, headBytes, ...parts]) writeAll(file, part);
    fsyncSync(file);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  renameSync(partial, path);
}

function readHead(file: number, size: number) {
  const start = Buffer.alloc(magic.length + lengthBytes);
  if (!readAll(file, start) || !start.subarray(0, magic.length).equals(magic)) return null;
  const length = start.readUInt32LE(magic.length);
  if (length > Math.min(maxHeadBytes, size)) return null;
  const bytes = Buffer.alloc(length);
  if (!readAll(file, bytes)) return null;
  return headSchema.safeParse(JSON.parse(bytes.toString())).data ?? null;
}

function readParts(file: number, size: number): SavedIndex | null {
  const head = readHead(file, size);
  if (head === null || head.treeBytes > size || head.textBytes > size || head.count > size) return null;
  const columns = makeColumns(head.count + spareRows);
  const starts = new Float64Array(head.count + 1);
  const treeBytes = new Uint8Array(head.treeBytes);
  const text = Buffer.alloc(head.textBytes);
  const parts = [
    ...columnsInOrder(columns).map((column) => asBytes(column.subarray(0, head.count))),
    asBytes(starts),
    treeBytes,
    text,
  ];
  let sum = 0;
  for (const part of parts) {
    if (!readAll(file, part)) return null;
    sum = crc32(part, sum);
  }
  if (sum !== head.crc32) return null;
  const index: SceneIndex = {
    columns,
    count: head.count,
    removed: 0,
    packed: head.count,
    room: new Uint32Array(0),
    tree: head.treeBytes === 0 ? null : Flatbush.from(treeBytes.buffer),
    texts: { bytes: text, starts, count: head.count },
    satellites: makeCodes(head.satellites),
    projects: makeCodes(head.projects),
    levels: makeCodes(head.levels),
    laterRows: new Map(),
    placed: head.count,
    places: null,
  };
  return { index, databaseId: head.databaseId, seq: head.seq };
}

/** Returns the index in a file; null if there is none, or if it is damaged or has another layout. */
export function loadIndex(path: string): SavedIndex | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) return null;
  try {
    const file = openSync(path, 'r');
    try {
      return readParts(file, found.size);
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}
