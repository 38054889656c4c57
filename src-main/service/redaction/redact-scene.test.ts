import fc from 'fast-check';
import { expect, it } from 'vitest';
import { redactScene } from './redact-scene.ts';

const token = 'CANARY-tok_en.123';
const at = 'https://catalog.example/v2/scenes/S1';

it('keeps all but links and what they carry', () => {
  const scene = {
    scene_id: 'S1',
    metadata: { gsd: 0.7, note: `as in ${token}`, more: [`x/${encodeURIComponent(token)}/y`] },
    rasters: [
      { url: `${at}/token/${token}/raster/a.tif`, bands: ['red'], file_name: 'a.tif', scene: `${at}/` },
    ],
    attachments: [
      {
        url: `${at}/attachments/preview/download/?token=${token}`,
        name: 'preview',
        edit_url: `${at}/attachments/preview/?token=${token}&page=2`,
        mirror: `/v2/scenes/S1/token/other-token-77/raster/a.tif`,
        signed: `https://user:pass@files.example/a.tif?X-Sig-Nature=abcdef&jwt=ghijkl#frag`,
      },
    ],
  };
  const clean = JSON.stringify(redactScene(scene));
  for (const secret of [
    token,
    encodeURIComponent(token),
    'other-token-77',
    'abcdef',
    'ghijkl',
    'user',
    'pass@',
  ])
    expect(clean).not.toContain(secret);
  expect(JSON.parse(clean)).toMatchObject({
    scene_id: 'S1',
    metadata: { gsd: 0.7, note: 'as in ***' },
    rasters: [{ bands: ['red'], file_name: 'a.tif', scene: `${at}/` }],
    attachments: [{ name: 'preview' }],
  });
  expect(clean).not.toContain('"url"');
});

it('takes secrets from links only: a word that another address carries stays where it is a word', () => {
  const scene = { page: 'https://docs.example/?topic=panchromatic', band: 'panchromatic', url: { of: 'x' } };
  expect(redactScene(scene)).toEqual({ page: 'https://docs.example/?topic=***', band: 'panchromatic' });
});

it('keeps words that are shorter than a secret', () => {
  const scene = { url: 'https://x.example/a?level=analytic&page=sixth', level: 'analytic', note: 'sixth' };
  expect(redactScene(scene)).toEqual({ level: '***', note: 'sixth' });
});

it('leaves values without links as they are', () => {
  fc.assert(
    fc.property(
      fc.jsonValue().filter((value) => !/"url"|token|:\/\//i.test(JSON.stringify(value))),
      (value) => {
        expect(redactScene(value)).toEqual(value);
      },
    ),
  );
});

it('no link’s token stays, wherever the service repeats it', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_'), minLength: 8, maxLength: 30 });
  fc.assert(
    fc.property(word, word, fc.string(), (segment, query, name) => {
      const scene = {
        rasters: [{ url: `${at}/token/${segment}/raster/a.tif` }],
        attachments: [{ url: `/download/?token=${query}`, [name]: query }],
        [name]: { deep: [`${segment}`, `https://x.example/${query}`] },
      };
      const clean = JSON.stringify(redactScene(scene));
      expect(clean).not.toContain(segment);
      expect(clean.replaceAll(JSON.stringify(name), '')).not.toContain(query);
    }),
  );
});

it('of a scene with more links than any has, hides rather too much than a token, and at once', () => {
  const links = Array.from({ length: 20_000 }, (_, i) => ({ url: `?t=CANARY-${10_000_000 + i}` }));
  const texts = Array.from({ length: 20_000 }, (_, i) => `as in CANARY-${10_000_000 + i}`);
  const clean = JSON.stringify(redactScene({ scene_id: 'S1', links, texts }));
  expect(clean).toContain('"S1"');
  expect(clean).not.toContain('CANARY');
}, 5_000);

it('bears links of half a character and addresses of many parameters', () => {
  const many = `https://x.invalid/?${Array.from({ length: 20_000 }, (_, i) => `p${i}=CANARY`).join('&')}`;
  const clean = JSON.stringify(
    redactScene({ url: '/token/\ud800CANARY-77/x', many, text: '\ud800CANARY-77' }),
  );
  expect(clean).not.toContain('CANARY');
}, 5_000);

it('hides what signs an address without a host', () => {
  expect(JSON.stringify(redactScene({ edit_url: '/scenes/S1/?page=2&sig=CANARY' }))).not.toContain('CANARY');
});
