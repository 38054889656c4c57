import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unzipped } from '../../../testing/unzipped.ts';
import { allMigrations } from '../../app/all-migrations.ts';
import { hasCode } from '../../core/app-error.ts';
import { openStore } from '../../store/open-store.ts';
import { databaseFacts } from './database-facts.ts';
import { createSupportBundle, withoutHome } from './support-bundle.ts';

const at = () => new Date('2026-01-02T03:04:05Z');
const clean = (text: string) => text.replaceAll('CANARY', '***');

describe('a support bundle', () => {
  it('is what was shown, without what was taken out, with the note, and clean', async () => {
    const bundle = createSupportBundle({
      parts: [
        { name: 'about.json', read: () => ({ path: '/home/ada/x', said: 'CANARY' }) },
        { name: 'log.txt', read: async () => `${'a line CANARY\n'.repeat(9_000)}the end` },
        {
          name: 'state.json',
          read: () => {
            throw new Error('no CANARY here');
          },
        },
      ],
      clean,
      home: '/home/ada',
      now: at,
    });
    const { bundleId, files } = await bundle.make();
    expect(files.map(({ name }) => name)).toEqual(['about.json', 'log.txt', 'state.json']);
    expect(files[0]?.text).toBe('{\n  "path": "~/x",\n  "said": "***"\n}\n');
    expect(files[1]?.text).toBe(`${'a line ***\n'.repeat(9_000)}the end`);
    expect(files[2]?.text).toContain('could not be read: Error: no *** here');
    const packed = await bundle.pack({ bundleId, without: ['state.json'], note: ' It said CANARY. ' });
    expect(packed.fileName).toBe('nadir-support-20260102-030405.zip');
    expect(await unzipped(Buffer.from(packed.base64, 'base64'))).toEqual({
      'note.txt': 'It said ***.\n',
      'about.json': files[0]?.text,
      'log.txt': files[1]?.text,
    });
    const newer = await bundle.make();
    expect(newer.bundleId).not.toBe(bundleId);
    const refused = await bundle.pack({ bundleId, without: [], note: '' }).catch((error: unknown) => error);
    expect(hasCode(refused, 'CONFLICT') && refused.data).toEqual({ detail: 'newer-bundle' });
    expect(await bundle.pack({ bundleId: newer.bundleId, without: [], note: '  ' })).toMatchObject({
      fileName: packed.fileName,
    });
  });

  it('is packed for its user alone, with the time it was made', async () => {
    const bundle = createSupportBundle({
      parts: [{ name: 'log.txt', read: () => 'a line\n' }],
      clean,
      home: '/home/ada',
      now: at,
    });
    const { bundleId } = await bundle.make();
    const { base64 } = await bundle.pack({ bundleId, without: [], note: '' });
    const zip = Buffer.from(base64, 'base64');
    // The central directory has the file mode in the upper half of the attributes.
    const entry = zip.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    expect((zip.readUInt32LE(entry + 38) >>> 16) & 0o777).toBe(0o600);
    expect(Object.keys(await unzipped(zip))).toEqual(['log.txt']);
  });

  it('lets others have their turn while a long one is cleaned', async () => {
    const bundle = createSupportBundle({
      parts: [{ name: 'log.txt', read: () => 'a line of the log\n'.repeat(40_000) }],
      clean,
      home: '/home/ada',
      now: at,
    });
    let turns = 0;
    let next = setImmediate(function count() {
      turns += 1;
      next = setImmediate(count);
    });
    await bundle.make();
    clearImmediate(next);
    expect(turns).toBeGreaterThan(15);
  });

  it.each(['', 'no line break', '\n', 'a\n\nb', `${'x'.repeat(32_768)}\n`, `${'x'.repeat(32_767)}\ny`])(
    'has every line of %j',
    async (text) => {
      const bundle = createSupportBundle({
        parts: [{ name: 'log.txt', read: () => text }],
        clean,
        home: '/home/ada',
        now: at,
      });
      expect((await bundle.make()).files[0]).toEqual({
        name: 'log.txt',
        text,
        sizeBytes: text.length,
      });
    },
  );

  it('does not take every slash for the folder of a user who has the root for one', () => {
    expect(withoutHome('a/b', '/')).toBe('a/b');
    expect(withoutHome('a/b', '')).toBe('a/b');
  });

  it.each([
    ['/home/ada/data/nadir.db', '~/data/nadir.db'],
    ['at /home/bob/x.ts:1', 'at ~/x.ts:1'],
    ['"/Users/eve/Library"', '"~/Library"'],
    ['C:\\Users\\Eve\\AppData', '~\\AppData'],
    ['{"p":"C:\\\\Users\\\\Eve\\\\AppData"}', '{"p":"~\\\\AppData"}'],
    ['https://a.invalid/homes/1', 'https://a.invalid/homes/1'],
  ])('%s is told as %s', (text, told) => expect(withoutHome(text, '/home/ada')).toBe(told));
});

