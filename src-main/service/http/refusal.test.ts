import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anySecret, secretForms, undone } from '../../../testing/secret-forms.ts';
import { createRedactor } from '../redaction/redact.ts';
import { readRefusal, refusalOf, refusedStatus, retryAfterSeconds } from './refusal.ts';

const redactor = createRedactor();
const read = (value: unknown) =>
  readRefusal(typeof value === 'string' ? value : JSON.stringify(value), redactor);

describe('the body of a refusal', () => {
  it.each([
    [{ message: 'No item found' }, 'No item found', {}],
    [{ detail: 'Not found.' }, 'Not found.', {}],
    [{ error: 'invalid_client', error_description: 'unknown' }, 'invalid_client unknown', {}],
    [{ start: ['too early', 'no zone'] }, '', { start: ['too early', 'no zone'] }],
    [{ start: 'too early' }, '', { start: ['too early'] }],
    [{ message: 'bad', code: 'E12', start: ['x'] }, 'bad', { start: ['x'] }],
    [{ errors: { end: ['before start'] } }, 'before start', { end: ['before start'] }],
    [{ detail: { end: ['before start'] } }, 'before start', { end: ['before start'] }],
    [{ target: { coordinates: ['out of range'] } }, '', { target: ['out of range'] }],
    [{ non_field_errors: ['both'] }, 'both', {}],
    [['one', 'two'], 'one two', {}],
    ['plain words', 'plain words', {}],
    ['<html><body>gateway</body></html>', '', {}],
    ['', '', {}],
    [{}, '', {}],
    ['null', '', {}],
    ['{"message": "cut', '{"message": "cut', {}],
  ])('%j', (body, detail, fields) => {
    expect(read(body)).toEqual({ detail, fields });
  });

  it('is cut to a length that fits a screen, and cleaned', () => {
    expect(read({ message: 'x'.repeat(10_000) }).detail).toHaveLength(600);
    expect(read('y'.repeat(1_000_000)).detail).toHaveLength(600);
    expect(
      read({ message: 'your token was Bearer CANARY', start: ['see https://a.invalid/?token=CANARY'] }),
    ).toEqual({
      detail: 'your token was Bearer ***',
      fields: { start: ['see https://a.invalid/?token=***'] },
    });
  });

  it('may be nested without end', () => {
    let value: unknown = 'deep';
    for (let i = 0; i < 2_000; i += 1) value = { message: value };
    expect(read(value).detail).toBe('');
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  it.each([
    [undefined, null],
    ['', null],
    ['7', 7],
    [' 7 ', 7],
    ['1.5', 2],
    ['0', 0],
    ['-5', null],
    ['soon', null],
    ['Sun, 01 Mar 2026 12:01:00 GMT', 60],
    ['Sunday, 01-Mar-26 12:01:00 GMT', 60],
    ['Sun Mar  1 12:01:00 2026 GMT', 60],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['Sun, 99 Mar 2026 11:00:00 GMT', null],
    // Longer than a day: too long for a timer and a date.
    ['3000000', 86_400],
    ['9'.repeat(20), 86_400],
    ['9'.repeat(400), 86_400],
    ['Sun, 01 Mar 2099 12:01:00 GMT', 86_400],
  ])('%j: %j', (header, expected) => expect(retryAfterSeconds(header, now)).toBe(expected));
});

it('the status is there for those who must know it', () => {
  const answer = { text: '{}', host: 'h', what: 'task 1', retryAfter: null, redactor };
  for (const status of [304, 400, 401, 403, 404, 410, 429, 500])
    expect(refusedStatus(refusalOf({ ...answer, status }))).toBe(status);
  expect(refusedStatus(new Error('x'))).toBeNull();
});

it('an answer that never ends is looked at for a moment only', () => {
  const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`f${i}`, ['no']]));
  const body = {
    detail: 'a.'.repeat(1_000_000),
    name: Array.from({ length: 100_000 }, () => 'no'),
    ...fields,
  };
  const read = readRefusal(JSON.stringify(body), redactor);
  expect(read.detail).toHaveLength(600);
  expect(Object.keys(read.fields)).toHaveLength(100);
  expect(read.fields.name).toHaveLength(100);
}, 5_000);

it('says what is wrong in general however many fields have reasons of their own', () => {
  const fields = Object.fromEntries(
    Array.from({ length: 100 }, (_, i) => [`field ${i}`, ['x'.repeat(5_000)]]),
  );
  expect(read({ ...fields, detail: 'The contract has ended.' }).detail).toBe('The contract has ended.');
});

it('a secret that stands as the name of a field is not shown', () => {
  const knowing = createRedactor();
  knowing.remember('CANARY-1');
  const said = JSON.stringify([
    readRefusal(JSON.stringify({ 'CANARY-1': ['is wrong'] }), knowing),
    readRefusal(JSON.stringify({ 'CANARY-1': 'is wrong' }), knowing),
  ]);
  expect(said).toContain('is wrong');
  expect(said).not.toContain('CANARY');
});

it.each(secretForms)('a secret that is repeated %s is not in what people are told', (_name, form) => {
  fc.assert(
    fc.property(anySecret, (secret) => {
      const own = createRedactor();
      own.remember(secret);
      const said = `you sent ${form(secret)} to us`;
      for (const body of [said, JSON.stringify({ detail: said }), JSON.stringify({ [said]: [said] })]) {
        const { detail, fields } = readRefusal(body, own);
        for (const text of [detail, ...Object.entries(fields).flat(2)])
          for (const read of undone(text)) expect(read).not.toContain(secret);
      }
    }),
    { numRuns: 60 },
  );
});
