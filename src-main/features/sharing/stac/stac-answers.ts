import { isoPeriod } from '../../../../src-preload/contract/acquired.ts';
import {
  type ApiLink,
  collections,
  conformance,
  landingPage,
  libraryCollection,
  mediaTypes,
  serviceDescription,
} from './documents.ts';
import { createSearchItems, type SearchItems } from './search-items.ts';
import { tokenAfter } from './search-terms.ts';
import { type FoundRow, itemIdOf, type SharedSource } from './shared-source.ts';
import { createStacItems } from './stac-items.ts';
import type { SearchQuestion, StacAnswer, StacQuestion } from './stac-question.ts';
import { type WmtsLayer, wmtsCapabilities } from './wmts.ts';

/** Returns the link to the page after this row, by the method of the question. */
function nextLink({ base, self, body, terms }: SearchQuestion, { takenFrom, row }: FoundRow): ApiLink {
  const token = tokenAfter(takenFrom, row, terms.isOldestFirst);
  if (body !== null)
    return {
      rel: 'next',
      href: `${base}/search`,
      type: mediaTypes.geoJson,
      method: 'POST',
      body: { ...body, token },
    };
  const url = new URL(self, 'http://127.0.0.1');
  url.searchParams.set('token', token);
  return { rel: 'next', href: `${base}${url.pathname}${url.search}`, type: mediaTypes.geoJson };
}

/** Returns the answer to a search: a page of items as a FeatureCollection, with a link to the next page. */
function searchAnswer(question: SearchQuestion, findItems: SearchItems): StacAnswer {
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

/** The scenes that have a layer of their own in the capabilities of the WMTS. */
const maxLayers = 200;

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

/** Returns when the scene of a layer was acquired: to the minute, or its period. */
function timeOfLayer({ takenFrom, takenUntil }: FoundRow): string | null {
  if (takenFrom === null || takenUntil === null) return null;
  return takenFrom === takenUntil
    ? takenFrom.slice(0, 16).replace('T', ' ')
    : isoPeriod({ start: takenFrom, end: takenUntil });
}

/** Creates the function that answers the questions of other programs. It runs in the thread that reads lists. */
export function createStacAnswers({ scenes }: { scenes: SharedSource }) {
  const { itemOf, itemWithId } = createStacItems({ scenes });
  const findItems = createSearchItems({ scenes, itemOf });

  const layers = (): WmtsLayer[] =>
    scenes.drawable(maxLayers).map((found) => ({
      id: String(found.row),
      title: [timeOfLayer(found), itemIdOf(found)].filter(Boolean).join(' '),
      ring: scenes.rings(found.row)[0] ?? [],
    }));

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
      case 'item': {
        const item = itemWithId(question, question.id);
        return item === null ? notFound : json(item, mediaTypes.geoJson);
      }
      case 'search':
        return searchAnswer(question, findItems);
      case 'wmts':
        return { status: 200, type: 'application/xml', body: wmtsCapabilities(base, layers()) };
    }
  };
}
