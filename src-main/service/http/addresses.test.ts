import { expect, it } from 'vitest';
import { isAppError } from '../../core/app-error.ts';
import { isPlaceOnly, joinAddress, placeOf, safeAddress } from './addresses.ts';

const outcome = (text: string, base?: string) => {
  try {
    return safeAddress(text, base).href;
  } catch (error) {
    return isAppError(error) && 'reason' in error.data ? error.data.reason : error;
  }
};

it.each([
  ['https://a.invalid', 'https://a.invalid/'],
  ['HTTPS://A.invalid:443/x', 'https://a.invalid/x'],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/'],
  ['http://127.9.9.9/', 'http://127.9.9.9/'],
  ['http://127.1/', 'http://127.0.0.1/'],
  ['http://localhost/', 'http://localhost/'],
  ['http://[::1]:1/', 'http://[::1]:1/'],
  ['http://a.invalid/', 'scheme'],
  ['http://0.0.0.0/', 'scheme'],
  ['http://128.0.0.1/', 'scheme'],
  ['http://localhost.a.invalid/', 'scheme'],
  ['http://127.0.0.1.a.invalid/', 'scheme'],
  ['ws://127.0.0.1/', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['javascript:1', 'scheme'],
  ['https://user@a.invalid/', 'userinfo'],
  ['https://:word@a.invalid/', 'userinfo'],
  ['https://a.invalid\\@b.invalid/', 'https://a.invalid/@b.invalid/'],
  ['', 'invalid'],
  ['a.invalid', 'invalid'],
  ['https://', 'invalid'],
])('%s: %s', (text, expected) => expect(outcome(text)).toBe(expected));

it('reads a relative address against its base', () => {
  expect(outcome('/x?y', 'https://a.invalid/z')).toBe('https://a.invalid/x?y');
  expect(outcome('//b.invalid/x', 'https://a.invalid/z')).toBe('https://b.invalid/x');
});

it('joins a path to an address that may have one of its own', () => {
  expect(joinAddress('https://a.invalid', '/v2/x/').href).toBe('https://a.invalid/v2/x/');
  expect(joinAddress('https://a.invalid/own///', '/v2/x').href).toBe('https://a.invalid/own/v2/x');
});

it.each([
  ['https://a.invalid/token/x', 'https://a.invalid/…'],
  ['mailto:somebody', 'mailto:…'],
  ['http://[', '…'],
])('of %s only the place is told: %s', (address, place) => {
  expect(placeOf(address)).toBe(place);
  expect(isPlaceOnly(place)).toBe(true);
  expect(isPlaceOnly(address)).toBe(false);
});

it('does not repeat a secret of an address it refuses', () => {
  for (const text of [
    'http://u:CANARY@a.invalid/',
    'ftp://a.invalid/?token=CANARY',
    'http://a.invalid/token/CANARY/x',
  ])
    expect(() => safeAddress(text)).toThrow(
      expect.objectContaining({
        data: { address: expect.not.stringContaining('CANARY'), reason: expect.any(String) },
      }),
    );
});

it('takes no address that is longer than any server does', () => {
  const ofLength = (length: number) => `https://a.invalid/?${'x'.repeat(length - 19)}`;
  expect(outcome(ofLength(16_385))).toBe('invalid');
  expect(outcome(ofLength(16_384))).toBe(ofLength(16_384));
});
