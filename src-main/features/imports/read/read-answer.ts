import { createHash } from 'node:crypto';
import { linkTo, nameOfHref, readStac, type StacItem, type StacLink } from '../format/read-stac.ts';
import type { FoundProblem, FoundScene } from '../found-scene.ts';
import { nameFiles } from './scene-files.ts';

/** The content of a response. All addresses are absolute, resolved against that of the response, and not requested yet. */
export interface StacAnswer {
  kind: 'items' | 'container' | 'other';
  scenes: FoundScene[];
  problems: FoundProblem[];
  /** Addresses of the catalogs and items to which it links. */
  follow: string[];
  /** Address of the next page. */
  next: string | null;
  /** Addresses of the search of an API, and of the items of a collection of an API. */
  search: string | null;
  items: string | null;
}

const maxFollowed = 2_000;

/** Returns the absolute form of an address; null if its scheme is not http or https. */
function absolute(href: string, base: string): string | null {
  const url = URL.parse(href, base);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

function sceneOf(
  item: StacItem,
  address: string,
  { problems, safeName }: { problems: FoundProblem[]; safeName: (name: string) => string },
): FoundScene | null {
  for (const { what, problem, detail = '' } of item.problems)
    problems.push({ path: `${item.id} ${what}`.trim(), problem, detail });
  const base = absolute(linkTo(item.links, 'self') ?? address, address) ?? address;
  const hash = createHash('sha256').update(item.id);
  const files = item.assets.flatMap(({ key, href, alternates, kind, name, bands, sizeBytes, sha256 }) => {
    // Public archives give the bucket first and its address on the web beside it.
    const usable = [href, ...alternates].find((each) => absolute(each, base) !== null) ?? null;
    const from = usable === null ? null : absolute(usable, base);
    if (usable === null || from === null) {
      problems.push({
        path: `${item.id}: ${key}`,
        problem: 'address-remote',
        detail: nameOfHref(href).slice(0, 200),
      });
      return [];
    }
    hash.update(new URL(from).pathname);
    const pathInScene = nameOfHref(usable) || key;
    return [{ kind, bands, from, isRemote: true, sizeBytes, sha256, role: name, pathInScene }];
  });
  if (files.every(({ role }) => role === 'thumbnail')) {
    problems.push({ path: item.id, problem: 'no-files', detail: '' });
    return null;
  }
  return {
    scene: item.scene,
    fingerprint: hash.digest('hex').slice(0, 8),
    hasItem: true,
    files: nameFiles(files, safeName),
  };
}

function linksOf(links: readonly StacLink[], address: string) {
  const to = (rel: string) => {
    const href = linkTo(links, rel);
    return href === null ? null : absolute(href, address);
  };
  const link = links.find(({ rel }) => rel === 'next');
  const next = link?.method === 'GET' ? absolute(link.href, address) : null;
  return {
    follow: links
      .filter(({ rel }) => rel === 'child' || rel === 'item')
      .slice(0, maxFollowed)
      .flatMap(({ href }) => absolute(href, address) ?? []),
    next,
    hasUnreachableNext: link !== undefined && next === null,
    items: to('items'),
    search: to('search'),
  };
}

/** Returns the content of a response: an item, a page of items, a catalog or an API. */
export function readAnswer(value: unknown, address: string, safeName: (name: string) => string): StacAnswer {
  const read = readStac(value);
  const problems: FoundProblem[] = [];
  const empty: StacAnswer = {
    kind: 'other',
    scenes: [],
    problems,
    follow: [],
    next: null,
    search: null,
    items: null,
  };
  const place = new URL(address).host;
  if (read.kind === 'other') {
    problems.push({ path: place, problem: read.problem, detail: '' });
    return empty;
  }
  const add = (item: StacItem) => sceneOf(item, address, { problems, safeName });
  if (read.kind === 'item') {
    const scene = add(read);
    return { ...empty, kind: 'items', scenes: scene === null ? [] : [scene] };
  }
  if (read.kind === 'container') {
    const { follow, items, search } = linksOf(read.links, address);
    return { ...empty, kind: 'container', follow, items, search: read.isApi ? search : null };
  }
  const { next, hasUnreachableNext } = linksOf(read.links, address);
  const scenes: FoundScene[] = [];
  for (const [n, each] of read.items.entries()) {
    const item = readStac(each);
    if (item.kind !== 'item') {
      problems.push({ path: `${place} (${n + 1})`, problem: 'invalid', detail: '' });
      continue;
    }
    const scene = add(item);
    if (scene !== null) scenes.push(scene);
  }
  if (hasUnreachableNext) problems.push({ path: place, problem: 'further-pages', detail: '' });
  return { ...empty, kind: 'items', scenes, next };
}
