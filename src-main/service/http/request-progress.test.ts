import { expect, it } from 'vitest';
import { AppError } from '../../core/app-error.ts';
import { createRedactor } from '../redaction/redact.ts';
import { failureOf, startProgress } from './request-progress.ts';

const progress = startProgress(new URL('https://api.test/tasks'));
const open = new AbortController().signal;
const redactor = createRedactor();
const read = (error: unknown, outer = open) => failureOf(error, { progress, outer, redactor });
const refused = (address: string) => new AppError('ADDRESS_REFUSED', { address, reason: 'scheme' });

it('tells a refused address without its secrets', () => {
  const [token, key] = ['a1b2c3d4e5f6a7b8c9d0', 'CANARY'];
  const { data } = read(refused(`https://b.test/token/${token}/a.tif?sig=${key}`));
  expect(JSON.stringify(data)).not.toContain(token);
  expect(JSON.stringify(data)).not.toContain(key);
  expect(data).toMatchObject({ reason: 'scheme' });
});

it.each(['https://b.test/…', 'data:…', '…'])('leaves readable what stands for an address: %s', (place) => {
  expect(read(refused(place)).data).toMatchObject({ address: place });
});

it('writes what is an address as one', () => {
  expect(read(refused('https://b.test/a b')).data).toMatchObject({ address: 'https://b.test/a%20b' });
});

it('is cancelled only where the caller ended it', () => {
  const late = new AppError('CANCELLED', {}, { cause: new DOMException('late', 'TimeoutError') });
  expect(read(late)).toMatchObject({ code: 'UNREACHABLE', data: { host: 'api.test', reason: 'timeout' } });
  expect(read(late, AbortSignal.abort())).toBe(late);
});

it('keeps what is told already', () => {
  const offline = new AppError('OFFLINE', { host: 'b.test' });
  expect(read(offline)).toBe(offline);
});
