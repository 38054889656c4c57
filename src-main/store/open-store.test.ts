import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { NewerDatabaseError } from './migrate.ts';
import { openStore } from './open-store.ts';
import type { Migration } from './store.ts';

const noteRow = z.object({ id: z.number(), words: z.string() });
const first: Migration = {
  domain: 'note',
  version: 1,
  sql: 'CREATE TABLE note (id INTEGER PRIMARY KEY, words TEXT NOT NULL) STRICT',
};
const second: Migration = {
  domain: 'note',
  version: 2,
  sql: "ALTER TABLE note ADD COLUMN colour TEXT NOT NULL DEFAULT 'none'",
};

let folder: string;
let keptAside: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-store-'));
  keptAside = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (migrations: Migration[] = [first]) =>
  openStore({
    folder,
    migrations,
    now: () => new Date('2026-01-02T03:04:05Z'),
    onKeptAside: (path) => keptAside.push(path),
  });

const readNotes = (store: ReturnType<typeof open>) =>
  store.all(noteRow, 'SELECT id, words FROM note ORDER BY id');

describe('openStore', () => {
  it('keeps rows over a close and migrates an older database in place', () => {
    const before = open();
    before.run('INSERT INTO note (words) VALUES (:words)', { words: 'seen once' });
    before.close();
    const after = open([first, second]);
    expect(readNotes(after)).toEqual([{ id: 1, words: 'seen once' }]);
    expect(after.get(z.object({ colour: z.string() }), 'SELECT colour FROM note')).toEqual({
      colour: 'none',
    });
    after.close();
    expect(keptAside).toEqual([]);
  });

  it('keeps an unreadable database aside, byte for byte, and begins a new one', () => {
    const garbage = Buffer.from('this was a database once, then a disk went bad');
    writeFileSync(join(folder, 'nadir.db'), garbage);
    const store = open();
    expect(readNotes(store)).toEqual([]);
    store.close();
    expect(keptAside).toHaveLength(1);
    expect(readFileSync(keptAside[0] ?? '')).toEqual(garbage);
  });

  it('notices a page torn in the middle of a real database', () => {
    const before = open();
    for (let i = 0; i < 2_000; i += 1)
      before.run('INSERT INTO note (words) VALUES (:words)', { words: 'x'.repeat(100) });
    before.close();
    const path = join(folder, 'nadir.db');
    const bytes = readFileSync(path);
    bytes.fill(0xa5, 8_192, 8_192 + 3 * 4_096);
    writeFileSync(path, bytes);
    const store = open();
    expect(readNotes(store)).toEqual([]);
    store.close();
    expect(keptAside).toHaveLength(1);
  });

  it('leaves the database of a newer Nadir alone', () => {
    open([first, second]).close();
    expect(() => open([first])).toThrow(NewerDatabaseError);
    expect(readdirSync(folder).filter((name) => name.includes('kept'))).toEqual([]);
    open([first, second]).close();
  });

  it('undoes a failed migration whole', () => {
    open().close();
    const broken: Migration = {
      domain: 'note',
      version: 2,
      sql: 'CREATE TABLE half (id INTEGER) STRICT; NOT SQL',
    };
    expect(() => open([first, broken])).toThrow();
    const store = open();
    const tables = store.all(
      z.object({ name: z.string() }),
      "SELECT name FROM sqlite_schema WHERE type = 'table'",
    );
    expect(tables.map((table) => table.name)).not.toContain('half');
    store.close();
  });
});

describe('transaction', () => {
  it('is all or nothing, nested ones included', () => {
    const store = open();
    expect(() =>
      store.transaction(() => {
        store.run("INSERT INTO note (words) VALUES ('outer')");
        store.transaction(() => store.run("INSERT INTO note (words) VALUES ('inner')"));
        throw new Error('stop');
      }),
    ).toThrow('stop');
    expect(readNotes(store)).toEqual([]);
    store.transaction(() => store.run("INSERT INTO note (words) VALUES ('kept')"));
    expect(readNotes(store)).toHaveLength(1);
    store.close();
  });
});
