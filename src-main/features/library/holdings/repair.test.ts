import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LibraryFileId, libraryFileIdSchema } from '../../../../src-preload/contract/ids.ts';
import type { FileClaim } from '../../../core/file-claims.ts';
import { createRepair } from './repair.ts';

const fileId = libraryFileIdSchema.parse(1);
let home: string;
let claims: ReadonlyMap<string, FileClaim>;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'nadir-repair-'));
  mkdirSync(join(home, 'library'));
  writeFileSync(join(home, 'library/a.tif'), 'bad');
  claims = new Map();
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Repairs one bad file; `noted` is called when its other name is, before it gets it. */
function repairOf(quarantined: string | null, noted: () => void = () => undefined, path = 'a.tif') {
  let bad = [{ fileId, sceneRow: 1, path, quarantined }];
  const missing: LibraryFileId[] = [];
  const repair = createRepair({
    table: {
      toRepair: () => bad,
      noteQuarantine: noted,
      markWanted: () => {
        bad = [];
      },
      repaired: () => [],
      forgetBad: () => undefined,
    },
    library: () => join(home, 'library'),
    claimsOn: async () => claims,
    absolute: (path) => join(home, 'library', path),
    markMissing: (id) => missing.push(id),
    download: async () => undefined,
    changed: () => undefined,
  });
  return { repair, missing };
}

it('rejects if the drive goes away while a bad file is renamed, and does not record the file as missing', async () => {
  const { repair, missing } = repairOf(null, () => renameSync(join(home, 'library'), join(home, 'away')));
  await expect(repair.start()).rejects.toMatchObject({
    code: 'FOLDER_NOT_WRITABLE',
    data: { path: join(home, 'library/a.tif'), detail: 'ENOENT' },
  });
  expect(missing).toEqual([]);
  expect(existsSync(join(home, 'away/a.tif'))).toBe(true);
});

it('repairs nothing while the library is away', async () => {
  const { repair, missing } = repairOf(null);
  renameSync(join(home, 'library'), join(home, 'away'));
  await expect(repair.start()).rejects.toMatchObject({
    code: 'FOLDER_NOT_WRITABLE',
    data: { path: join(home, 'library'), detail: 'ENOENT' },
  });
  expect(missing).toEqual([]);
});

it('renames a bad file beside its path if the stored path is in an earlier folder', async () => {
  const { repair, missing } = repairOf(join(home, 'before/a.tif.damaged'));
  expect(await repair.start()).toBe(1);
  expect(readdirSync(join(home, 'library'))).toEqual([
    expect.stringMatching(/^a\.tif\.damaged-[0-9a-f]{8}$/),
  ]);
  expect(missing).toEqual([fileId]);
});

it('keeps the name of a bad file that another scene claims too; the good one is saved beside it', async () => {
  const path = join(home, 'library/a.tif');
  claims = new Map([[path, { by: 'scene', sceneId: 'S2' }]]);
  const { repair, missing } = repairOf(null);
  expect(await repair.start()).toBe(1);
  expect(readdirSync(join(home, 'library'))).toEqual(['a.tif']);
  expect(missing).toEqual([fileId]);
});

it('a folder that was replaced by a link is not followed when its bad file is repaired', async () => {
  mkdirSync(join(home, 'private'));
  writeFileSync(join(home, 'private/a.tif'), 'secret');
  mkdirSync(join(home, 'library/S1'));
  writeFileSync(join(home, 'library/S1/a.tif'), 'bad');
  const { repair, missing } = repairOf(
    null,
    () => {
      renameSync(join(home, 'library/S1'), join(home, 'library/before'));
      symlinkSync(join(home, 'private'), join(home, 'library/S1'));
    },
    'S1/a.tif',
  );
  await expect(repair.start()).rejects.toMatchObject({ code: 'PATH_LINKED' });
  expect(readdirSync(join(home, 'private'))).toEqual(['a.tif']);
  expect(missing).toEqual([]);
});
