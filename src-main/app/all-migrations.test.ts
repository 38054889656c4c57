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

/** In the order in which each version was run wherever Nadir has been used; what is added may stand anywhere between. */
const known = [
  'contract 1',
  'tasking 1',
  'tasking 2',
  'tasking-lists 1',
  'outbox 1',
  'outbox 2',
  'outbox 3',
  'orders 1',
  'orders 2',
  'orders 3',
  'orders-lists 1',
  'library 1',
  'library 2',
  'library-assets 1',
  'delivery 1',
  'delivery 2',
  'delivery 3',
  'delivery-lists 1',
  'rules 1',
  'unpacking 1',
  'bills 1',
  'tasking-times 1',
  'orders-times 1',
  'orders-times 2',
  'library-times 1',
  'tracking 1',
  'places 1',
];

describe('the migrations of all domains', () => {
  it('keep the order that they had', () => {
    const steps = allMigrations.map(({ domain, version }) => `${domain} ${version}`);
    expect(steps.filter((step) => known.includes(step))).toEqual(known);
  });

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
