import { describe, expect, it } from 'vitest';
import { embeddedNames } from '../../testing/embedded-names.ts';
import { seededRandom } from '../../testing/seeded-random.ts';
import { foldName } from './fold-name.ts';
import type { FoundPlace, SearchView } from './found-place.ts';
import { readGazetteer } from './gazetteer-file.ts';
import { createNameTexts } from './name-texts.ts';
import { createNameSearch } from './search-names.ts';

const data = readGazetteer(embeddedNames());
const search = createNameSearch(data, createNameTexts(data));

function find(query: string, near: SearchView | null = null, limit = 8): FoundPlace[] {
  const steps = search({ query, near, limit });
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
/** Searches as a window in Spanish does. */
function findInSpanish(query: string): FoundPlace | undefined {
  const steps = search({ query, near: null, limit: 1, language: 'es' });
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value[0];
  }
}

it.each([
  ['golfo de guinea', 'Golfo de Guinea', null],
  ['moscu', 'Moscú', null],
  ['moscow', 'Moscú', 'Moscow'],
  ['múnich', 'Múnich', null],
  ['alpes', 'Alpes', null],
  ['danubio', 'Danubio', null],
])('in Spanish %s is %s, which the map writes', (query, name, matched) => {
  expect(findInSpanish(query)).toMatchObject({ name, matched });
});

it('in English a Spanish name is found too, and stands behind the usual one', () => {
  expect(find('golfo de guinea')[0]).toMatchObject({ name: 'Gulf of Guinea', matched: 'Golfo de Guinea' });
  expect(find('moscu')[0]).toMatchObject({ name: 'Moscow', matched: 'Moscú' });
});

const namesOf = (places: readonly FoundPlace[]) =>
  places.map(({ name, country }) => (country === null ? name : `${name}, ${country}`));

describe('the first result', () => {
  it.each([
    ['sao paulo', 'São Paulo, BR'],
    ['münchen', 'Munich, DE'],
    ['muenchen', 'Munich, DE'],
    ['New Yrok', 'New York City, US'],
    ['北京', 'Beijing, CN'],
    ['munchen', 'Munich, DE'],
    ['MUNICH', 'Munich, DE'],
    ['Мюнхен', 'Munich, DE'],
    ['東京', 'Tokyo, JP'],
    ['서울', 'Seoul, KR'],
    ['القاهرة', 'Cairo, EG'],
    ['Αθήνα', 'Athens, GR'],
    ['दिल्ली', 'Delhi, IN'],
    ['Санкт-Петербург', 'Saint Petersburg, RU'],
    ['санкт петербург', 'Saint Petersburg, RU'],
    ['st petersburg', 'Saint Petersburg, RU'],
    ['St. Louis', 'St. Louis, US'],
    ['saint louis', 'Saint-Louis, SN'],
    ["xi'an", 'Xi’an, CN'],
    ['xian', 'Xi’an, CN'],
    ['Rio de Janiero', 'Rio de Janeiro, BR'],
    ['aix-en-provence', 'Aix-en-Provence, FR'],
    ['aix en provence', 'Aix-en-Provence, FR'],
    ["l'aquila", 'L’Aquila, IT'],
    ['lond', 'London, GB'],
    ['bangkok', 'Bangkok, TH'],
    ['Kopenhagen', 'Copenhagen, DK'],
    ['Lisboa', 'Lisbon, PT'],
    ['istambul', 'Istanbul, TR'],
    ['goteborg', 'Göteborg, SE'],
    ['gothenburg', 'Göteborg, SE'],
    ['Ålesund', 'Ålesund, NO'],
    ['aalesund', 'Ålesund, NO'],
    ['Sahara', 'Sahara'],
    ['Lake Victoria', 'Lake Victoria'],
    ['Bavaria', 'Bavaria, DE'],
    ['Bayern', 'Bavaria, DE'],
    ['LHR', 'London Heathrow Airport'],
    ['Heathrow', 'London Heathrow Airport'],
    ['Deutschland', 'Germany, DE'],
    ['Estados Unidos', 'United States, US'],
    ['mount everest', 'Mount Everest'],
    ['Tasman Sea', 'Tasman Sea'],
    ['vostok station', 'Vostok, AQ'],
    ['California', 'California, US'],
  ])('for %s is %s', (query, name) => {
    const [first] = namesOf(find(query));
    // Apostrophes have several spellings.
    expect(first?.replace("'", '’')).toBe(name);
  });

  it('shows which spelling matched, if it is not the usual name', () => {
    expect(find('münchen')[0]).toMatchObject({ name: 'Munich', matched: 'München', division: 'Bavaria' });
    expect(find('muenchen')[0]?.matched).toMatch(/^M(ü|ue)nchen$/);
    expect(find('munich')[0]?.matched).toBeNull();
    expect(find('北京')[0]).toMatchObject({ name: 'Beijing', matched: '北京', kind: 'capital' });
  });
});

