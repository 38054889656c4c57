import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createRedactor, redactAddress, redactText, tokensOf } from './redact.ts';

describe('an address', () => {
  it.each([
    ['https://c.invalid/v2/scenes/S/attachments/preview/download/?token=CANARY'],
    ['https://c.invalid/v2/scenes/S/token/CANARY/raster/a.tif'],
    ['https://c.invalid/v2/scenes/S/TOKEN/CANARY/raster/a.tif?x=1'],
    ['https://CANARY:CANARY@c.invalid/'],
    ['https://c.invalid/?a=1&Access_Token=CANARY&b=2'],
    ['https://c.invalid/?token=CANARY1&token=CANARY2'],
    ['https://c.invalid/?X-Amz-Credential=CANARY&X-Amz-Security-Token=CANARY&X-Amz-Signature=CANARY'],
    ['https://c.invalid/?download_token=CANARY&client-secret=CANARY&sas=CANARY&jwt=CANARY&apikey=CANARY'],
    ['https://c.invalid/#access_token=CANARY'],
    ['/v2/scenes/S/token/CANARY/raster/a.tif'],
    ['/download/?token=CANARY'],
  ])('%s loses its secret', (address) => {
    expect(redactAddress(address)).not.toContain('CANARY');
    expect(redactText(`GET ${address} failed`)).not.toMatch(/(token|signature|credential|secret)[=/]CANARY/i);
  });

  it('keeps readable what stands for a path that is not told', () => {
    expect(redactAddress('https://a.invalid/…')).toBe('https://a.invalid/…');
    expect(createRedactor().address('https://a.invalid/…')).toBe('https://a.invalid/…');
  });

  it('keeps what helps', () => {
    expect(redactAddress('https://a.invalid/tasking/tasks/?limit=200&offset=0&project_name=x')).toBe(
      'https://a.invalid/tasking/tasks/?limit=200&offset=0&project_name=x',
    );
    expect(redactAddress('https://a.invalid/issuer/oauth/token')).toBe(
      'https://a.invalid/issuer/oauth/token',
    );
    expect(redactText('monkey=1&tokens spent: 3, see /tokens/7')).toBe(
      'monkey=1&tokens spent: 3, see /tokens/7',
    );
  });
});

describe('a text', () => {
  it.each([
    'authorizationToken: Bearer CANARY.x-y_z',
    'authorization: bearer CANARY==',
    'Basic CANARY',
    '{"access_token":"CANARY","x":1}',
    '{"client_secret" : "CANARY", "client_id":"CANARY"}',
    '{\\"access_token\\":\\"CANARY\\"}',
    'see https://u:CANARY@a.invalid/x and https://a.invalid/x?token=CANARY.',
    'fetch("https://c.invalid/token/CANARY/raster")',
  ])('%s loses its secret', (text) => expect(redactText(text)).not.toContain('CANARY'));

  it('stays JSON where it was', () => {
    const line = JSON.stringify({
      stack: 'Error: {"access_token":"abc"} at "/x"',
      token: 'abc',
      after: [1, 'b'],
    });
    expect(JSON.parse(redactText(line))).toMatchObject({ token: '***', after: [1, 'b'] });
  });
});