describe('the facts of the database', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'nadir-facts-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are versions and numbers, no row', async () => {
    const store = openStore({ folder, migrations: allMigrations, now: at, onQuarantined: () => undefined });
    store.run(
      "INSERT INTO contract (connection_id, contract_id, position, raw, seen_at) VALUES ('one', 'c', 1, 'CANARY', '2026')",
    );
    const facts = await databaseFacts(join(folder, 'nadir.db'));
    expect(facts).toMatchObject({
      integrityCheck: ['ok'],
      schemaVersions: { tasking: expect.any(Number), orders: expect.any(Number) },
      rows: { task: 0, migration: expect.any(Number) },
      journalMode: 'wal',
    });
    expect(facts).toMatchObject({ rows: { contract: 1 } });
    expect(JSON.stringify(facts)).not.toContain('CANARY');
    store.close();
  });

  const path = () => join(folder, 'nadir.db');
  /** Creates a database with a table of states whose name needs quotes. */
  function makeDatabase(drafts: number) {
    const database = new DatabaseSync(path());
    database.exec(
      'CREATE TABLE migration (domain TEXT, version INTEGER); CREATE TABLE "a ""b\'c" (state TEXT, status_kind TEXT, n TEXT); CREATE INDEX by_n ON "a ""b\'c" (n)',
    );
    const add = database.prepare('INSERT INTO "a ""b\'c" VALUES (?, ?, ?)');
    for (let i = 0; i < drafts; i += 1) add.run('draft', null, `row-${i}`);
    add.run('sent', 'final', 'last');
    return database;
  }

  it('count the states of every table, and tell of twenty findings at most', async () => {
    makeDatabase(30).close();
    // Changes the rows in the table but not in its index, so that each row is missing from the index.
    const bytes = readFileSync(path());
    for (let at = bytes.indexOf('draftrow-'); at >= 0; at = bytes.indexOf('draftrow-', at + 1))
      bytes.write('x', at + 'draft'.length);
    writeFileSync(path(), bytes);
    const facts = Object(await databaseFacts(path()));
    expect(facts.integrityCheck).toHaveLength(20);
    expect(facts.rows).toEqual({ migration: 0, 'a "b\'c': 31 });
    expect(facts.byState).toEqual({
      'a "b\'c.state': { draft: 30, sent: 1 },
      'a "b\'c.status_kind': { null: 30, final: 1 },
    });
    expect(facts.schemaVersions).toEqual({});
    expect([facts.pages, facts.pageBytes, facts.freePages]).toEqual([4, 4_096, 0]);
  });

  it('change nothing of the database, not even its log', async () => {
    const database = makeDatabase(0);
    database.exec("PRAGMA journal_mode = WAL; DELETE FROM migration; INSERT INTO migration VALUES ('x', 1)");
    const copy = join(folder, 'copy.db');
    for (const tail of ['', '-wal']) copyFileSync(path() + tail, copy + tail);
    database.close();
    const before = readFileSync(`${copy}-wal`);
    expect(await databaseFacts(copy)).toMatchObject({ schemaVersions: { x: 1 } });
    expect(readFileSync(`${copy}-wal`).equals(before)).toBe(true);
  });

  it('wait for who writes just then', async () => {
    const database = makeDatabase(0);
    database.exec('BEGIN EXCLUSIVE');
    const facts = databaseFacts(path());
    // The thread has started and waits for a lock.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    database.exec('COMMIT');
    expect(await facts).toMatchObject({ integrityCheck: ['ok'] });
    database.close();
  });

  it('of one that is not there are an error that says so', async () => {
    await expect(databaseFacts(join(folder, 'none.db'))).rejects.toThrow('unable to open database file');
  });

  it('that do not come within a minute are not waited for, and their thread is ended', async () => {
    const database = makeDatabase(0);
    database.exec('BEGIN EXCLUSIVE');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const end = vi.spyOn(Worker.prototype, 'terminate');
    try {
      const failed = vi.fn();
      const facts = databaseFacts(path()).catch(failed);
      await vi.advanceTimersByTimeAsync(59_999);
      expect(failed).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      await facts;
      expect(failed).toHaveBeenCalledWith(new Error('the database was not read in time'));
      expect(end).toHaveBeenCalledOnce();
    } finally {
      end.mockRestore();
      vi.useRealTimers();
      database.close();
    }
  });

  it('of a thread that ends without a word are an error, and no timer stays', async () => {
    const database = makeDatabase(0);
    database.exec('BEGIN EXCLUSIVE');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const listened = vi.spyOn(Worker.prototype, 'once');
    try {
      const facts = databaseFacts(path());
      const worker = listened.mock.contexts.find((each) => each instanceof Worker);
      expect(vi.getTimerCount()).toBe(1);
      const failed = expect(facts).rejects.toThrow('the thread that reads the database has ended');
      await worker?.terminate();
      await failed;
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      listened.mockRestore();
      vi.useRealTimers();
      database.close();
    }
  });
});
