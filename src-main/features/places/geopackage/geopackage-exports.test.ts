import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type GeopackageRow, geopackageIdSchema } from '../../../../src-preload/contract/geopackage.ts';
import { createGeopackageExports, type GeopackageExports } from './geopackage-exports.ts';
import { startGeopackageThread } from './geopackage-thread.ts';

let root: string;
let folder: string;
let exports: GeopackageExports;
let made: number;

const create = (idleMs = 60_000) =>
  createGeopackageExports({
    folder,
    newId() {
      made += 1;
      return geopackageIdSchema.parse(`id-${made}`);
    },
    startThread: startGeopackageThread,
    idleMs,
  });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'nadir-geopackage-'));
  folder = join(root, 'exports');
  made = 0;
  exports = create();
});
afterEach(async () => {
  await exports.close();
  rmSync(root, { recursive: true, force: true });
});

const content = {
  layer: 'tasks',
  title: 'Tasks',
  columns: [
    { name: 'name', type: 'text' as const },
    { name: 'of "quotes"; --', type: 'integer' as const },
  ],
};
/** The point 1, 2 as well-known binary. */
const point = Buffer.from('0101000000000000000000f03f0000000000000040', 'hex').toString('base64');
const rowOf = (name: string): GeopackageRow => ({
  kind: 'point',
  geometry: point,
  box: [1, 2, 1, 2],
  values: [name, 7],
});

async function readWhole(id: Parameters<GeopackageExports['read']>[0]): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let offset = 0; ; ) {
    const part = Buffer.from((await exports.read(id, offset)).base64, 'base64');
    if (part.length === 0) return Buffer.concat(parts);
    parts.push(part);
    offset += part.length;
  }
}

it('writes a database that passes its integrity check, and returns it in pieces', async () => {
  const id = await exports.begin(content);
  const many = Array.from({ length: 500 }, (_, i) => rowOf(`place ${i} ${'x'.repeat(1_000)}`));
  for (let i = 0; i < 3; i += 1) expect(await exports.add(id, many)).toEqual({ otherType: 0 });
  const { sizeBytes } = await exports.finish(id);
  const bytes = await readWhole(id);
  expect(bytes.length).toBe(sizeBytes);
  expect(sizeBytes).toBeGreaterThan(1_500_000);
  const path = join(root, 'read.gpkg');
  writeFileSync(path, bytes);
  const database = new DatabaseSync(path, { readOnly: true });
  const one = (sql: string) => Object.values(database.prepare(sql).get() ?? {})[0];
  expect(one('PRAGMA integrity_check')).toBe('ok');
  expect(one('PRAGMA foreign_key_check')).toBeUndefined();
  expect(one('PRAGMA application_id')).toBe(0x47504b47);
  expect(one('SELECT count(*) FROM tasks_points')).toBe(1_500);
  expect(one('SELECT sum("of ""quotes""; --") FROM tasks_points')).toBe(10_500);
  expect(one('SELECT group_concat(table_name) FROM gpkg_contents')).toBe('tasks_points');
  expect(one('SELECT min_x || max_y FROM gpkg_contents')).toBe('1.02.0');
  database.close();
});

it('deletes a discarded file, and throws NOT_FOUND for it afterwards', async () => {
  const id = await exports.begin(content);
  await exports.add(id, [rowOf('a')]);
  expect(readdirSync(folder)).toEqual(['id-1.gpkg']);
  await exports.discard(id);
  await exports.discard(id);
  expect(readdirSync(folder)).toEqual([]);
  for (const asked of [exports.add(id, []), exports.finish(id), exports.read(id, 0)])
    await expect(asked).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('deletes the oldest file when a fourth is started, and clears its folder at the end', async () => {
  const ids = [];
  for (let i = 0; i < 4; i += 1) {
    const id = await exports.begin(content);
    ids.push(id);
    await exports.add(id, [rowOf('a')]);
  }
  expect(readdirSync(folder).sort()).toEqual(['id-2.gpkg', 'id-3.gpkg', 'id-4.gpkg']);
  await exports.close();
  expect(existsSync(folder)).toBe(false);
});

it('deletes the files of an earlier run before it starts', async () => {
  const id = await exports.begin(content);
  await exports.add(id, [rowOf('a')]);
  const left = join(folder, 'left.gpkg');
  writeFileSync(left, 'x');
  const next = create();
  await next.begin(content);
  expect(existsSync(left)).toBe(false);
  await next.close();
});

it('reports a folder that cannot be written, and deletes the file', async () => {
  writeFileSync(join(root, 'file'), '');
  const blocked = createGeopackageExports({
    folder: join(root, 'file', 'exports'),
    newId: () => geopackageIdSchema.parse('id'),
    startThread: startGeopackageThread,
    idleMs: 60_000,
  });
  await expect(blocked.begin(content)).rejects.toMatchObject({ code: 'FOLDER_NOT_WRITABLE' });
  await blocked.close();
});

it('reports an error of the database and deletes the file', async () => {
  const twice = { ...content, columns: [...content.columns, { name: 'NAME', type: 'text' as const }] };
  const id = await exports.begin(twice);
  await expect(exports.add(id, [rowOf('a')])).rejects.toThrow(/duplicate column/);
  expect(readdirSync(folder)).toEqual([]);
});
