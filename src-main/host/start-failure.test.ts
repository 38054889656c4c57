import { expect, it } from 'vitest';
import { AppError } from '../core/app-error.ts';
import { wordsFor } from '../core/words.ts';
import { NewerDatabaseError } from '../store/migrate.ts';
import { FolderLockedError } from './data-folder-lock.ts';
import { FlagError } from './host-flags.ts';
import { FolderPathError } from './make-data-folder.ts';
import { startFailure } from './start-failure.ts';

const coded = (code: string) => Object.assign(new Error(`${code}: detail`), { code });
const sqlite = (errcode: number) =>
  Object.assign(new Error('database or disk'), { code: 'ERR_SQLITE_ERROR', errcode });
const english = wordsFor('en', []);

it.each([
  [new FlagError('--port needs a value.'), 2, '--port needs a value.'],
  [
    new FolderLockedError({ host: 'electron', pid: 77, since: '2026-01-02T03:04:05Z' }),
    3,
    'electron host, process 77',
  ],
  [new FolderLockedError(null), 3, 'already open with this data folder'],
  [coded('EADDRINUSE'), 4, '--port'],
  [coded('EACCES'), 5, 'cannot write to the data folder'],
  [coded('EROFS'), 5, '--data-dir'],
  [coded('ELOOP'), 5, 'cannot write to the data folder'],
  [coded('EISDIR'), 5, 'cannot write to the data folder'],
  [coded('ENOSPC'), 6, 'full'],
  [coded('EDQUOT'), 6, 'full'],
  // As SQLite tells it: database full, no room for its shared memory, may only be read, cannot be opened.
  [sqlite(13), 6, 'full'],
  [sqlite(4_874), 6, 'full'],
  [sqlite(8), 5, 'cannot write to the data folder'],
  [sqlite(14), 5, 'cannot write to the data folder'],
  // Reading and writing of a drive that fails; SQLite has a number for each kind.
  [coded('EIO'), 5, 'drive of the data folder'],
  [sqlite(10), 5, 'drive of the data folder'],
  [sqlite(266), 5, 'drive of the data folder'],
  [sqlite(778), 5, 'drive of the data folder'],
  [new AppError('DISK_FULL', { path: '/a', neededBytes: null }), 6, 'full'],
  [
    new AppError('FOLDER_NOT_WRITABLE', { path: '/a', detail: 'EACCES' }),
    5,
    'cannot write to the data folder',
  ],
  [new NewerDatabaseError('task is at version 9'), 8, 'newer version of Nadir'],
  [new FolderPathError('/a/file/b', null), 5, '/a/file/b'],
  [new Error('something else'), 1, 'something else'],
  ['not even an error', 1, 'not even an error'],
])('%s ends with code %i and says what to do', (error, exitCode, text) => {
  const failure = startFailure(error, english);
  expect(failure.exitCode).toBe(exitCode);
  expect(failure.message).toContain(text);
  expect(failure.message).not.toContain('{{');
});

it.each([
  ['system', ['de-AT', 'es-MX', 'en'], 'es'],
  ['system', ['fr'], 'en'],
  ['system', [], 'en'],
  ['es', ['en'], 'es'],
  ['en', ['es'], 'en'],
] as const)('speaks, with %s chosen and %j preferred, %s', (chosen, preferred, language) => {
  expect(wordsFor(chosen, preferred).language).toBe(language);
});
