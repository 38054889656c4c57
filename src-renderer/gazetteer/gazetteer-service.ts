import { type Countries, createCountries, type NaturalEarth } from '../geometry/countries.ts';
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
  /** Reads the unpacked embedded file. It rejects if the file is not there. */
  loadNames: () => Promise<Uint8Array>;
  loadCountries: () => Promise<NaturalEarth>;
  /** Lets messages in that have arrived meanwhile. */
  pause: () => Promise<void>;
  reply: (reply: GazetteerReply) => void;
}

/** Keeps what was loaded; after a failure the next call loads again. */
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

/** Answers the questions of the page in the thread of names. The names are loaded for the first question. */
export function createGazetteerService({ loadNames, loadCountries, pause, reply }: GazetteerServiceOptions) {
  /** The questions that wait for an answer, and those of them that nobody waits for any more. */
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
      // A question that was overtaken while the last step ran has been cancelled by a message that waits.
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
    // Without the outlines the towns are still known.
    const countries: Countries | null = await outlines().catch(() => null);
    const where = whereIs({ data: await data(), towns: await towns(), countries }, question.at);
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
    /** Ends a search that nobody waits for. */
    cancel(id: number) {
      if (open.has(id)) cancelled.add(id);
    },
  };
}
