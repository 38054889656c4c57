import { expect, it } from 'vitest';
import { diskError } from './disk-error.ts';

const coded = (fields: object) => Object.assign(new Error('words'), fields);

it.each([
  [{ code: 'ENOSPC' }, { code: 'DISK_FULL', data: { path: '/p', neededBytes: null } }],
  [{ code: 'EDQUOT' }, { code: 'DISK_FULL' }],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, { code: 'DISK_FULL' }],
  [{ code: 'EACCES' }, { code: 'FOLDER_NOT_WRITABLE', data: { path: '/p', detail: 'EACCES' } }],
  [{ code: 'EROFS' }, { code: 'FOLDER_NOT_WRITABLE' }],
  [
    { code: 'ERR_SQLITE_ERROR', errcode: 1_288 },
    { code: 'FOLDER_NOT_WRITABLE', data: { detail: 'SQLITE_READONLY' } },
  ],
])('%j is %j', (fields, expected) => {
  expect(diskError(coded(fields), '/p')).toMatchObject(expected);
});

it('leaves every other error as it is', () => {
  for (const error of [coded({ code: 'ERR_SQLITE_ERROR', errcode: 19 }), new TypeError('x'), 'words', null])
    expect(diskError(error, '/p')).toBe(error);
});
