import { describe, expect, it } from 'vitest';
import { judge, type RequestedRange } from './answer-rules.ts';

const etag = '"one"';
const other = '"two"';
/** The first 100 of 1,000 bytes are on disk; the rest is requested. */
const rest: RequestedRange = { from: 100, part: true, validator: etag, total: 1_000, fileName: 'a.tif' };
const fresh: RequestedRange = { from: 0, part: false, validator: null, total: null, fileName: 'a.tif' };
const part = { etag, 'content-range': 'bytes 100-999/1000', 'content-length': '900' };
const again = { kind: 'restart', because: null };
const changedSize = { kind: 'restart', because: 'changed-size' };

describe('a part', () => {
  it('is taken where it begins where it was asked for, of the same version and length', () => {
    expect(judge(206, part, rest)).toEqual({
      kind: 'bytes',
      from: 100,
      end: 1_000,
      total: 1_000,
      validator: etag,
      lastModified: null,
      encoding: null,
      ranges: true,
    });
    expect(
      judge(206, { ...part, 'content-range': 'bytes 100-199/*', 'content-length': '100' }, rest),
    ).toMatchObject({ end: 200, total: 1_000 });
  });

  it.each([
    ['another beginning', { 'content-range': 'bytes 99-998/1000' }],
    ['an end before its beginning', { 'content-range': 'bytes 100-99/1000', 'content-length': '0' }],
    ['an end beyond the whole', { 'content-range': 'bytes 100-1000/1000', 'content-length': '901' }],
    ['another unit', { 'content-range': 'items 100-999/1000' }],
    ['a number beyond all reason', { 'content-range': 'bytes 100-9999999999999999/*' }],
    ['no range', { 'content-range': undefined }],
    ['two lengths for one body', { 'content-length': '899' }],
    ['an encoding', { 'content-encoding': 'gzip' }],
    ['no ETag any more', { etag: undefined }],
  ])('with %s is begun again', (_, headers) => {
    expect(judge(206, { ...part, ...headers } as Record<string, string>, rest)).toEqual(again);
  });

  it('of a file that became longer is begun again, and says so', () => {
    expect(judge(206, { ...part, 'content-range': 'bytes 100-999/1001' }, rest)).toEqual(changedSize);
  });

  it('under another validator has to be compared', () => {
    expect(judge(206, { ...part, etag: other }, rest)).toEqual({
      kind: 'validator-changed',
      validator: other,
      lastModified: null,
    });
  });

  it('is known by its date where it has no ETag', () => {
    const date = 'Sat, 21 Nov 2026 10:00:00 GMT';
    const dated = { ...part, etag: 'W/"weak"', 'last-modified': date };
    expect(judge(206, dated, { ...rest, validator: date })).toMatchObject({ kind: 'bytes', validator: date });
    expect(judge(206, { ...dated, 'last-modified': 'x' }, { ...rest, validator: date })).toEqual(again);
  });
});

describe('the whole where a part was asked for', () => {
  const whole = { etag, 'content-length': '1000' };
  it.each([
    ['the same version: there are no ranges', whole, { kind: 'no-ranges' }],
    ['another length', { etag: other, 'content-length': '999' }, changedSize],
    [
      'another validator',
      { ...whole, etag: other },
      { kind: 'validator-changed', validator: other, lastModified: null },
    ],
    ['no length', { etag: other }, again],
    ['no validator', { 'content-length': '1000' }, again],
    ['an encoding', { ...whole, 'content-encoding': 'br' }, again],
  ])('%s', (_, headers, verdict) => {
    expect(judge(200, headers as Record<string, string>, rest)).toEqual(verdict);
  });
});

describe('the whole', () => {
  it('has the length and the validator that it says', () => {
    expect(judge(200, { etag, 'content-length': '5', 'accept-ranges': 'bytes' }, fresh)).toEqual({
      kind: 'bytes',
      from: 0,
      end: 5,
      total: 5,
      validator: etag,
      lastModified: null,
      encoding: null,
      ranges: true,
    });
  });

  it.each([
    [{ etag, 'accept-ranges': 'none' }],
    [{ 'accept-ranges': 'bytes' }],
    [{ etag: 'W/"weak"', 'accept-ranges': 'bytes' }],
  ])('cannot be asked for in parts: %j', (headers) => {
    expect(judge(200, headers as Record<string, string>, fresh)).toMatchObject({ ranges: false });
  });

  it('of an encoded body knows neither length nor validator', () => {
    const headers = { etag, 'content-length': '5', 'content-encoding': ' GZIP ' };
    expect(judge(200, headers, fresh)).toMatchObject({
      total: null,
      end: null,
      validator: null,
      encoding: 'gzip',
    });
    expect(judge(200, { ...headers, 'content-encoding': 'identity' }, fresh)).toMatchObject({ total: 5 });
  });

  it('is vouched for by its date once it has rested for a second', () => {
    const lastModified = 'Sat, 21 Nov 2026 10:00:00 GMT';
    const at = (date: string) => judge(200, { 'last-modified': lastModified, date }, fresh);
    expect(at('Sat, 21 Nov 2026 10:00:01 GMT')).toMatchObject({ validator: lastModified, lastModified });
    expect(at('Sat, 21 Nov 2026 10:00:00 GMT')).toMatchObject({ validator: null, lastModified });
  });

  it.each([
    ['text/html; charset=utf-8', 'a.tif', true],
    ['application/json', 'a.tif', true],
    ['application/problem+json', 'a.tif', true],
    ['image/tiff', 'a.tif', false],
    ['text/html', 'report.HTML', false],
    ['application/json', 'footprint.geojson', false],
  ])('%s for %s: an error page is %j', (type, fileName, isPage) => {
    const verdict = judge(200, { 'content-type': type }, { ...fresh, fileName });
    expect(verdict.kind).toBe(isPage ? 'refresh-link' : 'bytes');
  });
});

describe('no bytes', () => {
  it.each([401, 403, 404, 410])('%i asks for another link', (status) => {
    expect(judge(status, {}, rest)).toEqual({ kind: 'refresh-link', status });
  });
  it.each([408, 425, 429, 500, 503])('%i asks to wait', (status) => {
    expect(judge(status, { 'retry-after': '7' }, rest)).toEqual({ kind: 'wait', retryAfter: '7', status });
    expect(judge(status, {}, rest)).toEqual({ kind: 'wait', retryAfter: null, status });
  });
  it.each([204, 302, 400, 451])('%i is a refusal', (status) => {
    expect(judge(status, {}, rest)).toEqual({ kind: 'refused', status });
  });
  it.each([
    ['bytes */1000', { ...rest, from: 1_000 }, { kind: 'complete', total: 1_000 }],
    ['bytes */1000', rest, again],
    ['bytes */900', rest, changedSize],
    ['bytes */0', { ...rest, from: 0, total: 0 }, again],
    ['bytes */0', { ...fresh, total: 0 }, { kind: 'complete', total: 0 }],
    ['nonsense', { ...rest, from: 1_000 }, again],
  ] as const)('416 with %s', (range, asked, verdict) => {
    expect(judge(416, { 'content-range': range }, asked)).toEqual(verdict);
  });
});
