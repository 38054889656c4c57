import { isoPeriod } from '../../../../src-preload/contract/acquired.ts';
import {
  collections,
  conformance,
  landingPage,
  libraryCollection,
  mediaTypes,
  serviceDescription,
} from './documents.ts';
import { searchAnswer } from './search-answer.ts';
import { createSearchItems } from './search-items.ts';
import { type FoundRow, itemIdOf, type SharedSource } from './shared-source.ts';
import { createStacItems } from './stac-items.ts';
import type { StacAnswer, StacQuestion } from './stac-question.ts';
import { type WmtsLayer, wmtsCapabilities } from './wmts.ts';

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
