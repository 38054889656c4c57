import { type ApiLink, mediaTypes } from './documents.ts';
import type { SearchItems } from './search-items.ts';
import { tokenAfter } from './search-terms.ts';
import type { FoundRow } from './shared-source.ts';
import type { SearchQuestion, StacAnswer } from './stac-question.ts';

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
export function searchAnswer(question: SearchQuestion, findItems: SearchItems): StacAnswer {
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
