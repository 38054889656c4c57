import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { NewerDatabaseError } from './migrate.ts';
import { openStore } from './open-store.ts';
import { createStore, type Migration } from './store.ts';

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
let quarantined: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-store-'));
  quarantined = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (migrations: Migration[] = [first]) =>
  openStore({
    folder,
    migrations,
    now: () => new Date('2026-01-02T03:04:05Z'),
    onQuarantined: (path) => quarantined.push(path),
  });

const readNotes = (store: ReturnType<typeof open>) =>
  store.all(noteRow, 'SELECT id, words FROM note ORDER BY id');

function fill(store: ReturnType<typeof open>, rows: number) {
  store.transaction(() => {
    for (let i = 0; i < rows; i += 1)
      store.run('INSERT INTO note (words) VALUES (:words)', { words: 'x'.repeat(100) });
  });
}

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
    expect(quarantined).toEqual([]);
  });

  it('keeps an unreadable database aside, byte for byte, and begins a new one', () => {
    const garbage = Buffer.from('this was a database once, then a disk went bad');
    writeFileSync(join(folder, 'nadir.db'), garbage);
    const store = open();
    expect(readNotes(store)).toEqual([]);
    store.close();
    expect(quarantined).toHaveLength(1);
    expect(readFileSync(quarantined[0] ?? '')).toEqual(garbage);
  });

  it('notices a page torn in the middle of a real database', () => {
    const before = open();
    fill(before, 2_000);
    before.close();
    const path = join(folder, 'nadir.db');
    const bytes = readFileSync(path);
    bytes.fill(0xa5, 8_192, 8_192 + 3 * 4_096);
    writeFileSync(path, bytes);
    const store = open();
    expect(readNotes(store)).toEqual([]);
    store.close();
    expect(quarantined).toHaveLength(1);
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

describe('openStore with files that others left', () => {
  const path = () => join(folder, 'nadir.db');

  it('keeps each of several unreadable ones, with what belongs to it', () => {
    for (const words of ['first', 'second']) {
      writeFileSync(
        path(),
        `${words} is no database, and long enough to have a header of its own to be read`,
      );
      writeFileSync(`${path()}-wal`, `${words} log`);
      open().close();
    }
    expect(new Set(quarantined).size).toBe(2);
    expect(quarantined.map((place) => readFileSync(place, 'utf8').split(' ')[0])).toEqual([
      'first',
      'second',
    ]);
    expect(quarantined.map((place) => readFileSync(`${place}-wal`, 'utf8'))).toEqual([
      'first log',
      'second log',
    ]);
  });

  it('notices a database that was cut short', () => {
    const before = open();
    fill(before, 500);
    before.close();
    const bytes = readFileSync(path());
    writeFileSync(path(), bytes.subarray(0, bytes.length / 2));
    open().close();
    expect(quarantined).toHaveLength(1);
    expect(readFileSync(quarantined[0] ?? '')).toEqual(bytes.subarray(0, bytes.length / 2));
  });

  it('keeps the log of a database whose pages are damaged or gone', () => {
    for (const harm of ['damage', 'empty'] as const) {
      const before = open();
      fill(before, 500);
      before.get(z.object({}), 'PRAGMA wal_checkpoint(TRUNCATE)');
      before.run("INSERT INTO note (words) VALUES ('committed last')");
      // As after a kill: the last row is in the log only.
      const log = readFileSync(`${path()}-wal`);
      const bytes = readFileSync(path());
      before.close();
      expect([log.includes('committed last'), bytes.includes('committed last')]).toEqual([true, false]);
      writeFileSync(`${path()}-wal`, log);
      writeFileSync(path(), harm === 'empty' ? '' : bytes.fill(0xa5, 3 * 4_096, 6 * 4_096));
      open().close();
      const latest = quarantined.at(-1) ?? '';
      const left = Buffer.concat([readFileSync(latest), readFileSync(`${latest}-wal`)]);
      expect(left.includes('committed last'), harm).toBe(true);
    }
    expect(quarantined).toHaveLength(2);
  });

  it('tells of an empty file, which was a database once, and keeps it', () => {
    writeFileSync(path(), '');
    const store = open();
    expect(readNotes(store)).toEqual([]);
    store.close();
    expect(quarantined).toHaveLength(1);
    expect(readFileSync(quarantined[0] ?? '', 'utf8')).toBe('');
  });

  it.skipIf(process.platform === 'win32').each([
    ['a folder', (place: string) => mkdirSync(place)],
    ['a link to itself', (place: string) => symlinkSync(place, place)],
    ['a link that leads nowhere', (place: string) => symlinkSync(join(folder, 'nowhere'), place)],
    ['a pipe', (place: string) => execFileSync('mkfifo', [place])],
  ])('keeps %s in its place aside, tells of it, and begins a new one', (_name, make) => {
    for (const tail of ['', '-wal', '-shm']) {
      quarantined = [];
      make(path() + tail);
      const store = open();
      store.run("INSERT INTO note (words) VALUES ('works')");
      expect(readNotes(store)).toMatchObject([{ words: 'works' }]);
      store.close();
      expect(quarantined).toHaveLength(1);
      expect(lstatSync((quarantined[0] ?? '') + tail).isFile()).toBe(false);
      rmSync(path());
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    }
  });

  it.skipIf(process.platform === 'win32')(
    'is for its user alone, with its log, in a folder that others may read',
    () => {
      chmodSync(folder, 0o755);
      const before = process.umask(0o022);
      try {
        const store = open();
        store.run("INSERT INTO note (words) VALUES ('mine')");
        for (const name of ['nadir.db', 'nadir.db-wal', 'nadir.db-shm'])
          expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600);
        store.close();
        expect(process.umask(0o022)).toBe(0o022);
      } finally {
        process.umask(before);
      }
    },
  );

  it('gets back what was committed when the process stopped before a checkpoint', () => {
    const before = open();
    before.run("INSERT INTO note (words) VALUES ('committed')");
    // As after a kill: database and log as they are on disk at this moment.
    const stopped = mkdtempSync(join(tmpdir(), 'nadir-store-'));
    for (const name of ['nadir.db', 'nadir.db-wal']) copyFileSync(join(folder, name), join(stopped, name));
    before.close();
    const after = openStore({
      folder: stopped,
      migrations: [first],
      now: () => new Date(),
      onQuarantined: (path) => quarantined.push(path),
    });
    expect(readNotes(after).map((note) => note.words)).toEqual(['committed']);
    after.close();
    rmSync(stopped, { recursive: true });
    expect(quarantined).toEqual([]);
  });
});

describe('a disk that is full', () => {
  it('is told as such, and nothing of the transaction stays', () => {
    const database = new DatabaseSync(join(folder, 'small.db'));
    database.exec(`${first.sql}; PRAGMA max_page_count = 8`);
    const store = createStore(database, join(folder, 'small.db'));
    store.run("INSERT INTO note (words) VALUES ('before')");
    const full = expect.objectContaining({
      code: 'DISK_FULL',
      data: { path: join(folder, 'small.db'), neededBytes: null },
    });
    expect(() =>
      store.transaction(() => {
        for (let i = 0; i < 100; i += 1)
          store.run('INSERT INTO note (words) VALUES (:words)', { words: 'x'.repeat(1_000) });
      }),
    ).toThrow(full);
    expect(readNotes(store).map((note) => note.words)).toEqual(['before']);
    store.run("INSERT INTO note (words) VALUES ('after')");
    expect(readNotes(store)).toHaveLength(2);
    store.close();
  });

  it('is told as not writable where the database may only be read', () => {
    open().close();
    const store = createStore(new DatabaseSync(join(folder, 'nadir.db'), { readOnly: true }), 'nadir.db');
    expect(() => store.run("INSERT INTO note (words) VALUES ('x')")).toThrow(
      expect.objectContaining({ code: 'FOLDER_NOT_WRITABLE' }),
    );
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