describe('by value', () => {
  it.each([
    'plain-secret',
    'with "quotes" and \\back\\slash',
    'slashes/+and=signs&more',
    'line\nbreak and\ttab',
    'dollar $& $1 `x`',
    'snow \u2603 sat \u{1F6F0}',
    'half \uD83D surrogate',
  ])('%j is found in every form it takes', (secret) => {
    const redactor = createRedactor();
    redactor.remember(secret);
    const forms = [
      secret,
      encodeURIComponent(secret.toWellFormed()),
      JSON.stringify({ a: secret }),
      JSON.stringify({ a: JSON.stringify({ b: secret }) }),
    ];
    for (const form of forms) {
      const clean = redactor.text(`before ${form} after`);
      expect(clean).toMatch(/^before .*\*\*\*.* after$/s);
      expect(clean).not.toContain(JSON.stringify(secret).slice(1, -1));
    }
  });

  it('leaves no tail of a longer secret that begins with a shorter one', () => {
    const redactor = createRedactor();
    redactor.remember('abcdef');
    redactor.remember('abcdef-and-more');
    redactor.remember('abcdef');
    expect(redactor.text('x abcdef-and-more y abcdef z')).toBe('x *** y *** z');
    expect(redactor.address('https://a.invalid/abcdef-and-more')).toBe('https://a.invalid/***');
  });

  it('forgets the oldest of very many, and none that is used', () => {
    const redactor = createRedactor();
    for (let count = 0; count < 700; count += 1) {
      redactor.remember('the-client-secret');
      redactor.remember(`token-${String(count).padStart(4, '0')}-of-an-hour`);
      // The secret stays masked even when the limit is reached between two uses.
      expect(redactor.text('the-client-secret')).toBe('***');
    }
    const said = redactor.text('the-client-secret token-0000-of-an-hour token-0699-of-an-hour');
    expect(said).toBe('*** token-0000-of-an-hour ***');
  });

  it('takes for a secret, a name or a token of a link what has six characters, and nothing shorter', () => {
    const five = createRedactor();
    for (const remember of [five.remember, five.rememberName, five.rememberLink]) remember('fiver');
    expect(five.thorough('a fiver')).toBe('a fiver');
    expect(five.text('a fiver')).toBe('a fiver');
    for (const name of ['remember', 'rememberName', 'rememberLink'] as const) {
      const six = createRedactor();
      six[name]('sixers');
      expect(six.thorough('a sixers'), name).toBe('a ***');
    }
    expect(tokensOf('https://a.invalid/token/fiver/x?token=fives')).toEqual([]);
    expect(tokensOf('https://a.invalid/token/sixers/x?token=sevens1&a=plain-text')).toEqual([
      'sixers',
      'sevens1',
    ]);
    expect(tokensOf('no address')).toEqual([]);
    expect(tokensOf('https://a.invalid/token/per%20cent/x')).toEqual(['per%20cent', 'per cent']);
    expect(tokensOf('https://a.invalid/token/per%E0cent/x')).toEqual(['per%E0cent']);
  });

  it('remembers five hundred secrets and five hundred links, and forgets the oldest of more', () => {
    // The secrets have no common parts.
    const secret = (n: number) => createHash('sha256').update(String(n)).digest('base64url').slice(0, 20);
    for (const name of ['remember', 'rememberLink'] as const) {
      const redactor = createRedactor();
      for (let n = 0; n < 500; n += 1) redactor[name](secret(n));
      expect(redactor.thorough(`${secret(0)} ${secret(499)}`), name).toBe('*** ***');
      redactor[name](secret(500));
      const said = redactor.thorough(`${secret(0)}; ${secret(1)}; ${secret(500)}`);
      expect(said, name).not.toContain(secret(1));
      expect(said, name).not.toContain(secret(500));
      expect(said, name).toContain(secret(0));
    }
  });

  it('finds what became known after it had looked before', () => {
    const redactor = createRedactor();
    redactor.remember('first-secret-of-all');
    expect(redactor.thorough('first-secret-of-all')).toBe('***');
    redactor.remember('second-secret-of-all');
    expect(redactor.thorough('second-secret-of-all')).toBe('***');
    redactor.rememberName('third-secret-of-all');
    expect(redactor.thorough('third-secret-of-all')).toBe('***');
    redactor.rememberLink('fourth-secret-of-all');
    expect(redactor.thorough('fourth-secret-of-all')).toBe('***');
  });

  it('does not take short words for secrets', () => {
    const redactor = createRedactor();
    redactor.remember('');
    redactor.remember('task');
    expect(redactor.text('a task')).toBe('a task');
  });
});

/** Texts that a hostile answer can repeat a million times; quadratic work on them would take minutes. */
it.each([
  ['letters and dots', 'a.'.repeat(100_000)],
  ['an address of many token parameters', `https://x.invalid/?${'b_token=1&'.repeat(50_000)}`],
  [
    'token parameters of many names',
    `https://x.invalid/?${Array.from({ length: 20_000 }, (_, i) => `a${i}_token=1`).join('&')}`,
  ],
  ['parts of a name', `?${'a_'.repeat(100_000)}`],
  ['names without a value', '"token" '.repeat(100_000)],
  ['schemes', 'a://'.repeat(100_000)],
])(
  '%s are looked through at once',
  (_name, text) => {
    redactText(text);
    redactAddress(text);
  },
  5_000,
);
