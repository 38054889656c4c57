import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../src-main/store/open-store.ts';
import type { Migration, Store } from '../src-main/store/store.ts';

export interface TestStore {
  folder: string;
  store: Store;
  /** Closes and opens again, as after a restart. */
  reopen(): Store;
  /** Every byte of the database, its journal included. */
  bytes(): Buffer;
  remove(): void;
}

/** A real database in a folder of its own. */
export function openTestStore(migrations: readonly Migration[]): TestStore {
  const folder = mkdtempSync(join(tmpdir(), 'nadir-test-'));
  const open = () =>
    openStore({
      folder,
      migrations,
      now: () => new Date('2026-01-02T03:04:05Z'),
      onQuarantined: () => undefined,
    });
  const opened: TestStore = {
    folder,
    store: open(),
    reopen() {
      opened.store.close();
      opened.store = open();
      return opened.store;
    },
    bytes() {
      const names = readdirSync(folder).filter((name) => name.startsWith('nadir.db'));
      return Buffer.concat(names.map((name) => readFileSync(join(folder, name))));
    },
    remove() {
      opened.store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return opened;
}
