import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkLargeDatabase, isCheckedAtStart } from './check-large-database.ts';
import { openStore } from './open-store.ts';

let folder: string;
let ending: AbortController;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-test-'));
  ending = new AbortController();
});
afterEach(() => {
  ending.abort();
  rmSync(folder, { recursive: true, force: true });
});

const path = () => join(folder, 'nadir.db');
const quarantined: string[] = [];
const open = () =>
  openStore({
    folder,
    migrations: [],
    now: () => new Date('2026-01-02T03:04:05Z'),
    onQuarantined: (path) => quarantined.push(path),
  });

/** Fills a database above the limit for checks at the start. */
function fill() {
  open().close();
  const database = new DatabaseSync(path());
  database.exec('CREATE TABLE large (content BLOB)');
  const insert = database.prepare('INSERT INTO large VALUES (zeroblob(?))');
  database.exec('BEGIN');
  for (let i = 0; i < 70; i += 1) insert.run(1024 * 1024);
  database.exec('COMMIT');
  database.exec(
    'CREATE TABLE small (id INTEGER PRIMARY KEY, name TEXT); CREATE INDEX small_name ON small (name)',
  );
  database.exec(`WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
    INSERT INTO small (name) SELECT 'name ' || i FROM n`);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

/** Overwrites the last pages, which hold the rows and the index of the small table. */
function damage() {
  const file = openSync(path(), 'r+');
  writeSync(file, Buffer.alloc(16_384, 0x5a), 0, 16_384, statSync(path()).size - 40_960);
  closeSync(file);
}

const checked = () =>
  new Promise<void>((resolve, reject) =>
    checkLargeDatabase({ path: path(), signal: ending.signal, damaged: resolve, onError: reject, waitMs: 0 }),
  );

it('opens a large database unchecked, finds its damage in the background and keeps it aside at the next start', async () => {
  fill();
  expect(isCheckedAtStart(path())).toBe(false);
  damage();
  const store = open();
  expect(quarantined).toEqual([]);
  await checked();
  store.close();
  expect(isCheckedAtStart(path())).toBe(true);
  open().close();
  expect(quarantined).toHaveLength(1);
  expect(existsSync(quarantined[0] ?? '')).toBe(true);
  // The new database starts without a mark.
  expect(existsSync(`${path()}.damaged`)).toBe(false);
});
