import countriesFile from 'world-atlas/countries-10m.json?url';
import namesFile from '../../resources/gazetteer/gazetteer.gz?url';
import type { LonLat } from '../../src-shared/geometry/lon-lat.ts';
import type { FoundPlace, WhereIs } from './found-place.ts';
import type {
  GazetteerAnswer,
  GazetteerFailure,
  GazetteerQuestion,
  GazetteerReply,
  GazetteerRequest,
} from './gazetteer-messages.ts';
import type { NameSearch } from './search-names.ts';

/** The error of a question that the gazetteer could not answer, with the reason. */
export class GazetteerError extends Error {
  readonly failure: GazetteerFailure;
  constructor(failure: GazetteerFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** The part of a worker that the gazetteer uses. */
export type GazetteerThread = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>;

/** The embedded names of places. A question rejects with `GazetteerError`, or with the reason of its signal. */
export interface Gazetteer {
  /** Finds places by name, best match first. */
  find(search: NameSearch, signal: AbortSignal): Promise<FoundPlace[]>;
  /** Describes a place, with names in a language where they are known. */
  whereIs(at: LonLat, language: string, signal: AbortSignal): Promise<WhereIs>;
  /** Loads the names before the first search. */
  load(): void;
}

interface Waiting {
  resolve: (answer: GazetteerAnswer) => void;
  reject: (error: unknown) => void;
}

function startThread(): GazetteerThread {
  return new Worker(new URL('./gazetteer-worker.ts', import.meta.url), { type: 'module' });
}

/**
 * Creates the page's side of the gazetteer. The first question starts the thread; after a crash, the next question
 * starts a new one.
 */
export function createGazetteer(start: () => GazetteerThread = startThread): Gazetteer {
  const waiting = new Map<number, Waiting>();
  let thread: GazetteerThread | null = null;
  let lastId = 0;

  function startWorker(): GazetteerThread {
    const worker = start();
    worker.addEventListener('message', (event) => {
      const { data: reply }: { data: GazetteerReply } = event;
      const pending = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ('failure' in reply) pending?.reject(new GazetteerError(reply.failure));
      else pending?.resolve(reply.answer);
    });
    worker.addEventListener('error', () => {
      if (thread === worker) thread = null;
      worker.terminate();
      for (const pending of waiting.values()) pending.reject(new GazetteerError('stopped'));
      waiting.clear();
    });
    const first: GazetteerRequest = {
      kind: 'addresses',
      addresses: { names: namesFile, countries: countriesFile },
    };
    worker.postMessage(first);
    return worker;
  }

  function ask(question: GazetteerQuestion, signal: AbortSignal | null): Promise<GazetteerAnswer> {
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      try {
        thread ??= startWorker();
      } catch {
        throw new GazetteerError('stopped');
      }
      const worker = thread;
      const post = (request: GazetteerRequest) => worker.postMessage(request);
      const abort = () => {
        waiting.delete(id);
        post({ kind: 'cancel', id });
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
      const release = () => signal?.removeEventListener('abort', abort);
      waiting.set(id, {
        resolve(answer) {
          release();
          resolve(answer);
        },
        reject(error) {
          release();
          reject(error);
        },
      });
      post({ kind: 'ask', id, question });
    });
  }

  return {
    async find(search, signal) {
      const answer = await ask({ kind: 'find', ...search }, signal);
      return answer.kind === 'find' ? answer.places : [];
    },
    async whereIs(at, language, signal) {
      const answer = await ask({ kind: 'where', at, language }, signal);
      if (answer.kind !== 'where') throw new GazetteerError('stopped');
      return answer.where;
    },
    load() {
      // The search that needs the names reports a failure.
      ask({ kind: 'load' }, null).catch(() => undefined);
    },
  };
}
