import { ORPCError } from '@orpc/client';
import type { TFunction } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AppErrorCode, AppErrorData } from '../../../src-preload/contract/errors.ts';
import { wordsOf } from '../../../testing/i18n/words.ts';
import { errorText, hasErrorCode, isDeclared, refusedFields } from './error-text.ts';

const host = 'api.example.com';
/** Every error as main throws it; a missing code is a type error. */
const samples: { [C in AppErrorCode]: AppErrorData<C> } = {
  OFFLINE: { host },
  UNREACHABLE: { host, reason: 'timeout' },
  TLS_FAILED: { host, detail: 'CERT_HAS_EXPIRED' },
  WRONG_CREDENTIALS: { host, detail: 'no such client' },
  NO_CREDENTIALS: { connectionId: 'c1', lastSession: true },
  UNAUTHORIZED: { host, detail: 'HTTP 401' },
  CONTRACT_NEEDED: { detail: 'choose a contract' },
  REFUSED: { status: 400, detail: 'bad request', fields: { priority: ['out of range', 'too small'] } },
  FOLDER_AWAY: { path: '/media/drive', state: 'away' },
  NOT_FOUND: { what: 'scene 12' },
  RATE_LIMITED: { host, retryAfterSeconds: 90 },
  SERVICE_FAILED: { host, status: 503, detail: 'HTTP 503' },
  BAD_ANSWER: { where: host, detail: 'html' },
  ADDRESS_REFUSED: { address: 'http://example.com/', reason: 'scheme' },
  ADDRESS_MOVED: { host, status: 308, place: 'https://api.example.com/v3/tasks/', learned: true },
  KEYCHAIN_UNAVAILABLE: { reason: 'locked' },
  DISK_FULL: { path: '/data', neededBytes: 5_000_000 },
  FOLDER_NOT_WRITABLE: { path: '/data', detail: 'EACCES' },
  PATH_LINKED: { path: '/library/Coast/S1/a.tif' },
  FILE_REPLACED: { path: '/library/Coast/S1/a.tif' },
  OWNER_UNKNOWN: { path: '/library/a.tif', detail: '/library/stac-item.json' },
  TRASH_FAILED: { path: '/library/a.tif', detail: 'EXDEV' },
  FILE_NOT_WHOLE: { fileName: 'a.tif', detail: 'tiff' },
  MAP_UNUSABLE: { name: 'Streets', reason: 'answer-denied', detail: '403' },
  RASTER_UNDRAWABLE: { fileName: 'a.tif', reason: 'too-large', detail: '90000' },
  PACKAGE_REFUSED: { fileName: 'a.nadir', reason: 'checksum', detail: 'places.ndjson' },
  UPDATE_REFUSED: { reason: 'damaged', detail: '' },
  SENT_ELSEWHERE: {
    kind: 'task',
    name: 'Harbour',
    remoteId: '4711',
    by: 'Ben',
    at: '2026-03-01T12:00:00Z',
  },
  ARCHIVE_REFUSED: { fileName: 'a.zip', entry: '../b', reason: 'outside' },
  OUTCOME_UNKNOWN: { submissionId: 's1' },
  JUST_SENT: { submissionId: 's1', remoteId: '4711' },
  NOT_APPROVED: {},
  CONFLICT: { detail: 'completed' },
  INVALID_INPUT: { fields: { name: ['validation.required'] } },
  CANCELLED: {},
  DEFECT: { reference: '0A1B2C3D' },
};

it('shows that the service does not have what a package reports', async () => {
  const t = await wordsOf('en');
  const data = { kind: 'task', name: 'Harbour', remoteId: '4711', by: 'Ben', at: '2026-03-01T12:00:00Z' };
  const known = errorText(t, { code: 'SENT_ELSEWHERE', data }).hint;
  const absent = errorText(t, { code: 'SENT_ELSEWHERE', data: { ...data, isAbsent: true } }).hint;
  expect(known).toMatch(/Ben sent it .* number 4711.*Link it/);
  expect(absent).toMatch(/Ben says .* 4711, but the service has no such number.*Ask Ben/);
  expect(absent).not.toContain('Link it');
});

