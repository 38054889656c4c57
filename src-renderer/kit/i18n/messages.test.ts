import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import en from '../../../resources/messages/en.json' with { type: 'json' };
import es from '../../../resources/messages/es.json' with { type: 'json' };
import { noticeSchema } from '../../../src-preload/contract/app.ts';
import { appErrors } from '../../../src-preload/contract/errors.ts';

const root = join(import.meta.dirname, '../../..');
const plural = /_(zero|one|two|few|many|other)$/;

function flat(messages: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(messages).flatMap(([name, value]) =>
      typeof value === 'string' ? [[`${path}${name}`, value] as const] : [...flat(value, `${path}${name}.`)],
    ),
  );
}

const catalogues = { en: flat(en), es: flat(es) };
const stems = (catalogue: Map<string, string>) =>
  new Set([...catalogue.keys()].map((key) => key.replace(plural, '')));
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*([^}\s,]+)(?:, number)?\s*\}\}/g)].map((match) => match[1]).sort();

function sources(folder: string, ending: RegExp): string {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !/\.test\.tsx?$|(^|\/)(testing|practice)\//.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'))
    .join('\n');
}

describe('the message catalogues', () => {
  it('have the same messages', () => {
    expect([...stems(catalogues.es)].sort()).toEqual([...stems(catalogues.en)].sort());
  });

  it.each(['en', 'es'] as const)('have all plural forms of %s and no other', (language) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const catalogue = catalogues[language];
    const counted = new Set(
      [...catalogue.keys()].filter((key) => plural.test(key)).map((key) => key.replace(plural, '')),
    );
    expect(counted.size).toBeGreaterThan(0);
    for (const stem of counted) {
      const there = [...catalogue.keys()].filter((key) => key.replace(plural, '') === stem);
      expect(there.sort()).toEqual(forms.map((form) => `${stem}_${form}`).sort());
    }
  });

  it('have the same values', () => {
    for (const [key, text] of catalogues.es) {
      const stem = key.replace(plural, '');
      const english = catalogues.en.get(key) ?? catalogues.en.get(`${stem}_other`);
      expect({ key, values: placeholders(text) }).toEqual({ key, values: placeholders(english ?? '') });
    }
  });

  it.each(['en', 'es'] as const)('contain nothing empty, doubled or unfinished in %s', (language) => {
    for (const [key, text] of catalogues[language]) {
      expect({ key, text: text.trim() }).toEqual({ key, text });
      expect(text, key).not.toBe('');
      expect(text, key).not.toMatch(/ {2}|TODO|\?\?\?|"/);
      expect(text.match(/\{\{/g)?.length ?? 0, key).toBe(placeholders(text).length);
    }
  });

  it('is translated: Spanish is not English', () => {
    const same = [...catalogues.en]
      .filter(([key, text]) => catalogues.es.get(key) === text)
      .map(([key]) => key);
    // Names, symbols and units.
    expect(same.sort()).toEqual([
      'bills.km2',
      'connections.stepOutcome',
      'downloads.checksum',
      'errors.MAP_UNUSABLE.hint',
      'errors.field',
      'find.between',
      ...['e', 'n', 'ne', 's', 'se'].map((direction) => `gazetteer.direction.${direction}`),
      'gazetteer.metres',
      'import.format.geojson',
      'import.format.geopackage',
      'import.format.gpx',
      'import.format.kml',
      'import.format.kmz',
      'import.format.shapefile',
      'import.format.wkt',
      'label.gsd',
      'label.sku',
      'map.attribution',
      'map.nominal',
      ...['evi', 'ndvi', 'ndwi', 'savi'].map((index) => `map.preset.${index}`),
      ...['cividis', 'inferno', 'magma', 'plasma', 'turbo', 'viridis'].map((ramp) => `map.ramp.${ramp}`),
      'map.style.gamma',
      'map.style.kind.percentile',
      'map.tip.ofStatus',
      'map.tip.several',
      'measure.total',
      'notices.desktop-notice',
      'orderForm.no',
      'prepared.state.errors_one',
      'reviews.saidBy',
      'settings.coordinateFormat.mgrs',
      'settings.coordinateFormat.utm',
      'settings.language.en',
      'settings.language.es',
      'settings.milliseconds',
      'shell.name',
    ]);
  });
});

/** Words that a reader would have to learn; the texts use the words of the field instead. */
const formerWords: readonly RegExp[] = [
  /^Line$|\bthe line\b/i,
  /^Done$/,
  /\b(released?|hold|held|holds)\b/i,
  /^unknown$|not confirmed|outcome is unknown/i,
  /\blook(s|ed|ing)?\b/i,
  /\btell me\b|not between/i,
  /\bstory\b/i,
  /\b(bills?|billed|kept bill|keep this)\b/i,
  /planned at once|points at once/i,
  /captures? needed/i,
  /\banew\b/i,
  /stands? still|paid by volume/i,
  /said no\b|makes no sense|a fault in\b/i,
  /by the letter|no bound\b/i,
  /\b(by|of) itself\b|\bby themselves\b/i,
  /\btakes? out\b|\btaken out\b/i,
  /^near infrared/i,
  /map by time|let time run/i,
  /capture made|scene taken|window (opens|closes)/i,
  /asked for|\bgaps?\b/i,
  /\bchosen\b|choose (all|none)/i,
  /\bcorners?\b/i,
  /as the service sent|what (is|will be) sent|exactly as/i,
  /\bfetch(ed|es|ing)?\b/i,
  /add a SKU|not known to Nadir/i,
  /several points/i,
  /command of the outbox/i,
  /taken from|\bfield \{\{/i,
  /\(V[12]\)/,
  /\b(is|are) no (place|draft|valid|JSON|GeoJSON)\b/i,
  /\b(brings|brought)\b/i,
];

/** Texts in which one of these words is correct, and why. */
const formerWordsAllowed: Readonly<Record<string, string>> = {
  'common.unknown': 'a status or satellite that the service does not name, not the state of an outbox item',
  'errors.CONFLICT.hint': 'the current state of a thing, in a sentence',
  'place.meaning.south-west': 'a corner of a grid square is no vertex of an area',
  'plan.sentAsTask': 'a detail of the review: the generation that the request goes through',
  'plan.sentAsOrder': 'a detail of the review: the generation that the request goes through',
  'tracking.source': 'a detail of an entry in the history: where it is from',
  'tracking.sourceOf': 'the same, spelled out',
};

/** Keys that share a text with another key because one text cannot serve both. */
const sharedTexts: readonly { keys: RegExp; because: string }[] = [
  {
    keys: /^((tasks|captures|downloads|rules)\.(status|state)|orders\.(state|part)|connections\.outcome|downloads\.(view|filters)|reviews\.state)\./,
    because: 'a state agrees in gender and number with what it is the state of',
  },
  {
    keys: /^(activity\.(asker|column)|connections\.step|gazetteer\.kind|map\.(channel|style\.(kind|of))|measure\.unit|orderForm\.(type|unit)|settings\.tab|timeline\.kind|places\.(kind|colour|column))\./,
    because: 'the names of an enumeration are read as one group',
  },
  { keys: /^errors\.detail\./, because: 'several codes of the system mean the same to a person' },
  { keys: /^menu\./, because: 'the host takes the words of its menu as one group' },
  { keys: /^bills\.sheet\./, because: 'the sheets of the exported file are named as one group' },
  { keys: /^shell\.name$/, because: 'the product’s name is no name of an origin' },
  { keys: /^timeline\.(all|view)$/, because: 'a noun here, an adjective or a verb elsewhere' },
];

describe('the texts on screen', () => {
  const allowed = (key: string) =>
    Object.keys(formerWordsAllowed).some((name) => key === name || key.startsWith(`${name}.`));
  const formerIn = (texts: Iterable<readonly [string, string]>) =>
    [...texts].filter(([key, text]) => !allowed(key) && formerWords.some((word) => word.test(text)));
  const sharedIn = (texts: Iterable<readonly [string, string]>) => {
    const plain = [...texts].filter(([key]) => !/_(one|many)$/.test(key));
    const byText = Map.groupBy(plain, ([, text]) => text);
    return [...byText.values()]
      .map((group) => group.map(([key]) => key))
      .filter((keys) => keys.filter((key) => !sharedTexts.some((each) => each.keys.test(key))).length > 1);
  };

  it('use the words of the field', () => {
    expect(formerIn(catalogues.en)).toEqual([]);
    expect(Object.keys(formerWordsAllowed).length).toBeLessThanOrEqual(10);
  });

  it('would fail with any of the former words', () => {
    const before = [
      ['a', 'Line'],
      ['b', 'Release…'],
      ['c', 'Not confirmed'],
      ['d', 'Needs a look'],
      ['e', 'Kept bills'],
      ['f', 'Goes out by itself when its turn comes.'],
      ['g', '{{count}} corners'],
      ['h', 'Fetch the tasks now'],
      ['i', 'Task (V1)'],
    ] as const;
    expect(formerIn(before)).toEqual(before);
  });

  it('have one key for each text', () => {
    expect(sharedIn(catalogues.en)).toEqual([]);
    expect(sharedIn([...catalogues.en, ['plan.saveNow', en.common.save]])).toEqual([
      ['common.save', 'plan.saveNow'],
    ]);
    for (const { because } of sharedTexts) expect(because).not.toBe('');
  });

  it.each(['en', 'es'] as const)('format each count as the locale does in %s', (language) => {
    for (const [key, text] of catalogues[language])
      expect(text.replaceAll('{{count, number}}', ''), key).not.toMatch(/\{\{\s*count\b/);
  });
});

describe('everything that the contract can return has a text', () => {
  const { errors, notices, validation } = en;

  it('each error: title and hint, with values of its data or derived from it', () => {
    const derived = ['wait', 'needed', 'next', 'map', 'elsewhere'];
    const texts = new Map(flat(errors));
    for (const [code, { data }] of Object.entries(appErrors)) {
      const known = [...Object.keys(data.shape), ...derived];
      for (const part of ['title', 'hint']) {
        const text = texts.get(`${code}.${part}`);
        expect(text, `errors.${code}.${part}`).toBeTruthy();
        for (const value of placeholders(text ?? ''))
          expect(known, `errors.${code}.${part}`).toContain(value);
      }
    }
    expect(errors.UNEXPECTED.hint && errors.PANE.hint).toBeTruthy();
  });

  it('each reason of an error', () => {
    const reasons = (code: 'UNREACHABLE' | 'ADDRESS_REFUSED' | 'KEYCHAIN_UNAVAILABLE' | 'ARCHIVE_REFUSED') =>
      appErrors[code].data.shape.reason.options;
    for (const reason of reasons('UNREACHABLE')) expect(errors.network).toHaveProperty(reason);
    for (const reason of reasons('ADDRESS_REFUSED')) expect(errors.address).toHaveProperty(reason);
    for (const reason of reasons('KEYCHAIN_UNAVAILABLE')) expect(errors.keychain).toHaveProperty(reason);
    for (const reason of reasons('ARCHIVE_REFUSED')) expect(errors.archive).toHaveProperty(reason);
  });

  it('each detail that main names by a code of its own', () => {
    const main = sources('src-main', /\.ts$/);
    const codes = [
      ...main.matchAll(/detail: '([a-z][a-z-]+)'/g),
      ...main.matchAll(/\b(?:bad|notWhole|refused)\('([a-z-]+)'/g),
    ].map((match) => match[1] ?? '');
    expect(codes.length).toBeGreaterThan(10);
    // Shown in the log only.
    const internal = ['read-back'];
    for (const code of codes) if (!internal.includes(code)) expect(errors.detail).toHaveProperty([code]);
  });

  it('each notice', () => {
    expect(Object.keys(notices).sort()).toEqual([...noticeSchema.shape.kind.options].sort());
  });

  it('each message key of a schema', () => {
    const code =
      sources('src-preload/contract', /\.ts$/) +
      sources('src-shared', /\.ts$/) +
      sources('src-renderer', /\.tsx?$/) +
      sources('src-main', /\.ts$/);
    const keys = new Set([...code.matchAll(/'validation\.(\w+)'/g)].map((match) => match[1] ?? ''));
    expect(keys.size).toBeGreaterThan(12);
    for (const key of keys) expect(validation).toHaveProperty(key);
    // The catalogue has no unused message; main uses `tooLarge` too.
    expect(Object.keys(validation).filter((key) => !keys.has(key))).toEqual([]);
  });
});

describe('the source', () => {
  const main = sources('src-main', /\.ts$/);
  const code = sources('src-renderer', /\.tsx?$/) + main;
  const literal = [...code.matchAll(/\bt\(\s*'([^']+)'/g)].map((match) => match[1] ?? '');
  const templates = [...code.matchAll(/\bt\(\s*`([^`]+)`/g)].map(
    (match) => new RegExp(`^${(match[1] ?? '').replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[^.]+')}$`),
  );

  it('uses existing keys', () => {
    expect(literal.length).toBeGreaterThan(150);
    const there = stems(catalogues.en);
    expect(literal.filter((key) => !there.has(key))).toEqual([]);
  });

  it('uses every key', () => {
    const used = new Set(literal);
    const unused = [...stems(catalogues.en)].filter((key) => {
      if (used.has(key) || templates.some((pattern) => pattern.test(key))) return false;
      // The native menu receives its texts as an object.
      const [group, name] = key.split('.');
      return !(group === 'menu' && new RegExp(`\\bwords\\.${name}\\b`).test(main));
    });
    expect(unused).toEqual([]);
  });

  it('has no text outside the catalogue in its pages', () => {
    // The linter rejects text in JSX; this checks attributes that are shown or read aloud.
    const spoken = [
      ...code.matchAll(/\b(?:aria-label|aria-description|title|placeholder|alt|label)="([^"]+)"/g),
    ]
      .map((match) => (match[1] ?? '').replaceAll(/\$\{[^}]*\}/g, ''))
      .filter((text) => /[A-Za-z]/.test(text));
    expect(spoken).toEqual([]);
  });
});

it('reads as a record of records: nothing but groups and texts', () => {
  const messages: z.ZodType = z.record(z.string(), z.union([z.string(), z.lazy(() => messages)]));
  expect(messages.safeParse(en).success && messages.safeParse(es).success).toBe(true);
});
