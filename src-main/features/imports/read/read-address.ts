import type { ImportProblem, ImportSearch } from '../../../../src-preload/contract/scene-imports.ts';
import { isAppError } from '../../../core/app-error.ts';
import type { FoundBatch } from '../found-scene.ts';
import type { StacAnswer } from './read-answer.ts';

/** The functions that reading an address needs. */
export interface AddressPorts {
  /** Requests an address by the rules for addresses that users enter; resolves with the text of a successful response. */
  fetch: (url: string) => Promise<string>;
  /** Parses the text of a response in another thread. */
  parse: (text: string, address: string) => Promise<StacAnswer | { problem: ImportProblem }>;
}

const codeOf = (error: unknown): string => (isAppError(error) ? error.code : '');

const maxRequests = 500;
const pageItems = 100;

function searchAddress(
  address: string,
  { collections, box, from, to, most }: ImportSearch,
  ofOne: boolean,
): string {
  const url = new URL(address);
  url.searchParams.set('limit', String(Math.min(most, pageItems)));
  if (box !== null) url.searchParams.set('bbox', box.join(','));
  if (from !== null || to !== null) {
    const start = from === null ? '..' : `${from}T00:00:00Z`;
    const end = to === null ? '..' : `${to}T23:59:59Z`;
    url.searchParams.set('datetime', `${start}/${end}`);
  }
  const names = collections.split(',').flatMap((name) => name.trim() || []);
  if (!ofOne && names.length > 0) url.searchParams.set('collections', names.join(','));
  return url.href;
}

/** Returns the addresses to request after a response: the search of an API, the items of a collection, or all links of a catalog. */
function nextAddresses(answer: StacAnswer, search: ImportSearch): string[] {
  if (answer.search !== null) return [searchAddress(answer.search, search, false)];
  if (answer.items !== null) return [searchAddress(answer.items, search, true)];
  return answer.next === null ? answer.follow : [answer.next, ...answer.follow];
}

/**
 * Yields the scenes at an address and at the addresses to which it links, until enough items are found. Only the origin of the entered
 * address is requested; links to other origins become problems. A failure of the first request is thrown, a later one is a problem.
 */
export async function* readAddress(search: ImportSearch, ports: AddressPorts): AsyncGenerator<FoundBatch> {
  const { origin } = new URL(search.address);
  const seen = new Set([search.address]);
  const waiting = [search.address];
  let items = 0;
  let requests = 0;
  let isCut = false;
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    requests += 1;
    const requested = address;
    const problems: FoundBatch['problems'] = [];
    const addProblem = (problem: ImportProblem, detail = '') =>
      problems.push({ path: requested.replace(/\?.*/, ''), problem, detail });
    let text: string | null = null;
    try {
      text = await ports.fetch(address);
    } catch (error) {
      if (requests === 1) throw error;
      addProblem('answer', codeOf(error));
    }
    const answer = text === null ? null : await ports.parse(text, address);
    if (answer === null) yield { scenes: [], problems, reviews: [], entries: requests };
    else if ('problem' in answer) {
      addProblem(answer.problem);
      yield { scenes: [], problems, reviews: [], entries: requests };
    } else {
      const scenes = answer.scenes.slice(0, search.most - items);
      items += scenes.length;
      for (const next of nextAddresses(answer, search)) {
        if (new URL(next).origin !== origin) addProblem('address-remote', new URL(next).host);
        else if (!seen.has(next)) {
          // A server could name more addresses than fit in memory, so no more are stored than will be requested.
          if (seen.size >= maxRequests) {
            if (!isCut) addProblem('too-many-entries', String(maxRequests));
            isCut = true;
            break;
          }
          seen.add(next);
          waiting.push(next);
        }
      }
      yield { scenes, problems: [...answer.problems, ...problems], reviews: [], entries: requests };
      if (items >= search.most) return;
    }
  }
}
