import { distance as greatCircleKm } from 'geokdbush';
import { foldInTwoLetters, foldName, foldQuery } from './fold-name.ts';
import type { FoundPlace, SearchView } from './found-place.ts';
import { type GazetteerData, placeOfEntry } from './gazetteer-file.ts';
import { matchExactly, matchScores, matchWithErrors, mayHaveError } from './match-names.ts';
import { foldedAt, lineAt, type NameText, type NameTexts, textFor } from './name-texts.ts';

/** The terms of a search; `limit` is the maximum number of results. */
export interface NameSearch {
  query: string;
  /** If null, only names and population decide. */
  near: SearchView | null;
  limit: number;
  /** The language of the names of the found places, where they are known in it; English if left out. */
  language?: string;
}

/** The maximum length of a query; a longer text names no place. */
export const maxQueryChars = 120;
/** The maximum bonus of a place in view, in the units of the scores: two hundred times the population. */
const nearScore = 23;
/** A view of half the world is not near anything. */
const farReachKm = 4_000;
/** A place in view counts as near even if the map shows a single street. */
const minReachKm = 25;
/** The usual name of a place is meant more often than another spelling. */
const usualScore = 12;
/** `St. Louis` more likely means the place that is written that way than a `Saint-Louis`. */
const spelledScore = 4;
const spelledAs = (name: string) => name.trim().toLowerCase().normalize('NFC');
/** A match with an error that is this far below the best match is discarded. */
const errorMargin = 45;
const noScore = Number.NEGATIVE_INFINITY;

interface Candidate {
  entry: number;
  score: number;
  /** The folded name that matched. */
  folded: string;
}

/** Collects the best candidates, each entry once with its best score. */
function createBest(max: number) {
  const best: Candidate[] = [];
  let minScore = noScore;
  const scores = () => best.map(({ score }) => score);
  return {
    /** Returns true if a candidate of this score would be kept. */
    wants: (score: number) => score > minScore,
    add(candidate: Candidate) {
      const index = best.findIndex(({ entry }) => entry === candidate.entry);
      if (index >= 0) {
        if ((best[index]?.score ?? noScore) >= candidate.score) return;
        best[index] = candidate;
      } else if (best.length < max) best.push(candidate);
      else best[scores().indexOf(minScore)] = candidate;
      if (best.length === max) minScore = Math.min(...scores());
    },
    isFull: () => best.length === max,
    top: () => Math.max(noScore, ...scores()),
    sorted: () => best.toSorted((a, b) => b.score - a.score || a.entry - b.entry),
  };
}
type Best = ReturnType<typeof createBest>;

/** A part of a query: a folded name, and the countries and divisions that the place must be in; null for all. */
interface Part {
  name: string;
  within: ReadonlySet<number> | null;
}

/** The bonus for being near the view. */
interface Gain {
  maxGain: number;
  of(entry: number): number;
}

/** Countries and divisions are entries; this is the number of a country without an entry. */
const countryKey = (code: string) => -((code.charCodeAt(0) << 8) | code.charCodeAt(1));

const isFirstName = ({ entries }: NameText, line: number) =>
  line === 0 || entries[line - 1] !== entries[line];

function createNameFinder(data: GazetteerData, texts: NameTexts) {
  const { ranks } = data;
  const isWithin = (entry: number, within: ReadonlySet<number>) => {
    const country = data.countryOf(entry);
    return within.has(data.divisionOf(entry) ?? -1) || (country !== null && within.has(countryKey(country)));
  };

  /** Returns the bonus of a place for being near the view, and the maximum bonus. */
  function gainNear(near: SearchView | null): Gain {
    if (near === null || near.reachKm > farReachKm) return { maxGain: 0, of: () => 0 };
    const reach = Math.max(minReachKm, near.reachKm);
    const [longitude, latitude] = near.at;
    return {
      maxGain: nearScore,
      of(entry) {
        const [x, y] = placeOfEntry(data, entry);
        const beyond = Math.max(0, greatCircleKm(longitude, latitude, x, y) / reach - 1);
        return nearScore / (1 + beyond);
      },
    };
  }

  function collect(part: Part, gain: Gain, best: Best, withErrors: boolean) {
    const names = textFor(texts, part.name);
    const find = withErrors ? matchWithErrors : matchExactly;
    const minTotal = withErrors ? best.top() - errorMargin : noScore;
    find(names.text, part.name, (position, matchScore) => {
      const line = lineAt(names, position);
      const entry = names.entries[line] ?? 0;
      const score = matchScore + (ranks[entry] ?? 0) + (isFirstName(names, line) ? usualScore : 0);
      if (!best.wants(score + gain.maxGain) || score + gain.maxGain < minTotal) return;
      if (part.within !== null && !isWithin(entry, part.within)) return;
      const total = score + gain.of(entry);
      if (best.wants(total) && total >= minTotal)
        best.add({ entry, score: total, folded: foldedAt(names, line) });
    });
  }

  /** Returns the countries and divisions whose names begin with a folded text; null if there are none. */
  function areasOf(name: string): Set<number> | null {
    const areas = new Set<number>();
    const text = textFor(texts, name);
    matchExactly(text.text, name, (position, score) => {
      if (score < matchScores.begins) return;
      const entry = text.entries[lineAt(text, position)] ?? 0;
      const kind = data.kindOf(entry);
      const country = data.countryOf(entry);
      if (kind === 'country' && country !== null) areas.add(countryKey(country));
      if (kind === 'division') areas.add(entry);
    });
    return areas.size > 0 ? areas : null;
  }

  return { gainNear, collect, areasOf };
}
type NameFinder = ReturnType<typeof createNameFinder>;

