import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

const { path } = z.object({ path: z.string() }).parse(workerData);

/** Columns whose values are set by Nadir, never by the user. */
const statesOf = ['state', 'status_kind'] as const;
/** The most findings that are listed for a damaged database. */
const maxFindings = 20;

const nameRow = z.object({ name: z.string() });
const countRow = z.object({ value: z.union([z.string(), z.number(), z.null()]), count: z.number() });

/**
 * Returns numbers about a database, but no row of it. Whole tables are read, so this runs in a thread with its own connection.
 */
function factsOf(database: DatabaseSync) {
  const numbers = (sql: string) => database.prepare(sql).all();
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
  const tables = numbers("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").map(
    (row) => nameRow.parse(row).name,
  );
  const rows = Object.fromEntries(
    tables.map((name) => {
      const [row] = numbers(`SELECT NULL AS value, count(*) AS count FROM ${quoted(name)}`);
      return [name, countRow.parse(row).count];
    }),
  );
  const byState = tables.flatMap((name) => {
    const columns = numbers(`SELECT name FROM pragma_table_info(${`'${name.replaceAll("'", "''")}'`})`).map(
      (row) => nameRow.parse(row).name,
    );
    return statesOf
      .filter((column) => columns.includes(column))
      .map((column) => {
        const counts = numbers(
          `SELECT ${column} AS value, count(*) AS count FROM ${quoted(name)} GROUP BY ${column} ORDER BY ${column}`,
        ).map((row) => countRow.parse(row));
        return [
          `${name}.${column}`,
          Object.fromEntries(counts.map(({ value, count }) => [String(value), count])),
        ] as const;
      });
  });
  return {
    integrityCheck: numbers(`PRAGMA integrity_check(${maxFindings})`).map((row) => Object.values(row)[0]),
    schemaVersions: Object.fromEntries(
      numbers('SELECT domain, version FROM migration ORDER BY domain').map((row) => [
        row.domain,
        row.version,
      ]),
    ),
    journalMode: numbers('PRAGMA journal_mode')[0]?.journal_mode,
    pages: numbers('PRAGMA page_count')[0]?.page_count,
    pageBytes: numbers('PRAGMA page_size')[0]?.page_size,
    freePages: numbers('PRAGMA freelist_count')[0]?.freelist_count,
    rows,
    byState: Object.fromEntries(byState),
  };
}

const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
try {
  parentPort?.postMessage(factsOf(database));
} finally {
  database.close();
}
