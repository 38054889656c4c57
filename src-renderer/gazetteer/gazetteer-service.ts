import { type Countries, createCountries, type NaturalEarth } from '../../src-shared/geometry/countries.ts';
import { DamagedGazetteerError, readGazetteer } from './gazetteer-file.ts';
import type {
  GazetteerAnswer,
  GazetteerFailure,
  GazetteerQuestion,
  GazetteerReply,
} from './gazetteer-messages.ts';
import { createNameTexts } from './name-texts.ts';
import { createNearestTowns } from './nearest-towns.ts';
import { createNameSearch } from './search-names.ts';
import { whereIs } from './where-is.ts';

interface GazetteerServiceOptions {
  /** Reads the unpacked embedded file. Rejects if the file is missing. */
  loadNames: () => Promise<Uint8Array>;
  loadCountries: () => Promise<NaturalEarth>;
  /** Yields to the event loop, so that queued messages are handled. */
  pause: () => Promise<void>;
  reply: (reply: GazetteerReply) => void;
}

/** Returns a function that caches what it loaded; after a failure, the next call loads again. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
}

/** Creates the part of the names' thread that answers the questions of the page. The first question loads the names. */
export function createGazetteerService({ loadNames, loadCountries, pause, reply }: GazetteerServiceOptions) {
  /** The unanswered questions, and those of them that were cancelled. */
  const open = new Set<number>();
  const cancelled = new Set<number>();
  const data = once(async () => readGazetteer(await loadNames()));
  const search = once(async () => {
    const read = await data();
    return createNameSearch(read, createNameTexts(read));
  });
  const towns = once(async () => createNearestTowns(await data()));
  const outlines = once(async () => createCountries(await loadCountries()));

  async function find(id: number, question: GazetteerQuestion & { kind: 'find' }) {
    const steps = (await search())(question);
    for (;;) {
      // During the last step, a message may have cancelled this question; it is handled now.
      await pause();
      if (cancelled.has(id)) return null;
      const { done, value } = steps.next();
      if (done) return value;
    }
  }

  async function answerTo(id: number, question: GazetteerQuestion): Promise<GazetteerAnswer | null> {
    if (question.kind === 'load') {
      await search();
      return { kind: 'load' };
    }
    if (question.kind === 'find') {
      const places = await find(id, question);
      return places && { kind: 'find', places };
    }
    // Without the outlines, the towns are still known.
    const countries: Countries | null = await outlines().catch(() => null);
    const where = whereIs(
      { data: await data(), towns: await towns(), countries },
      question.at,
      question.language,
    );
    return { kind: 'where', where };
  }

  const failureOf = (error: unknown): GazetteerFailure =>
    error instanceof DamagedGazetteerError ? 'damaged' : 'missing';

  return {
    async ask(id: number, question: GazetteerQuestion) {
      open.add(id);
      try {
        const answer = await answerTo(id, question);
        if (answer) reply({ id, answer });
      } catch (error) {
        reply({ id, failure: failureOf(error) });
      } finally {
        open.delete(id);
        cancelled.delete(id);
      }
    },
    /** Ends a cancelled search. */
    cancel(id: number) {
      if (open.has(id)) cancelled.add(id);
    },
  };
}
