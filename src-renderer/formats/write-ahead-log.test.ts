import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFiles, problemOf } from '../../testing/page/import-harness.ts';
import { geoPackagePoint, layerStatements, writeGeoPackage } from '../../testing/write-geopackage.ts';
import { writeZip } from '../../testing/write-zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'nadir-log-'));
/** A GeoPackage with two rows in it, and one changed, one removed and three thousand new ones in its log. */
let open: { database: Buffer; log: Buffer };
/** The first bytes of a journal that has not been undone. */
const journal = Buffer.from('d9d505f920a163d7', 'hex');

beforeAll(() => {
  const path = join(folder, 'a.gpkg');
  const row = (name: string) => `INSERT INTO wells VALUES ('${name}', X'${geoPackagePoint(11, 48)}')`;
  const made = writeGeoPackage(
    'CREATE TABLE wells (name TEXT, geom BLOB)',
    ...layerStatements('wells'),
    row('Old'),
    row('Gone'),
  );
  writeFileSync(path, made);
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0');
  database.exec("UPDATE wells SET name = 'Older' WHERE name = 'Old'; DELETE FROM wells WHERE name = 'Gone'");
  database.exec('BEGIN');
  for (let i = 1; i <= 3_000; i += 1) database.exec(row(`New ${i}`));
  database.exec('COMMIT');
  open = { database: readFileSync(path), log: readFileSync(`${path}-wal`) };
  database.close();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const messagesOf = ({ outcome }: Awaited<ReturnType<typeof importFiles>>) =>
  outcome.notes.map(({ message }) => message.replace('validation.', ''));

describe('a GeoPackage that a program has open', () => {
  it('is read with the rows of its log', async () => {
    const read = await importFiles({ 'a.gpkg': open.database, 'a.gpkg-wal': open.log, 'a.gpkg-shm': 'x' });
    expect([read.features.length, read.features[0]?.name, read.features.at(-1)?.name]).toEqual([
      3_001,
      'Older',
      'New 3000',
    ]);
    expect(messagesOf(read)).toEqual([]);
  });

  it('is read with the rows of its log within an archive', async () => {
    const entries = [
      { name: 'b/A.gpkg', data: open.database },
      { name: 'b/a.GPKG-wal', data: open.log },
    ];
    const read = await importFiles({ 'a.zip': writeZip(entries) });
    expect([read.features.length, messagesOf(read)]).toEqual([3_001, []]);
  });

  it('says that rows may be missing without its log', async () => {
    const read = await importFiles({ 'a.gpkg': open.database });
    expect(read.features.map(({ name }) => name)).toEqual(['Old', 'Gone']);
    expect(messagesOf(read)).toEqual(['databaseWithoutLog']);
  });

  it('is read up to the last whole transaction of a log that breaks off', async () => {
    const cut = open.log.subarray(0, open.log.length - 5_000);
    const read = await importFiles({ 'a.gpkg': open.database, 'a.gpkg-wal': cut });
    expect(read.features.map(({ name }) => name)).toEqual(['Older']);
  });

  it.each(['its first bytes', 'another size of pages'])(
    'says that the log cannot be used for %s',
    async (fault) => {
      const log = Buffer.from(open.log);
      const at = fault === 'its first bytes' ? 20 : 10;
      log[at] = 0xff - (log[at] ?? 0);
      const read = await importFiles({ 'a.gpkg': open.database, 'a.gpkg-wal': log });
      expect([read.features.length, messagesOf(read)]).toEqual([2, ['databaseLogDamaged']]);
    },
  );

  it('says that its last write was interrupted', async () => {
    const read = await importFiles({ 'a.gpkg': writeGeoPackage(), 'a.gpkg-journal': journal });
    expect(messagesOf(read)).toEqual(['databaseJournal']);
  });

  it('is asked for by its log alone', async () => {
    expect(problemOf(await importFiles({ 'a.gpkg-wal': open.log }))).toBe('databaseLogAlone');
  });
});
