import type { Problem } from '../geometry/area.ts';
import type { LonLat } from '../geometry/lon-lat.ts';
import type { PlaceReading } from '../i18n/place-reading.ts';
import type { Answers, FileQuestion, QuestionKind, QuestionSample } from './imported.ts';

/** A place of a text, after the questions of its file. */
export type ResolvedPlace = { at: LonLat; altitudeMetres: number | null } | { problem: Problem };

const samplesEach = 2;
/** One pair in so many must show the order for the others to follow it. */
const clearShare = 10;
/** Only digits and signs: no letter says which number is the latitude. */
const isPlain = (text: string) => /^[-+−–\d.,;:\s°º'"′″()[\]/]+$/.test(text);

interface Asked {
  count: number;
  values: FileQuestion['values'];
  choices: Map<string, QuestionSample[]>;
}

const sampleOf = (text: string, [longitude, latitude]: LonLat): QuestionSample => ({
  text: text.trim().slice(0, 80),
  longitude,
  latitude,
});

/**
 * Resolves what a text of a file can mean in two ways by the answer for the whole file, and collects what has to be
 * asked. Until there is an answer the first meaning is used, so that the preview has something to show. `guessed` are
 * the answers that are such first meanings.
 */
export function createQuestions(answers: Answers, guessed: ReadonlySet<QuestionKind> = new Set()) {
  const asked = new Map<QuestionKind, Asked>();
  /** Pairs without letters, by the orders in which they are places. */
  const pairs = { both: 0, latitudeFirst: 0, longitudeFirst: 0 };
  /** Positions of a known order that are places only in the other one, and those of another system. */
  const outside = { exchangeable: 0, projected: 0 };
  /** What the file itself tells. */
  const inferred: Answers = {};

  function collect(
    kind: QuestionKind,
    values: FileQuestion['values'],
    samples: Readonly<Record<string, QuestionSample>>,
  ) {
    const found = asked.get(kind) ?? { count: 0, values, choices: new Map<string, QuestionSample[]>() };
    asked.set(kind, found);
    found.count += 1;
    for (const [answer, sample] of Object.entries(samples)) {
      const list = found.choices.get(answer) ?? [];
      found.choices.set(answer, list);
      if (list.length < samplesEach) list.push(sample);
    }
  }

  /** Resolves a pair that is a place in one order or in both. */
  function ofPair(
    text: string,
    { latitudeFirst, longitudeFirst }: { latitudeFirst: LonLat | null; longitudeFirst: LonLat | null },
    altitudeMetres: number | null,
  ): ResolvedPlace {
    if (latitudeFirst && longitudeFirst) {
      pairs.both += 1;
      collect(
        'order',
        {},
        {
          'latitude-first': sampleOf(text, latitudeFirst),
          'longitude-first': sampleOf(text, longitudeFirst),
        },
      );
    } else pairs[latitudeFirst ? 'latitudeFirst' : 'longitudeFirst'] += 1;
    const at = answers.order === 'longitude-first' ? longitudeFirst : latitudeFirst;
    return at ? { at, altitudeMetres } : { problem: { message: 'validation.latitude' } };
  }

  /**
   * Returns the order that the numbers themselves tell: some of them are too large for a latitude. A few mistyped rows
   * tell nothing.
   */
  function orderByRange(): string | null {
    const { both, latitudeFirst, longitudeFirst } = pairs;
    const isClear = (count: number) => count > 0 && count * clearShare >= both + count;
    if (longitudeFirst === 0 && isClear(latitudeFirst)) return 'latitude-first';
    return latitudeFirst === 0 && isClear(longitudeFirst) ? 'longitude-first' : null;
  }

  /** Returns true if the order has to be asked. `count` is the number of features that can be imported. */
  function isOrderOpen(count: number): boolean {
    // A few mistyped rows tell nothing; only most of the file does.
    if (outside.exchangeable > 0) return outside.exchangeable > count;
    return pairs.both > 0 && orderByRange() === null;
  }

  return {
    /** Returns the place of a reading, and notes what of it has to be asked. */
    place(text: string, reading: PlaceReading): ResolvedPlace {
      if ('problem' in reading) return reading;
      if ('place' in reading) {
        const { at, swapped, altitudeMetres } = reading.place;
        if (swapped !== null)
          return ofPair(text, { latitudeFirst: at, longitudeFirst: swapped }, altitudeMetres);
        // Beyond ±90 the second number can only be a longitude, which tells the order of the whole file.
        if (Math.abs(at[0]) > 90 && isPlain(text))
          return ofPair(text, { latitudeFirst: at, longitudeFirst: null }, altitudeMetres);
        return { at, altitudeMetres };
      }
      const { kind, values, choices } = reading.question;
      const ofMeaning = (meaning: string) => choices.find((choice) => choice.meaning === meaning)?.at ?? null;
      if (kind === 'order') {
        const [latitudeFirst, longitudeFirst] = [ofMeaning('latitude-first'), ofMeaning('longitude-first')];
        return ofPair(text, { latitudeFirst, longitudeFirst }, null);
      }
      collect(
        kind,
        values,
        Object.fromEntries(choices.map(({ meaning, at }) => [meaning, sampleOf(text, at)])),
      );
      const answer = answers[kind];
      const at = answer === undefined ? choices[0]?.at : ofMeaning(answer);
      return at ? { at, altitudeMetres: null } : { problem: { message: 'validation.coordinate' } };
    },
    /**
     * Notes numbers whose order the file itself says, but which are a place only in the other order; `answer` is that
     * other order. The order of the file is offered too: then these numbers need attention.
     */
    noteExchangeable(text: string, exchanged: LonLat, answer: 'latitude-first' | 'longitude-first') {
      outside.exchangeable += 1;
      const samples = { 'latitude-first': { text }, 'longitude-first': { text } };
      collect('order', {}, { ...samples, [answer]: sampleOf(text, exchanged) });
    },
    /** Notes numbers that are far too large for degrees, as those of projected systems are. */
    noteProjected(text: string) {
      outside.projected += 1;
      collect('crs', {}, { '': { text: text.slice(0, 80) } });
    },
    /** Notes a question of another kind. */
    ask: collect,
    /** Notes an answer that the file itself gives. */
    infer(kind: QuestionKind, answer: string) {
      inferred[kind] = answer;
    },
    /** Returns the answers that the file itself gives and that were not followed yet: it must be read again. */
    inferred(): Answers {
      const own: Answers = { ...inferred };
      if (orderByRange() === 'longitude-first') own.order = 'longitude-first';
      return Object.fromEntries(
        Object.entries(own).filter(([kind]) => !Object.hasOwn(answers, kind)),
      ) satisfies Answers;
    },
    /** Returns the questions of the file with the answers in force. `count` is the number of features that can be imported. */
    list(count: number): FileQuestion[] {
      const isOpen = (kind: QuestionKind, values: FileQuestion['values']) => {
        if (kind === 'order') return isOrderOpen(count);
        return kind !== 'crs' || Object.keys(values).length > 0 || outside.projected >= count;
      };
      return [...asked]
        .filter(([kind, { values }]) => answers[kind] !== undefined || isOpen(kind, values))
        .map(([kind, { count: concerned, values, choices }]) => ({
          kind,
          answer: guessed.has(kind) ? null : (answers[kind] ?? null),
          count: concerned,
          values,
          choices: kind === 'crs' ? [] : [...choices].map(([answer, samples]) => ({ answer, samples })),
        }));
    },
  };
}
/** The questions of one reading. */
export type Questions = ReturnType<typeof createQuestions>;