describe('places of one name', () => {
  const around = (longitude: number, latitude: number): SearchView => ({
    at: [longitude, latitude],
    reachKm: 150,
  });

  it('are sorted by population, or by the division that they govern', () => {
    const divisions = find('Springfield', null, 8).map(({ division }) => division);
    expect(divisions.slice(0, 3).toSorted()).toEqual(['Illinois', 'Massachusetts', 'Missouri']);
  });

  it('are sorted by distance to the view of the map', () => {
    expect(find('Springfield', around(-89.6, 39.8))[0]?.division).toBe('Illinois');
    expect(find('Springfield', around(-93.3, 37.2))[0]?.division).toBe('Missouri');
    expect(find('Springfield', around(-72.6, 42.1))[0]?.division).toBe('Massachusetts');
    expect(namesOf(find('New York', around(-74, 40.7)))[0]).toBe('New York City, US');
    expect(namesOf(find('paris', around(-95.5, 33.6))).slice(0, 2)).toContain('Paris, US');
  });

  it.each([
    ['Paris, Texas', 'Texas'],
    ['paris texas', 'Texas'],
    ['Springfield, Illinois', 'Illinois'],
    ['springfield illinois', 'Illinois'],
    ['Springfield, IL', 'Illinois'],
    ['San José, Costa Rica', 'San José'],
    ['freising deutschland', 'Bavaria'],
  ])('can be distinguished: %s', (query, division) => {
    expect(find(query)[0]?.division).toBe(division);
  });
});

describe('text that is not a name', () => {
  it.each(['', ' ', '.', ',', 'x', '…', '\n', 'qqqqqqqqzx', 'a'.repeat(5_000), ',,,', 'Paris,', ', Texas'])(
    'finds nothing or something, and ends: %j',
    (query) => {
      expect(find(query).length).toBeLessThanOrEqual(8);
    },
  );
  it('finds nothing', () => {
    expect(find('qqqqqqqqzx')).toEqual([]);
    expect(find('')).toEqual([]);
  });
});

/** Returns a text with one error at a position: a letter deleted, doubled, exchanged with the next, or replaced. */
function withErrorAt(name: string, at: number, random: () => number): string {
  const other = 'abcdefghijklmnopqrstuvwxyz'[Math.floor(random() * 26)] ?? 'x';
  const kind = Math.floor(random() * 4);
  const [head, letter, tail] = [name.slice(0, at), name[at] ?? '', name.slice(at + 1)];
  if (kind === 0) return head + tail;
  if (kind === 1) return head + letter + other + tail;
  if (kind === 2 && tail !== '') return head + (tail[0] ?? '') + letter + tail.slice(1);
  return head + other + tail;
}

it('forgives one error at each position of forty names', () => {
  const random = seededRandom(20_261_123);
  const towns: number[] = [];
  for (let entry = 0; entry < data.count; entry += 1) {
    const isTown = data.kindOf(entry) === 'town' && (data.amountOf(entry) ?? 0) >= 20_000;
    if (isTown && foldName(data.namesOf(entry)[0] ?? '').length >= 6) towns.push(entry);
  }
  let tried = 0;
  const missed: string[] = [];
  for (let count = 0; count < 40; count += 1) {
    const entry = towns[Math.floor(random() * towns.length)] ?? 0;
    const name = foldName(data.namesOf(entry)[0] ?? '');
    for (let at = 0; at < name.length; at += 1) {
      const typed = withErrorAt(name, at, random);
      tried += 1;
      if (!find(typed).some((place) => place.entry === entry)) missed.push(`${typed} for ${name}`);
    }
  }
  expect(tried).toBeGreaterThan(250);
  expect(missed.length / tried, missed.join(', ')).toBeLessThanOrEqual(0.05);
}, 120_000);

it('yields between passes, so that an outdated search can be abandoned', () => {
  const steps = search({ query: 'new yrok', near: null, limit: 8 });
  let turns = 0;
  while (!steps.next().done) turns += 1;
  expect(turns).toBeGreaterThanOrEqual(3);
});

describe('the present state', () => {
  // By the airports’ own publications (AIP): the fields to which these codes went.
  it.each([
    ['IST', 41.28, 28.75],
    ['BER', 52.36, 13.5],
    ['UIO', -0.13, -78.36],
    ['ISB', 33.55, 72.83],
    ['DUR', -29.61, 31.12],
    ['NQZ', 51.02, 71.47],
    ['KTI', 11.36, 104.92],
    ['PKX', 39.51, 116.41],
  ])('of the airport with the code %s is at its field', (code, latitude, longitude) => {
    const found = find(code, null, 40).filter(({ kind }) => kind === 'airport');
    const isThere = ({ at: [east, north] }: FoundPlace) =>
      Math.abs(north - latitude) < 0.05 && Math.abs(east - longitude) < 0.12;
    expect(found.some(isThere)).toBe(true);
    expect(found.filter((place) => place.matched === code && !isThere(place))).toEqual([]);
  });

  it.each([
    ['El Alto', 'BO'],
    ['Dadaab', 'KE'],
    ['Kutupalong', 'BD'],
  ])('has %s', (name, country) => {
    expect(find(name).some((place) => place.name === name && place.country === country)).toBe(true);
  });
});
