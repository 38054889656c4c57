import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openStore } from '../store/open-store.ts';
import { allMigrations } from './all-migrations.ts';

const ownTables = `SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`;
const tableRow = z.object({ name: z.string(), sql: z.string() });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-migrations-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const open = () => {
  const quarantined: string[] = [];
  const store = openStore({
    folder,
    migrations: allMigrations,
    now: () => new Date(),
    onQuarantined: (path) => quarantined.push(path),
  });
  return { store, quarantined };
};

describe('the migrations of all domains', () => {
  it('count from one in each domain and stand side by side, opened again and again', () => {
    for (const domain of new Set(allMigrations.map((step) => step.domain))) {
      const versions = allMigrations.filter((step) => step.domain === domain).map((step) => step.version);
      expect(versions, domain).toEqual(versions.map((_, index) => index + 1));
    }
    open().store.close();
    const { store, quarantined } = open();
    expect(store.all(tableRow, ownTables).length).toBeGreaterThan(4);
    store.close();
    expect(quarantined).toEqual([]);
  });

  it('make tables that hold the types they say', () => {
    const { store } = open();
    // Full-text and R*Tree tables, and the tables these make for themselves, cannot be STRICT.
    const loose = store
      .all(tableRow, ownTables)
      .filter(
        ({ name, sql }) =>
          !/\bSTRICT\b/.test(sql) &&
          !/VIRTUAL/.test(sql) &&
          !/_(node|parent|rowid|data|idx|content|docsize|config)$/.test(name),
      );
    store.close();
    expect(loose.map((table) => table.name)).toEqual([]);
  });
});
