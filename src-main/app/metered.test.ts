import { expect, it } from 'vitest';
import { isMetered } from './metered.ts';

const wifi = (metered: string, state = '100 (connected)') =>
  `GENERAL.STATE:${state}\nGENERAL.METERED:${metered}\n\nGENERAL.STATE:100 (connected)\nGENERAL.METERED:unknown\n`;

it.each([
  ['linux', wifi('yes'), true],
  ['linux', wifi('yes (guessed)'), true],
  ['linux', wifi('no'), false],
  ['linux', wifi('yes', '30 (disconnected)'), false],
  ['linux', '', false],
  ['win32', 'Variable\r\n', true],
  ['win32', 'Fixed\r\n', true],
  ['win32', 'Unrestricted\r\n', false],
] as const)('on %s: %j', async (platform, answer, metered) => {
  expect(await isMetered(platform, async () => answer)).toBe(metered);
});

it('is not, where the system tells nobody', async () => {
  expect(await isMetered('darwin', () => Promise.reject(new Error('not asked')))).toBe(false);
});

it('is not, where the program is missing', async () => {
  expect(await isMetered(process.platform === 'win32' ? 'linux' : 'win32')).toBe(false);
});
