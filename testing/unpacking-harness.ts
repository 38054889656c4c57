import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../src-main/core/app-error.ts';
import { createUnpackTable, unpackMigrations } from '../src-main/features/downloads/archives/unpack-table.ts';
import { createUnpacking, type UnpackingOptions } from '../src-main/features/downloads/archives/unpacking.ts';
import { type LibraryFileId, libraryFileIdSchema } from '../src-preload/contract/ids.ts';
import { openTestStore } from './open-test-store.ts';

/** Every path below a folder with what it holds; links are told, not followed. */
export function treeOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => {
        const stat = lstatSync(join(folder, name));
        if (stat.isDirectory()) return [name, 'folder'];
        return [name, stat.isFile() ? readFileSync(join(folder, name), 'latin1') : 'special'];
      }),
  );
}

/** Archives in a scene folder, with somebody else's files around it, over a real table; time passes when told. */
export function createUnpackingHarness(overrides: Partial<UnpackingOptions> = {}) {
  const opened = openTestStore(unpackMigrations);
  const outside = mkdtempSync(join(tmpdir(), 'nadir-unpack-'));
  const home = join(outside, 'project', 'scene');
  mkdirSync(home, { recursive: true });
  const archives = new Map<LibraryFileId, string>();
  const sums = new Map<string, string>();
  const errors: unknown[] = [];
  const failed: string[] = [];
  const timers: (() => void)[] = [];

  const start = () =>
    createUnpacking({
      claimsOn: async () => new Map(),
      forget: (fileId) => harness.table().clear(fileId),
      table: createUnpackTable({ store: opened.store, now: () => new Date('2026-01-02T03:04:05Z') }),
      archive(fileId) {
        const path = archives.get(fileId);
        if (path === undefined) throw new AppError('NOT_FOUND', { what: `file ${fileId}` });
        return { path, fileName: 'delivery.zip', sha256: sums.get(path) ?? null };
      },
      failed: (fileName) => failed.push(fileName),
      changed: () => undefined,
      onError: (error) => errors.push(error),
      setTimer(run) {
        timers.push(run);
        return () => timers.splice(timers.indexOf(run), 1);
      },
      ...overrides,
    });

  const harness = {
    outside,
    home,
    archives,
    errors,
    failed,
    unpacking: start(),
    table: () => createUnpackTable({ store: opened.store, now: () => new Date() }),
    put(bytes: Buffer, { id = 1, name = 'delivery.zip' } = {}): LibraryFileId {
      const fileId = libraryFileIdSchema.parse(id);
      const path = join(home, name);
      writeFileSync(path, bytes);
      sums.set(path, createHash('sha256').update(bytes).digest('hex'));
      archives.set(fileId, path);
      return fileId;
    },
    unpack: (fileId: LibraryFileId) => harness.unpacking.unpack(fileId, new AbortController().signal),
    waiting: () => timers.length,
    passTime() {
      for (const run of timers.splice(0)) run();
    },
    /** As after a crash, when `start` finds what was left. */
    async restart() {
      await harness.unpacking.close();
      opened.reopen();
      harness.unpacking = start();
      harness.unpacking.start();
      await harness.unpacking.whenIdle();
    },
    async end() {
      await harness.unpacking.close();
      opened.remove();
      rmSync(outside, { recursive: true, force: true });
    },
  };
  return harness;
}
