import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type Check, failed, ok } from './check.ts';

/** What Nadir's tables and lists are made with; each has to give its value. */
const features: readonly {
  name: string;
  sql: readonly string[];
  question: string;
  value: string | number;
}[] = [
  {
    name: 'the write-ahead log',
    sql: [],
    question: 'PRAGMA journal_mode = WAL',
    value: 'wal',
  },
  {
    name: 'JSON',
    sql: [],
    question: `SELECT json_extract('{"a":[1,7]}', '$.a[1]')`,
    value: 7,
  },
  {
    name: 'R*Tree',
    sql: [
      'CREATE VIRTUAL TABLE box USING rtree(id, west, east, south, north)',
      'INSERT INTO box VALUES (3, -1, 1, -1, 1), (4, 10, 11, 10, 11)',
    ],
    question: 'SELECT id FROM box WHERE east >= 0 AND west <= 0',
    value: 3,
  },
  {
    name: 'full text (FTS5)',
    sql: [
      'CREATE VIRTUAL TABLE note USING fts5(body)',
      "INSERT INTO note VALUES ('ice on the northern shore')",
    ],
    question: "SELECT count(*) FROM note WHERE note MATCH 'shore'",
    value: 1,
  },
  {
    name: 'times',
    sql: [],
    question: "SELECT unixepoch('2026-01-01T00:00:00Z')",
    value: 1_767_225_600,
  },
];

const firstValue = z.tuple([z.union([z.string(), z.number()])]).rest(z.unknown());

/** SQLite as this program brings it. `path` is another place for its database than the folder of the check. */
export function sqliteCheck({ path }: { path?: string } = {}): Check {
  return {
    name: 'SQLite',
    proves: 'The database of this program has what the store is made with, and can be copied.',
    async run({ folder }) {
      const database = new DatabaseSync(path ?? join(folder, 'trial.db'));
      const ask = (sql: string) => firstValue.parse(Object.values(database.prepare(sql).get() ?? {}))[0];
      try {
        const missing: string[] = [];
        for (const { name, sql, question, value } of features) {
          try {
            for (const statement of sql) database.exec(statement);
            if (ask(question) !== value) missing.push(name);
          } catch {
            missing.push(name);
          }
        }
        if (missing.length > 0)
          return failed(
            `missing: ${missing.join(', ')}. Install Nadir from a package of the same system, or report this.`,
          );
        database.prepare('VACUUM INTO ?').run(join(folder, 'copy.db'));
        const names = features.map(({ name }) => name).join(', ');
        return ok(`${ask('SELECT sqlite_version()')} with ${names}`);
      } finally {
        database.close();
      }
    },
  };
}
