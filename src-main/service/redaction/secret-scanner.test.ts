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

  it.each(['kT93xQ-mm41_pLq08ZsVb7Rr2', 'kT93xQ-mm'])(
    '(%s) is masked in Base64 at any place of a longer text, without the characters of others',
    (secret) => {
      for (const before of ['', 'a', 'ab'])
        for (const after of ['', 'y', 'yz', 'yzw']) {
          const text = Buffer.from(`${before}${secret}${after}`).toString('base64');
          // A Base64 character has six bits: characters with bits of the secret only are masked, all others stay.
          const from = Math.ceil((8 * before.length) / 6);
          const to = Math.floor((8 * (before.length + secret.length)) / 6);
          expect(createSecretScanner([secret])(text)).toBe(`${text.slice(0, from)}***${text.slice(to)}`);
        }
    },
  );

  it('of six letters is found in Base64 as well', () => {
    const secret = 'kT93xQ';
    expect(createSecretScanner([secret])(`a ${Buffer.from(secret).toString('base64')} b`)).toBe('a *** b');
  });

  it.each(['\n', '\r\n    ', ' \t\n', '\\n', '\\\\r\\\\n  '])(
    'over a line break %j is masked with it',
    (lineBreak) => {
      const secret = 'kT93xQ/mm41_pLq';
      const text = `sent: kT93xQ/m${lineBreak}m41_pLq, and so on`;
      expect(createSecretScanner([secret])(text)).toBe('sent: ***, and so on');
    },
  );

  it('is found behind three layers of escapes', () => {
    const secret = 'kT93xQ/mm41_pLq';
    const escaped = encodeURIComponent(encodeURIComponent(encodeURIComponent(secret)));
    expect(createSecretScanner([secret])(`/login?next=${escaped}`)).toBe('/login?next=***');
  });

  it.each([
    ['before a sign that JSON escapes', 'aaaaa\\"aay\\\\xCTH'],
    ['beside letters that look like an escape', 'kT9\\u00e9x\\x41Q-mm\\n41'],
    ['at both ends', '\\kT93xQ\\\\mm41_pLq\\'],
  ])('with backslashes %s is found in layers of JSON, on one line and on two', (_name, secret) => {
    const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
    const clean = createSecretScanner([secret]);
    for (const written of [secret, `${secret.slice(0, 6)}\n${secret.slice(6)}`]) {
      let text = written;
      for (let layer = 0; layer < 4; layer += 1) {
        expect(clean(`<${text}>`), `${layer} layers`).toMatch(/^<\\*\*{3}\\*>$/);
        text = inJson(text);
      }
    }
  });

  it('is masked in each of its forms, whichever comes first', () => {
    const secret = 'kT93xQ/mm41_pLq';
    const clean = createSecretScanner([secret])(
      `${encodeURIComponent(secret)}, ${secret}, kT93xQ\\/mm41_pLq`,
    );
    expect(clean).toBe('***, ***, ***');
  });

  it('is masked in pieces of twelve characters, wherever they begin; shorter ones are ordinary text', () => {
    const secret = 'kT93xQ-mm41_pLq08ZsVb7Rr2';
    const scan = createSecretScanner([secret]);
    for (let at = 0; at + 12 <= secret.length; at += 1)
      expect(scan(`<${secret.slice(at, at + 12)}>`), `from ${at}`).toBe('<***>');
    for (let at = 0; at + 11 <= secret.length; at += 1) {
      const piece = `<${secret.slice(at, at + 11)}>`;
      expect(scan(piece), `from ${at}`).toBe(piece);
    }
  });

  it('of sixteen letters is masked by halves, a shorter one only as a whole', () => {
    const secret = 'kT93xQ-mm41_pLq0';
    const scan = createSecretScanner([secret, 'password-of-ann']);
    expect(scan(`<${secret}> <${secret.slice(0, 8)}> <${secret.slice(8)}>`)).toBe('<***> <***> <***>');
    expect(scan('password-of-ann, password-of, -of-ann')).toBe('***, password-of, -of-ann');
  });

  it('beside another one is masked with it', () => {
    expect(createSecretScanner(['short-one', 'other-two'])('<short-oneother-two>')).toBe('<***>');
    expect(createSecretScanner(['ana'])('ban-anana-s')).toBe('ban-***-s');
  });

  it('is masked behind a flood of texts that look like the beginning of a thousand others', () => {
    const secrets = Array.from({ length: 1_000 }, (_, i) => `shared-be${i}-kT93xQ-mm41_pLq`);
    const secret = 'shared-beg-08ZsVb7Rr2-kT93xQ';
    const flood = 'shared-be, '.repeat(2_000);
    const clean = createSecretScanner([...secrets, secret])(`${flood}${secret}, and so on`);
    expect(clean.slice(-20)).toBe('***e, ***, and so on');
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
