import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from './redact.ts';
import { createSieve, maskShapes } from './sieve.ts';

const percentAll = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const unicode = (text: string) =>
  [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const html = (text: string) => text.replaceAll(/[^A-Za-z0-9]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Every way in which a text that somebody sends, logs or repeats may hold a secret. */
const forms: [string, (secret: string) => string][] = [
  ['as it is', (secret) => secret],
  ['percent-encoded', encodeURIComponent],
  ['percent-encoded twice', (secret) => encodeURIComponent(encodeURIComponent(secret))],
  ['every byte percent-encoded', percentAll],
  ['in JSON', inJson],
  ['in JSON in JSON', (secret) => inJson(inJson(secret))],
  ['in JSON in JSON in JSON', (secret) => inJson(inJson(inJson(secret)))],
  ['as unicode escapes', unicode],
  ['in HTML', html],
  ['in Base64', (secret) => Buffer.from(secret).toString('base64')],
  ['in Base64 with a name before it', (secret) => Buffer.from(`id:${secret}`).toString('base64')],
  ['in Base64 amid more', (secret) => Buffer.from(`{"a":"${secret}"}`).toString('base64')],
  ['in Base64 for addresses', (secret) => Buffer.from(`x${secret}y`).toString('base64url')],
  ['in Base64, percent-encoded', (secret) => encodeURIComponent(Buffer.from(secret).toString('base64'))],
  ['in hex', (secret) => Buffer.from(secret).toString('hex')],
  ['over two lines', (secret) => `${secret.slice(0, 9)}\n${secret.slice(9)}`],
  ['over two lines, the second one indented', (secret) => `${secret.slice(0, 5)}\r\n    ${secret.slice(5)}`],
  ['over lines of JSON', (secret) => inJson(`${secret.slice(0, 7)}\n${secret.slice(7)}`)],
  ['over lines of Base64', (secret) => Buffer.from(secret).toString('base64').replaceAll(/.{12}/g, '$&\n')],
];

/** All that a reader could undo by himself. */
function undone(text: string): string[] {
  const glued = text.replaceAll(/\\+n|\\+r|\s/g, '');
  const plain = glued.replaceAll(/\\+/g, '');
  const once = plain.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const decoded = [...glued.matchAll(/[A-Za-z0-9+/_-]{16,}/g)].flatMap(([run]) =>
    [0, 1, 2, 3].map((offset) => Buffer.from(run.slice(offset), 'base64').toString('latin1')),
  );
  return [text, glued, plain, once, ...decoded];
}

/** Secrets as services make them: long, of letters, digits and some signs. */
const secret = fc
  .array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~+/="\\&é'), {
    minLength: 16,
    maxLength: 120,
  })
  .map((letters) => letters.join(''))
  .filter((text) => new Set(text).size >= 8);
const around = fc.string({ maxLength: 40, unit: fc.constantFrom(...' {}":,;xyz\n\\%<>') });

describe('a known secret', () => {
  it.each(forms)('is found %s', (_name, form) => {
    fc.assert(
      fc.property(secret, around, around, (each, before, after) => {
        const clean = createSieve([each])(`${before}${form(each)}${after}`);
        for (const text of undone(clean)) expect(text).not.toContain(each);
        expect(clean).toContain('***');
      }),
      { numRuns: 150 },
    );
  });

  it('leaves no long piece in two records of a log', () => {
    const token = 'kT93xQ-mm41_pLq08ZsVb7Rr2';
    const log = `{"at":"1","say":"sent ${token.slice(0, 13)}"}\n{"at":"2","say":"${token.slice(13)} and so on"}`;
    const clean = createSieve([token])(log);
    expect(clean).toBe('{"at":"1","say":"sent ***"}\n{"at":"2","say":"*** and so on"}');
  });

  it('takes nothing else with it', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400, unit: 'binary' }), (text) => {
        expect(createSieve(['kT93xQ-mm41_pLq08ZsVb7Rr2'])(text)).toBe(text);
      }),
    );
    expect(createSieve([])('any text')).toBe('any text');
    expect(createSieve(['short-one'])('a short-one, shortly')).toBe('a ***, shortly');
  });
});

describe('shapes', () => {
  it.each([
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'eyJ'],
    ['Authorization: Digest CANARY, more', 'CANARY'],
    ['{"authorizationToken":"CANARY"}', 'CANARY'],
    ['{\\"cookie\\":\\"a=CANARY\\"}', 'CANARY'],
    ['set-cookie: a=CANARY; Path=/', 'CANARY'],
    ['https://c.invalid/dl/Zk83hQ0vB7xLm2Pw9RtY4sNc/a.tif', 'Zk83hQ0vB7xLm2Pw9RtY4sNc'],
    ['https://c.invalid/a.tif?k=9f86d081884c7d659a2feaa0c55ad015', '9f86d081'],
    ['see https://u:CANARY@c.invalid/x', 'CANARY'],
  ])('%s loses its secret', (text, gone) => {
    expect(createRedactor().thorough(text)).not.toContain(gone);
  });

  it.each([
    'https://a.invalid/tasking/tasks/1042/captures/?limit=200&offset=0',
    'https://a.invalid/scenes/?sceneset_id=0b6f3a52-6a3e-4c11-9a6e-6c2f4b0de111',
    'https://c.invalid/v2/scenes/Europoort_tanks_2026_Scene_01_analytic_multispectral.tif',
    '/home/a/.local/share/nadir/library/Agriculture/scene.tif',
    'X-Contract-Id: cont.0b6f3a52-6a3e-4c11-9a6e-6c2f4b0de111',
  ])('%s stays', (text) => expect(maskShapes(text)).toBe(text));

  it('are looked for at once in what a hostile answer may hold', () => {
    for (const text of ['cookie '.repeat(100_000), '/a'.repeat(200_000), 'eyJ'.repeat(100_000)])
      createRedactor().thorough(text);
  }, 5_000);
});

it('the redactor knows tokens of links apart: thousands of them push out no secret', () => {
  const redactor = createRedactor();
  redactor.remember('the-secret-of-the-client');
  for (let i = 0; i < 3_000; i += 1) redactor.rememberLink(`link-${i}-9Qx7`);
  const clean = redactor.thorough('the-secret-of-the-client link-2999-9Qx7');
  expect(clean).toBe('*** ***');
});
