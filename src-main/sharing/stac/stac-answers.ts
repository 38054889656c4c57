import {
  type ApiLink,
  collectionId,
  collections,
  conformance,
  itemLinks,
  type LibraryExtent,
  landingPage,
  libraryCollection,
  mediaTypes,
  serviceDescription,
} from './documents.ts';
import { type SearchTerms, tokenAfter } from './search-terms.ts';
import { boxOfShape, intersects, positionsOf } from './shapes.ts';
import { wmtsCapabilities } from './wmts.ts';

/** A scene that a search has found. `isTwin`: another one of the same id was recorded before it. */
export interface FoundRow {
  row: number;
  sceneId: string;
  takenAt: string | null;
  isTwin: boolean;
}

/** What the application supplies: the scenes on disk, and how one is described. */
export interface SharedSource {
  page(terms: {
    box: readonly number[] | null;
    fromDay: string | null;
    toDay: string | null;
    sceneIds: readonly string[] | null;
    isOldestFirst: boolean;
    after: { takenAt: string | null; row: number } | null;
    limit: number;
  }): FoundRow[];
  rings(row: number): number[][];
  /** Returns a scene as a STAC Item with these links and addresses of its files; null if it has no file in this folder. */
  item(
    library: string,
    row: number,
    form: { links: readonly ApiLink[]; hrefOf: (fileId: number, fileName: string) => string },
  ): (Record<string, unknown> & { properties: Record<string, unknown> }) | null;
  extent(): LibraryExtent;
  /** Returns the newest scenes with a raster that can be drawn. */
  drawable(limit: number): FoundRow[];
}

/** What is asked. `base` is the address before each path, `library` the folder of the library. */
export type StacQuestion = { base: string; library: string } & (
  | { ask: 'landing' | 'conformance' | 'description' | 'collections' | 'collection' | 'wmts' }
  | { ask: 'item'; id: string }
  /** `self` is the path with the query; `body` is that of a POST, null for a GET. */
  | { ask: 'search'; terms: SearchTerms; self: string; body: Record<string, unknown> | null }
);

/** An answer as it is sent. */
export interface StacAnswer {
  status: number;
  type: string;
  body: string;
}

/** Scenes of one batch, and those that one request looks at: what it has found by then is answered, with a link to go on. */
const batchScenes = 200;
const mostChecked = 20_000;
/** The pairs of corners that one request compares: some seconds of one thread, which answers all programs. */
const mostPairs = 200_000_000;
/** An answer ends with the item that makes it longer than this, in characters. */
const longestAnswer = 16 * 1024 * 1024;
/** The scenes that have a layer of their own in the capabilities of the WMTS. */
const mostLayers = 200;
const dayMs = 86_400_000;

const dayOf = (ms: number): string | null => {
  const time = new Date(ms);
  return Number.isNaN(time.getTime()) ? null : time.toISOString().slice(0, 10);
};

/** Returns the id of a scene in the API: its own, or with its number where several have it. */
export const itemIdOf = ({ sceneId, row, isTwin }: FoundRow): string =>
  isTwin ? `${sceneId}~${row}` : sceneId;

const withoutNumber = (id: string): string => id.replace(/~\d{1,15}$/, '');

const json = (value: unknown, type: string = mediaTypes.json): StacAnswer => ({
  status: 200,
  type,
  body: JSON.stringify(value),
});

const notFound: StacAnswer = {
  status: 404,
  type: mediaTypes.json,
  body: JSON.stringify({ code: 'NotFound', description: 'There is nothing with this address.' }),
};

