import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anySecret, secretForms, undone } from '../../../testing/secret-forms.ts';
import { createRedactor } from './redact.ts';
import { createSecretScanner, maskShapes } from './secret-scanner.ts';

const around = fc.string({ maxLength: 40, unit: fc.constantFrom(...' {}":,;xyz\n\\%<>') });

describe('a known secret', () => {
  it.each(secretForms)('is found %s', (_name, form) => {
    fc.assert(
      fc.property(anySecret, around, around, (each, before, after) => {
        const clean = createSecretScanner([each])(`${before}${form(each)}${after}`);
        for (const text of undone(clean)) expect(text).not.toContain(each);
        expect(clean).toContain('***');
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['&', '&amp;'],
    ['<', '&lt;'],
    ['>', '&gt;'],
    ['"', '&quot;'],
    ["'", '&apos;'],
    ['/', '&SOL;'],
  ])('with %s is found where HTML writes it as %s', (letter, entity) => {
    const secret = `kT93xQ${letter}mm41_pLq`;
    expect(createSecretScanner([secret])(`page: kT93xQ${entity}mm41_pLq.`)).toBe('page: ***.');
  });

  it('leaves no long piece in two records of a log', () => {
    const token = 'kT93xQ-mm41_pLq08ZsVb7Rr2';
    const log = `{"at":"1","say":"sent ${token.slice(0, 13)}"}\n{"at":"2","say":"${token.slice(13)} and so on"}`;
    const clean = createSecretScanner([token])(log);
    expect(clean).toBe('{"at":"1","say":"sent ***"}\n{"at":"2","say":"*** and so on"}');
  });

  it('takes nothing else with it', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400, unit: 'binary' }), (text) => {
        expect(createSecretScanner(['kT93xQ-mm41_pLq08ZsVb7Rr2'])(text)).toBe(text);
      }),
    );
    expect(createSecretScanner([])('any text')).toBe('any text');
    expect(createSecretScanner(['short-one'])('a short-one, shortly')).toBe('a ***, shortly');
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