describe.each(['en', 'es'] as const)('in %s', (language) => {
  let t: TFunction;
  beforeAll(async () => {
    t = await wordsOf(language);
  });

  it.each(Object.entries(samples))('%s has a title and a hint', (code, data) => {
    for (const error of [{ code, data }, new ORPCError(code, { data })]) {
      const { title, hint } = errorText(t, error);
      for (const text of [title, hint]) {
        expect(text.length).toBeGreaterThan(3);
        expect(text).not.toMatch(/\{\{|errors\.|undefined|null|\[object/);
        expect(text.trim()).toBe(text);
      }
      // A title is not a sentence, but a hint is.
      expect(title).not.toMatch(/\.$/);
      expect(hint).toMatch(/[.:;]|priority/);
    }
  });

  it.each(Object.keys(samples))('%s has a text without its data too', (code) => {
    for (const data of [null, undefined, {}, 'text', { host: 5, fields: 'none' }]) {
      const { hint } = errorText(t, { code, data });
      expect(hint).not.toMatch(/\{\{|undefined|null|\[object/);
    }
  });
});

describe('in English', () => {
  let t: TFunction;
  beforeAll(async () => {
    t = await wordsOf('en');
  });
  const hint = (code: AppErrorCode, data: unknown) => errorText(t, { code, data }).hint;

  it('translates codes and keeps the texts of the service', () => {
    expect(hint('UNREACHABLE', samples.UNREACHABLE)).toContain('api.example.com: no response in time');
    expect(hint('UNREACHABLE', { host: '', reason: 'reset' })).toContain(
      'The service: the connection was interrupted',
    );
    expect(hint('TLS_FAILED', samples.TLS_FAILED)).toContain('its certificate has expired');
    expect(hint('KEYCHAIN_UNAVAILABLE', { reason: 'timeout' })).toContain(
      'The keychain did not respond in time',
    );
    expect(hint('NOT_FOUND', samples.NOT_FOUND)).toContain('The scene 12 does not exist');
    expect(hint('NOT_FOUND', { what: 'a b c.tif' })).toContain('a b c.tif does not exist');
    expect(hint('RATE_LIMITED', samples.RATE_LIMITED)).toMatch(/Wait 2\smin,/);
    expect(hint('RATE_LIMITED', { host, retryAfterSeconds: null })).toContain('Wait a moment,');
    expect(hint('DISK_FULL', samples.DISK_FULL)).toMatch(/5\sMB are needed\.$/);
    expect(hint('DISK_FULL', { path: '/data', neededBytes: null })).toMatch(/is kept\.$/);
    expect(hint('REFUSED', samples.REFUSED)).toMatch(/bad request priority: out of range too small\.$/);
    expect(hint('INVALID_INPUT', samples.INVALID_INPUT)).toMatch(/name: This field is required\.$/);
    expect(hint('DEFECT', { reference: '' })).toContain('reference —');
  });

  it('interprets no text of the service as a placeholder or a key', () => {
    expect(hint('CONFLICT', { detail: '{{host}} $t(common.back)' })).toContain('{{host}} $t(common.back)');
    expect(hint('CONFLICT', { detail: 'constructor' })).toContain('constructor');
  });

  it('has a text for unexpected errors', () => {
    for (const error of [null, undefined, 'text', new Error('x'), { code: 'toString' }, { code: 7 }]) {
      expect(errorText(t, error).title).toBe('Something unexpected happened');
      expect(isDeclared(error)).toBe(false);
    }
  });

  it('returns the fields of a refusal', () => {
    expect(refusedFields(new ORPCError('REFUSED', { data: samples.REFUSED }))).toEqual({
      priority: 'out of range too small',
    });
    expect(refusedFields(new ORPCError('REFUSED', { data: { fields: 'no' } }))).toEqual({});
    expect(refusedFields(new Error('x'))).toEqual({});
    expect(hasErrorCode(new ORPCError('OFFLINE', { data: { host } }), 'OFFLINE')).toBe(true);
    expect(hasErrorCode(new ORPCError('OFFLINE', { data: { host } }), 'REFUSED')).toBe(false);
  });
});
