import type { Problem } from '../../src-shared/geometry/area.ts';
import type { LonLat } from '../../src-shared/geometry/lon-lat.ts';
import type { PlaceReading } from '../kit/i18n/place-reading.ts';
import { shortPlusCodeNear } from '../kit/i18n/read-grid.ts';
import { parseCoordinate } from '../kit/i18n/read-place.ts';
import {
  type Answers,
  type FileQuestion,
  noPlaceNear,
  type QuestionKind,
  type QuestionSample,
} from './imported.ts';

/** Which number of a pair comes first; these are also the answers to the question `order`. */
type CoordinateOrder = 'latitude-first' | 'longitude-first';

/** One pair in this many must be valid in a single order to decide for the whole file. */
const decisiveFraction = 10;

/** Creates a count of the pairs of a file, which tells whether the order of their numbers has to be asked. */
function createPairOrderCount() {
  /** Pairs without letters, by the orders in which they are places. */
  const pairs = { both: 0, latitudeFirst: 0, longitudeFirst: 0 };
  /** Pairs whose order the file declares, and that are places only in the other one. */
  let exchangeable = 0;

  /**
   * Returns the order that the numbers themselves show, because some of them are too large for a latitude; null if they
   * do not. A few mistyped rows show nothing.
   */
  function inferred(): CoordinateOrder | null {
    const { both, latitudeFirst, longitudeFirst } = pairs;
    const isDecisive = (count: number) => count > 0 && count * decisiveFraction >= both + count;
    if (longitudeFirst === 0 && isDecisive(latitudeFirst)) return 'latitude-first';
    return latitudeFirst === 0 && isDecisive(longitudeFirst) ? 'longitude-first' : null;
  }

  return {
    /** Counts a pair by the orders in which it is a place. */
    addPair(validOrder: 'both' | 'latitudeFirst' | 'longitudeFirst') {
      pairs[validOrder] += 1;
    },
    /** Counts a pair whose order the file declares, and that is a place only in the other one. */
    addExchangeable() {
      exchangeable += 1;
    },
    inferred,
    /** Returns true if the order has to be asked. `featureCount` is the number of features that can be imported. */
    mustBeAsked(featureCount: number): boolean {
      // A few mistyped rows do not call the order of the file in question; most of its rows do.
      if (exchangeable > 0) return exchangeable > featureCount;
      return pairs.both > 0 && inferred() === null;
    },
  };
}

const maxSamplesPerAnswer = 2;

interface CollectedQuestion {
  count: number;
  values: FileQuestion['values'];
  choices: Map<string, QuestionSample[]>;
}

/** Creates a collection of the questions of a file: each kind once, with a count and a few samples for each answer. */
function createCollectedQuestions() {
  const collected = new Map<QuestionKind, CollectedQuestion>();
  return {
    /** Counts one more text that a question concerns; `samples` show what the text means with each answer. */
    add(
      kind: QuestionKind,
      values: FileQuestion['values'],
      samples: Readonly<Record<string, QuestionSample>>,
    ) {
      const question = collected.get(kind) ?? {
        count: 0,
        values,
        choices: new Map<string, QuestionSample[]>(),
      };
      collected.set(kind, question);
      question.count += 1;
      for (const [answer, sample] of Object.entries(samples)) {
        const list = question.choices.get(answer) ?? [];
        question.choices.set(answer, list);
        if (list.length < maxSamplesPerAnswer) list.push(sample);
      }
    },
    /**
     * Returns the questions that were answered or must be asked, with the answers in force. A `guessed` answer is
     * listed as null.
     */
    list({
      answers,
      guessed,
      mustBeAsked,
    }: {
      answers: Answers;
      guessed: ReadonlySet<QuestionKind>;
      mustBeAsked: (kind: QuestionKind, values: FileQuestion['values']) => boolean;
    }): FileQuestion[] {
      return [...collected]
        .filter(([kind, { values }]) => answers[kind] !== undefined || mustBeAsked(kind, values))
        .map(([kind, { count, values, choices }]) => ({
          kind,
          answer: guessed.has(kind) ? null : (answers[kind] ?? null),
          count,
          values,
          choices: kind === 'crs' ? [] : [...choices].map(([answer, samples]) => ({ answer, samples })),
        }));
    },
  };
}

