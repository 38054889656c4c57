import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { z } from 'zod';
import { diskError } from './disk-error.ts';
import { addTextFunctions } from './text-functions.ts';

/** The named parameters of an SQL statement, without the colon. */
export type Params = Record<string, SQLInputValue>;

/** One step of one domain's tables; `version` counts from 1 within the domain and never changes once it is released. */
export interface Migration {
  domain: string;
  version: number;
  sql: string;
}

/**
 * Runs SQLite synchronously and parses rows. Only named parameters (`:name`). Each call should take only a few milliseconds,
 * because it blocks the main event loop.
 */
export interface Store {
  all<S extends z.ZodType>(row: S, sql: string, params?: Params): z.infer<S>[];
  get<S extends z.ZodType>(row: S, sql: string, params?: Params): z.infer<S> | undefined;
  run(sql: string, params?: Params): { changes: number; lastInsertRowid: number };
  /**
   * Commits all or nothing; nested calls join the outer one. A `passing` commit survives the end of the program, but a power cut
   * may undo it until the next `lasting` one; in return it does not wait for the disk.
   */
  transaction<T>(body: () => T, lasting?: 'lasting' | 'passing'): T;
  close(): void;
}

/**
 * Creates the store. `path` is named to the user if the disk is full (DISK_FULL) or the database cannot be written
 * (FOLDER_NOT_WRITABLE).
 */
export function createStore(database: DatabaseSync, path: string): Store {
  addTextFunctions(database);
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    // A caller that builds SQL from filters must not let this cache grow without limit.
    if (statements.size >= 500) statements.clear();
    statements.set(sql, statement);
    return statement;
  };
  let depth = 0;
  const writing = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw diskError(error, path);
    }
  };
  return {
    all: (row, sql, params = {}) =>
      prepared(sql)
        .all(params)
        .map((raw) => row.parse(raw)),
    get(row, sql, params = {}) {
      const raw = prepared(sql).get(params);
      return raw === undefined ? undefined : row.parse(raw);
    },
    run(sql, params = {}) {
      const result = writing(() => prepared(sql).run(params));
      return { changes: Number(result.changes), lastInsertRowid: Number(result.lastInsertRowid) };
    },
    transaction(body, lasting = 'lasting') {
      if (depth > 0) return body();
      // SQLite accepts this only between transactions.
      if (lasting === 'passing') database.exec('PRAGMA synchronous = NORMAL');
      try {
        return commit(body);
      } finally {
        if (lasting === 'passing') database.exec('PRAGMA synchronous = FULL');
      }
    },
    close() {
      statements.clear();
      database.close();
    },
  };

  function commit<T>(body: () => T): T {
    writing(() => database.exec('BEGIN IMMEDIATE'));
    depth += 1;
    try {
      const result = body();
      writing(() => database.exec('COMMIT'));
      return result;
    } catch (error) {
      // A full disk can end the transaction automatically; a second ROLLBACK would hide the first error.
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    } finally {
      depth -= 1;
    }
  }
}