const minCharsInAscii = 2;
const isSearchable = (name: string) => name.length >= (/[^\0-\u007f]/.test(name) ? 1 : minCharsInAscii);

/** Splits `Paris, Texas`: the name precedes the comma, the area follows it. */
function splitAtComma(query: string, finder: NameFinder): Part[] {
  const comma = query.search(/[,،、，]/);
  if (comma < 0) return [];
  const within = foldName(query.slice(comma + 1));
  const names = foldQuery(query.slice(0, comma));
  if (within === '' || names.length === 0) return [];
  const areas = finder.areasOf(within);
  return areas === null ? [] : names.map((name) => ({ name, within: areas }));
}

/** Splits `paris texas`: the last words may name the area of the place. */
function splitAtWords(folded: string, finder: NameFinder): Part[] {
  const words = folded.split(' ');
  for (let count = Math.min(3, words.length - 1); count > 0; count -= 1) {
    const within = words.slice(-count).join(' ');
    const areas = within.length < minCharsInAscii ? null : finder.areasOf(within);
    if (areas !== null) return [{ name: words.slice(0, -count).join(' '), within: areas }];
  }
  return [];
}

/** Returns the found place of a candidate, with the spelling that matched. */
function foundPlaceOf(data: GazetteerData, { entry, folded }: Candidate, language: string): FoundPlace {
  const names = data.namesOf(entry);
  const name = data.nameIn(entry, language);
  const isMatch = (each: string) => foldName(each) === folded || foldInTwoLetters(each) === folded;
  const matched = isMatch(name) ? name : names.find(isMatch);
  const division = data.divisionOf(entry);
  return {
    entry,
    name,
    matched: matched === undefined || matched === name ? null : matched,
    kind: data.kindOf(entry),
    country: data.countryOf(entry),
    division: division === null ? null : data.nameIn(division, language),
    amount: data.amountOf(entry),
    at: placeOfEntry(data, entry),
    box: data.boxOf(entry),
  };
}

/**
 * Creates the search of names. A search is a generator: it yields after each pass over the names, some milliseconds
 * each, so that an outdated search can be abandoned; it returns the places, best match first. Names match by their
 * beginning or that of one of their words, in all spellings of the data, without diacritics and with one typing error.
 * The text after a comma, or the last words, may be the country or division.
 */
export function createNameSearch(data: GazetteerData, texts: NameTexts) {
  const finder = createNameFinder(data, texts);

  return function* search({
    query,
    near,
    limit,
    language = 'en',
  }: NameSearch): Generator<void, FoundPlace[]> {
    const text = query.slice(0, maxQueryChars);
    const gain = finder.gainNear(near);
    const best = createBest(limit);
    const commaParts = splitAtComma(text, finder);
    const folds = foldQuery(text).filter(isSearchable);
    const parts = commaParts.length > 0 ? commaParts : folds.map((name): Part => ({ name, within: null }));
    for (const part of parts) {
      yield;
      finder.collect(part, gain, best, false);
    }
    const [folded] = folds;
    if (commaParts.length === 0 && folded !== undefined && best.top() === noScore) {
      yield;
      for (const part of splitAtWords(folded, finder)) {
        parts.push(part);
        finder.collect(part, gain, best, false);
      }
    }
    for (const part of parts.filter(({ name }) => mayHaveError(name, best.isFull()))) {
      yield;
      finder.collect(part, gain, best, true);
    }
    yield;
    const typed = spelledAs(text);
    return best
      .sorted()
      .map((candidate) => {
        const place = foundPlaceOf(data, candidate, language);
        const isSpelled = spelledAs(place.matched ?? place.name) === typed;
        return { place, score: candidate.score + (isSpelled ? spelledScore : 0) };
      })
      .toSorted((a, b) => b.score - a.score)
      .map(({ place }) => place);
  };
}
