import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RequestDetails } from '../../../src-preload/contract/activity.ts';
import { makeLogEntry } from '../../../testing/log-entry.ts';
import { commandLine } from './command-line.ts';

const details = (about: Partial<RequestDetails>): RequestDetails => ({
  ...makeLogEntry(),
  id: 1,
  requestOrigin: 'task',
  ...about,
});

/** Returns the arguments that a shell passes to curl. */
function wordsOf(command: string): string[] {
  const script = `curl() { for word; do printf '%s\\0' "$word"; done; }; ${command}`;
  const env = {
    TOKEN: 'a token',
    LINK_TOKEN: 'a/link',
    CLIENT_SECRET: 'a "secret"',
    CLIENT_ID: 'me',
    PATH: '',
  };
  return execFileSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1);
}

it('is a command of curl, with variables where something was masked', () => {
  const command = commandLine(
    details({
      method: 'POST',
      address: 'https://a.invalid/token/***/x?token=***&a=[1]',
      sentHeaders: { authorizationToken: 'Bearer ***', 'X-Contract': "it's one" },
      sentBody: '{"client_id":"***","client_secret":"***","task_name":"*** $HOME `id` \\"x\\""}',
    }),
    'posix',
  );
  expect(command).toContain(`--header 'authorizationToken: Bearer '"$TOKEN"`);
  expect(wordsOf(command)).toEqual([
    '--globoff',
    '--request',
    'POST',
    'https://a.invalid/token/a/link/x?token=a/link&a=[1]',
    '--header',
    'authorizationToken: Bearer a token',
    '--header',
    "X-Contract: it's one",
    '--data-raw',
    '{"client_id":"me","client_secret":"a "secret"","task_name":"*** $HOME `id` \\"x\\""}',
  ]);
});

it('hands every address, header and body to the shell as it is', () => {
  const text = fc
    .string({ unit: 'binary', maxLength: 30 })
    .map((all) => all.toWellFormed().replaceAll(/\0|\*/g, ''));
  fc.assert(
    fc.property(text, text, text, (address, header, sentBody) => {
      const request = details({ address, sentHeaders: { 'x-odd': header }, sentBody });
      const words = wordsOf(commandLine(request, 'posix'));
      expect(words.slice(3)).toEqual([address, '--header', `x-odd: ${header}`, '--data-raw', sentBody]);
    }),
    { numRuns: 60 },
  );
});

it('is one for PowerShell, too', () => {
  const command = commandLine(
    details({
      method: 'PATCH',
      address: 'https://a.invalid/x?token=***',
      sentHeaders: { authorization: 'Bearer ***', 'content-type': 'application/json' },
      sentBody: '{"name":"it\'s \u2019 $x"}',
    }),
    'powershell',
  );
  expect(command.replaceAll(/\s*`\n\s*/g, ' ')).toBe(
    "Invoke-WebRequest -UseBasicParsing -Method PATCH -Uri ('https://a.invalid/x?token=' + $env:LINK_TOKEN) " +
      "-Headers @{ 'authorization' = ('Bearer ' + $env:TOKEN) } -ContentType 'application/json' " +
      '-Body \'{"name":"it\'\'s \u2019\u2019 $x"}\'',
  );
});
