import type { ImportProblem, ImportSearch } from '../../../src-preload/contract/scene-imports.ts';
import type { FoundStretch } from '../found-scene.ts';
import type { StacAnswer } from './read-answer.ts';

/** What the reading of an address needs. */
export interface AddressPorts {
  /** Asks an address within the rules for the addresses of users; resolves with the text of a success. */
  fetch: (url: string) => Promise<string>;
  /** Reads the text of an answer, in another thread. */
  parse: (text: string, address: string) => Promise<StacAnswer | { problem: ImportProblem }>;
}

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

/** Returns what is asked after an answer: the search of an API, the items of a collection, or all that a catalog links to. */
function onward(answer: StacAnswer, search: ImportSearch): string[] {
  if (answer.search !== null) return [searchAddress(answer.search, search, false)];
  if (answer.items !== null) return [searchAddress(answer.items, search, true)];
  return answer.next === null ? answer.follow : [answer.next, ...answer.follow];
}

/**
 * Asks an address, and what it leads to at the same origin, until enough items are found. What is at another origin is told and not
 * asked. A failure of the first request is thrown; later ones are told.
 */
export async function* readAddress(search: ImportSearch, ports: AddressPorts): AsyncGenerator<FoundStretch> {
  const { origin } = new URL(search.address);
  const seen = new Set([search.address]);
  const waiting = [search.address];
  let items = 0;
  let requests = 0;
  let isCut = false;
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    requests += 1;
    const asked = address;
    const problems: FoundStretch['problems'] = [];
    const told = (problem: ImportProblem, detail = '') =>
      problems.push({ path: asked.replace(/\?.*/, ''), problem, detail });
    let text: string | null = null;
    try {
      text = await ports.fetch(address);
    } catch (error) {
      if (requests === 1) throw error;
      told('answer');
    }
    const answer = text === null ? null : await ports.parse(text, address);
    if (answer === null) yield { scenes: [], problems, entries: requests };
    else if ('problem' in answer) {
      told(answer.problem);
      yield { scenes: [], problems, entries: requests };
    } else {
      const scenes = answer.scenes.slice(0, search.most - items);
      items += scenes.length;
      for (const next of onward(answer, search)) {
        if (new URL(next).origin !== origin) told('address-remote', new URL(next).host);
        else if (!seen.has(next)) {
          // A server can name more addresses than there is memory for, so those that will never be asked are not kept.
          if (seen.size >= maxRequests) {
            if (!isCut) told('too-many-entries', String(maxRequests));
            isCut = true;
            break;
          }
          seen.add(next);
          waiting.push(next);
        }
      }
      yield { scenes, problems: [...answer.problems, ...problems], entries: requests };
      if (items >= search.most) return;
    }
  }
}
