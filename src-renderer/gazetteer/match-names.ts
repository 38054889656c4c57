import { capitalised } from './name-texts.ts';
import { matchWithOneError } from './one-error.ts';

/**
 * The scores for the quality of a match, in tenths of a power of ten of people: a match of a whole name counts as much
 * as a thousand times the population.
 */
export const matchScores = {
  whole: 30,
  words: 18,
  begins: 15,
  innerWords: 8,
  word: 4,
  wholeWithError: 10,
  beginsWithError: -8,
  wordWithError: -16,
} as const;

/**
 * The minimum length of a query that may have an error: a shorter one has too many similar names. Characters that stand
 * for a syllable or a word carry more information.
 */
const minLengthWithError = { ascii: 4, others: 3 };
/** Returns true if a folded query may have one error; in a short query only if too little was found without errors. */
export function mayHaveError(query: string, isEnough: boolean): boolean {
  const minLength = /[^\0-\u007f]/.test(query) ? minLengthWithError.others : minLengthWithError.ascii;
  return query.length >= (isEnough ? minLength + 1 : minLength);
}

const isBoundary = (character: string | undefined) => character === '\n' || character === ' ';

/** Returns the score of an exact match from `start` to `end`, which begins at a word. */
function exactScore(text: string, start: number, end: number): number {
  const after = text[end];
  if (text[start - 1] === '\n') {
    if (after === '\n') return matchScores.whole;
    return after === ' ' ? matchScores.words : matchScores.begins;
  }
  return isBoundary(after) ? matchScores.innerWords : matchScores.word;
}

function errorScore(text: string, start: number, end: number): number {
  if (text[start - 1] !== '\n') return matchScores.wordWithError;
  return text[end] === '\n' ? matchScores.wholeWithError : matchScores.beginsWithError;
}

/** Called for each match with its start and its score. */
type OnMatch = (position: number, score: number) => void;

/** Calls back with each position of a part in a text. */
function eachPosition(text: string, part: string, onMatch: (position: number) => void) {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) onMatch(at);
}

/** Finds a folded query at the beginning of words in a text of names. */
export function matchExactly(text: string, query: string, onMatch: OnMatch) {
  eachPosition(text, capitalised(query), (at) => {
    if (isBoundary(text[at - 1])) onMatch(at, exactScore(text, at, at + query.length));
  });
}

/**
 * Returns the spellings of a part of a query as it occurs in names: at the beginning of a word, within one, or both if
 * that is unknown.
 */
function casesOf(part: string): string[] {
  const [first = ''] = part;
  return [...new Set([part, first.toLowerCase() + part.slice(1), first.toUpperCase() + part.slice(1)])];
}

/**
 * Finds a folded query with one error at the beginning of words. Wherever the error is, one half of the query is
 * correct, so only names with a half in its position are compared; an exchange in the middle is searched separately.
 */
export function matchWithErrors(text: string, query: string, onMatch: OnMatch) {
  const half = query.length >> 1;
  const words = capitalised(query);
  const tryFrom = (start: number) => {
    if (!isBoundary(text[start - 1])) return;
    const name = text.slice(start, start + query.length + 2).toLowerCase();
    const end = matchWithOneError(name, 0, query);
    if (end >= 0) onMatch(start, errorScore(text, start, start + end));
  };
  eachPosition(text, words.slice(0, half), tryFrom);
  for (const right of casesOf(words.slice(half)))
    eachPosition(text, right, (at) => {
      for (let start = Math.max(1, at - half - 1); start <= at - half + 1; start += 1) tryFrom(start);
    });
  const middle = `${query[half] ?? ''}${query[half - 1] ?? ''}`;
  const exchanged = query.slice(0, half - 1) + middle + query.slice(half + 1);
  if (exchanged !== query) eachPosition(text, capitalised(exchanged), tryFrom);
}
