import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allMigrations } from '../all-migrations.ts';
import { hasCode } from '../app-error.ts';
import { openStore } from '../store/open-store.ts';
import { unzipped } from '../testing/unzipped.ts';
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
    expect(hasCode(refused, 'CONFLICT')).toBe(true);
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
    const store = openStore({ folder, migrations: allMigrations, now: at, onKeptAside: () => undefined });
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

  it('of one that is not there are an error', async () => {
    await expect(databaseFacts(join(folder, 'none.db'))).rejects.toThrow();
  });
});