/** The place that a text means with the answers for its file, or why it means none. */
export type ResolvedPlace = { at: LonLat; altitudeMetres: number | null } | { problem: Problem };

const maxSampleChars = 80;
/** The side of the letter `O` in the language of some headings. */
export type LetterSide = 'o-west' | 'o-east';

/** Returns true if a text has a letter of a hemisphere that is not part of a word. */
const hasLetter = (text: string, letter: 'E' | 'W') =>
  text.length <= 100 && !text.includes('/') && new RegExp(`(?<![A-Z])${letter}(?![A-Z])`, 'i').test(text);

/** Only digits and signs: no letter says which number is the latitude. */
const isPlain = (text: string) => /^[-+−–\d.,;:\s°º'"′″()[\]/]+$/.test(text);

/** Returns the name of a town before its region and country, without case and accents. */
const firstWords = (town: string) =>
  (town.split(',')[0] ?? '').normalize('NFD').replace(/\p{M}/gu, '').trim().toUpperCase();

const sampleOf = (text: string, [longitude, latitude]: LonLat): QuestionSample => ({
  text: text.trim().slice(0, maxSampleChars),
  longitude,
  latitude,
});

/**
 * Creates the questions of a file that is being read. They resolve ambiguous texts by the answers for the whole file, and
 * collect what has to be asked. Until there is an answer, the first meaning is used, so that the preview can show
 * something; `guessed` are the answers that are such first meanings.
 */
export function createQuestions(answers: Answers, guessed: ReadonlySet<QuestionKind> = new Set()) {
  const collected = createCollectedQuestions();
  const order = createPairOrderCount();
  let projectedCount = 0;
  /** How many texts have the letter `O`, and the letters that the others have for the east and the west. */
  const letters = { ambiguous: 0, east: 0, west: 0 };
  let sideOfHeadings: LetterSide | null = null;

  /** Counts the letters of a place for `sideOfLetter`. */
  function noteLetters(text: string) {
    if (hasLetter(text, 'E')) letters.east += 1;
    if (hasLetter(text, 'W')) letters.west += 1;
  }

  /**
   * Returns the side of `O` that the headings and the other letters show; null if they show none or contradict. A file that writes `E` for
   * the east means the west with its `O`. A `W` shows less: in Spanish and French both letters are in use for the west.
   */
  function sideOfLetter(): LetterSide | null {
    if (letters.east > 0 && letters.west > 0) return null;
    if (letters.east > 0) return sideOfHeadings === 'o-east' ? null : 'o-west';
    return letters.west > 0 && sideOfHeadings === 'o-west' ? null : sideOfHeadings;
  }
  /** The town that the first short Plus Code with one names. */
  let townOfCodes: string | null = null;
  /** Answers that the file itself gives. */
  const inferred: Answers = {};

  /** Resolves a pair that is a place in one order or in both. */
  function resolvePair(
    text: string,
    { latitudeFirst, longitudeFirst }: { latitudeFirst: LonLat | null; longitudeFirst: LonLat | null },
    altitudeMetres: number | null,
  ): ResolvedPlace {
    if (latitudeFirst && longitudeFirst) {
      order.addPair('both');
      const samples = {
        'latitude-first': sampleOf(text, latitudeFirst),
        'longitude-first': sampleOf(text, longitudeFirst),
      };
      collected.add('order', {}, samples);
    } else order.addPair(latitudeFirst ? 'latitudeFirst' : 'longitudeFirst');
    const at = answers.order === 'longitude-first' ? longitudeFirst : latitudeFirst;
    return at ? { at, altitudeMetres } : { problem: { message: 'validation.latitude' } };
  }

  /**
   * Resolves a short Plus Code beside the place that the person named. One answer is for one town: codes that name
   * another town than the first one are rejected, because they may be hundreds of kilometres away.
   */
  function resolveNear(text: string, { code = '', town = '' }: FileQuestion['values']): ResolvedPlace {
    const { near } = answers;
    const middle = near === undefined || near === noPlaceNear ? null : parseCoordinate(near);
    const at = middle && shortPlusCodeNear(String(code), middle);
    const named = firstWords(String(town));
    if (townOfCodes === null && named !== '') townOfCodes = named;
    collected.add('near', { code, town }, at ? { [String(near)]: sampleOf(text, at) } : {});
    if (at === null) return { problem: { message: 'validation.shortPlusCode' } };
    return named === '' || named === townOfCodes
      ? { at, altitudeMetres: null }
      : { problem: { message: 'validation.otherTownOfCode', values: { town } } };
  }

  return {
    /** Returns the place that a text was read as, and collects the question if it has several meanings. */
    place(text: string, reading: PlaceReading): ResolvedPlace {
      if ('problem' in reading) return reading;
      if ('place' in reading) noteLetters(text);
      if ('place' in reading) {
        const { at, swapped, altitudeMetres } = reading.place;
        if (swapped !== null)
          return resolvePair(text, { latitudeFirst: at, longitudeFirst: swapped }, altitudeMetres);
        // Beyond ±90 the second number can only be a longitude, which shows the order of the whole file.
        if (Math.abs(at[0]) > 90 && isPlain(text))
          return resolvePair(text, { latitudeFirst: at, longitudeFirst: null }, altitudeMetres);
        return { at, altitudeMetres };
      }
      const { kind, values, choices } = reading.question;
      if (kind === 'letter') letters.ambiguous += 1;
      if (kind === 'near') return resolveNear(text, values);
      const ofMeaning = (meaning: string) => choices.find((choice) => choice.meaning === meaning)?.at ?? null;
      if (kind === 'order') {
        const [latitudeFirst, longitudeFirst] = [ofMeaning('latitude-first'), ofMeaning('longitude-first')];
        return resolvePair(text, { latitudeFirst, longitudeFirst }, null);
      }
      const samples = Object.fromEntries(choices.map(({ meaning, at }) => [meaning, sampleOf(text, at)]));
      collected.add(kind, values, samples);
      const answer = answers[kind];
      const at = answer === undefined ? choices[0]?.at : ofMeaning(answer);
      return at ? { at, altitudeMetres: null } : { problem: { message: 'validation.coordinate' } };
    },
    /**
     * Counts numbers whose order the file itself says, but which are a place only in the other order; `answer` is that
     * other order. The order of the file is offered too: with it, these numbers are rejected.
     */
    noteExchangeable(text: string, exchanged: LonLat, answer: CoordinateOrder) {
      order.addExchangeable();
      const samples = { 'latitude-first': { text }, 'longitude-first': { text } };
      collected.add('order', {}, { ...samples, [answer]: sampleOf(text, exchanged) });
    },
    /** Counts numbers that are far too large for degrees, like those of projected systems. */
    noteProjected(text: string) {
      projectedCount += 1;
      collected.add('crs', {}, { '': { text: text.slice(0, maxSampleChars) } });
    },
    noteLetters,
    /** Records the side of the letter `O` in the language of the headings. */
    noteHeadings(side: LetterSide | null) {
      sideOfHeadings = side;
    },
    /** Collects a question of another kind. */
    ask: collected.add,
    /** Stores an answer that the file itself gives. */
    infer(kind: QuestionKind, answer: string) {
      inferred[kind] = answer;
    },
    /** Returns the answers that the file itself gives and that were not used yet; with any, it must be read again. */
    inferred(): Answers {
      const own: Answers = { ...inferred };
      if (order.inferred() === 'longitude-first') own.order = 'longitude-first';
      const side = letters.ambiguous > 0 ? sideOfLetter() : null;
      if (side !== null) own.letter = side;
      return Object.fromEntries(
        Object.entries(own).filter(([kind]) => !Object.hasOwn(answers, kind)),
      ) satisfies Answers;
    },
    /** Returns the questions of the file with the answers in force. `count` is the number of features that can be imported. */
    list(count: number): FileQuestion[] {
      return collected.list({
        answers,
        guessed,
        mustBeAsked(kind, values) {
          if (kind === 'order') return order.mustBeAsked(count);
          return kind !== 'crs' || Object.keys(values).length > 0 || projectedCount >= count;
        },
      });
    },
  };
}
/** The questions of a file that is being read. */
export type Questions = ReturnType<typeof createQuestions>;