/** Creates what answers the questions of other programs. It runs in the thread that reads lists. */
export function createStacAnswers({ scenes }: { scenes: SharedSource }) {
  function itemOf(library: string, base: string, found: FoundRow) {
    const id = itemIdOf(found);
    const item = scenes.item(library, found.row, {
      links: itemLinks(base, id),
      hrefOf: (fileId, fileName) => `${base}/assets/${fileId}/${encodeURIComponent(fileName)}`,
    });
    if (item === null) return null;
    const tiles = `${base}/tiles/${found.row}/{z}/{x}/{y}.png`;
    return {
      ...item,
      id,
      collection: collectionId,
      properties: { ...item.properties, 'nadir:tiles': tiles },
    };
  }

  /** `compared` is told how many pairs of corners were compared at most. */
  function isWanted(
    { shape, from, to, ids }: SearchTerms,
    found: FoundRow,
    compared: (pairs: number) => void,
  ): boolean {
    if (ids !== null && !ids.includes(itemIdOf(found))) return false;
    if (from !== null || to !== null) {
      const ms = Date.parse(found.takenAt ?? '');
      if (!(ms >= (from ?? -Infinity) && ms <= (to ?? Infinity))) return false;
    }
    if (shape === null) return true;
    const rings = scenes.rings(found.row);
    compared((positionsOf(shape) * rings.reduce((sum, ring) => sum + ring.length, 0)) / 2);
    return intersects(shape, rings);
  }

  /** Returns the items of a page, and the row after which the next one begins; null if there is none. */
  function findItems({ library, base }: StacQuestion, terms: SearchTerms) {
    const texts: string[] = [];
    const { shape, from, to, ids, isOldestFirst, limit } = terms;
    const common = {
      box: shape === null ? terms.box : boxOfShape(shape),
      // The days before and after have all times of this interval, whatever their zone.
      fromDay: from === null ? null : dayOf(from - dayMs),
      toDay: to === null ? null : dayOf(to + 2 * dayMs),
      sceneIds: ids === null ? null : [...ids, ...ids.map(withoutNumber)],
      isOldestFirst,
      limit: batchScenes,
    };
    let last: FoundRow | null = null;
    let after = terms.after;
    let pairs = 0;
    const compared = (more: number) => {
      pairs += more;
    };
    for (let checked = 0, length = 0; checked < mostChecked; ) {
      const batch = scenes.page({ ...common, after });
      for (const found of batch) {
        checked += 1;
        const item = isWanted(terms, found, compared) ? itemOf(library, base, found) : null;
        if (item !== null) {
          if (texts.length === limit || length > longestAnswer) return { texts, next: last };
          const text = JSON.stringify(item);
          length += text.length;
          texts.push(text);
        }
        if (texts.length < limit || item !== null) last = found;
        after = found;
        if (pairs >= mostPairs) return { texts, next: last };
      }
      if (batch.length < batchScenes) return { texts, next: null };
    }
    return { texts, next: last };
  }

  function nextLink(question: Extract<StacQuestion, { ask: 'search' }>, { takenAt, row }: FoundRow): ApiLink {
    const { base, self, body, terms } = question;
    const token = tokenAfter(takenAt, row, terms.isOldestFirst);
    if (body !== null)
      return {
        ...{ rel: 'next', href: `${base}/search`, type: mediaTypes.geoJson, method: 'POST' },
        body: { ...body, token },
      };
    const url = new URL(self, 'http://127.0.0.1');
    url.searchParams.set('token', token);
    return { rel: 'next', href: `${base}${url.pathname}${url.search}`, type: mediaTypes.geoJson };
  }

  function search(question: Extract<StacQuestion, { ask: 'search' }>): StacAnswer {
    const { base, self, terms } = question;
    const { texts, next } = terms.isOfLibrary ? findItems(question, terms) : { texts: [], next: null };
    const links: ApiLink[] = [
      { rel: 'self', href: `${base}${self}`, type: mediaTypes.geoJson },
      { rel: 'root', href: `${base}/`, type: mediaTypes.json },
      ...(next === null ? [] : [nextLink(question, next)]),
    ];
    const head = JSON.stringify({ type: 'FeatureCollection', numberReturned: texts.length, links });
    return {
      status: 200,
      type: mediaTypes.geoJson,
      body: `${head.slice(0, -1)},"features":[${texts.join(',')}]}`,
    };
  }

  function item(question: Extract<StacQuestion, { ask: 'item' }>): StacAnswer {
    const { library, base, id } = question;
    const none = { box: null, fromDay: null, toDay: null, after: null, isOldestFirst: true };
    const sceneIds = [id, withoutNumber(id)];
    const found = scenes
      .page({ ...none, sceneIds, limit: batchScenes })
      .find((each) => itemIdOf(each) === id);
    const made = found === undefined ? null : itemOf(library, base, found);
    return made === null ? notFound : json(made, mediaTypes.geoJson);
  }

  return (question: StacQuestion): StacAnswer => {
    const { base } = question;
    switch (question.ask) {
      case 'landing':
        return json(landingPage(base));
      case 'conformance':
        return json(conformance());
      case 'description':
        return json(serviceDescription(base), mediaTypes.openApi);
      case 'collections':
        return json(collections(base, scenes.extent()));
      case 'collection':
        return json(libraryCollection(base, scenes.extent()));
      case 'item':
        return item(question);
      case 'search':
        return search(question);
      case 'wmts':
        return {
          status: 200,
          type: 'application/xml',
          body: wmtsCapabilities(
            base,
            scenes.drawable(mostLayers).map((found) => ({
              id: String(found.row),
              title: [found.takenAt?.slice(0, 16).replace('T', ' '), itemIdOf(found)]
                .filter(Boolean)
                .join(' '),
              ring: scenes.rings(found.row)[0] ?? [],
            })),
          ),
        };
    }
  };
}
