import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { connectionIdSchema } from '../../../src-preload/contract/ids.ts';
import { openStore } from '../../store/open-store.ts';
import { contractMigrations, createContracts } from './contracts.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
const id = connectionIdSchema.parse('connection-1');

it('has a fixture for every version that ever landed', () => {
  const named = contractMigrations.map(({ version }) => `contract-${version}.sql`);
  expect(readdirSync(fixtures).sort()).toEqual(named.sort());
});

it.each(readdirSync(fixtures))('reads what %s left', (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'nadir-contract-'));
  const old = new DatabaseSync(join(folder, 'nadir.db'));
  old.exec(readFileSync(join(fixtures, name), 'utf8'));
  old.close();
  const quarantined: string[] = [];
  const store = openStore({
    folder,
    migrations: contractMigrations,
    now: () => new Date(),
    onQuarantined: (path) => quarantined.push(path),
  });
  const contracts = createContracts({
    store,
    service: { contracts: async () => ({ rows: [], unreadable: 0 }) },
    now: () => new Date(),
    changed: () => undefined,
  });
  expect(contracts.list(id)).toEqual([
    {
      contractId: 'cont.b',
      name: 'Coast',
      status: 'ACTIVE',
      account: 'acct.1',
      archive: { restrictions: ['r'], collections: ['c'] },
      taskingHasCredentials: true,
      createdAt: '2026-01-01T00:00:00.123Z',
      updatedAt: '2026-01-02T00:00:00.123Z',
    },
  ]);
  expect(contracts.nameOf(id, 'cont.gone')).toBe('Formerly');
  store.close();
  rmSync(folder, { recursive: true });
  expect(quarantined).toEqual([]);
});
