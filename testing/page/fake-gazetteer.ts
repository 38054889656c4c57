import type { FoundPlace, WhereIs } from '../../src-renderer/gazetteer/found-place.ts';
import type { Gazetteer } from '../../src-renderer/gazetteer/gazetteer.ts';
import { gazetteerStore } from '../../src-renderer/gazetteer/gazetteer-store.ts';
import type { NameSearch } from '../../src-renderer/gazetteer/search-names.ts';

/** A found place; what is left out is that of Vienna. */
export const foundPlace = (place: Partial<FoundPlace> = {}): FoundPlace => ({
  entry: 1,
  name: 'Vienna',
  matched: null,
  kind: 'capital',
  country: 'AT',
  division: 'Vienna',
  amount: 1_691_468,
  at: [16.37208, 48.20849],
  box: null,
  ...place,
});

/** What is at a place; what is left out is 8 km north-east of Freising. */
export const whereOf = (where: Partial<WhereIs> = {}): WhereIs => ({
  town: { name: 'Freising', country: 'DE', division: 'Bavaria', distanceKm: 8.04, direction: 'ne' },
  largerTown: { name: 'Munich', country: 'DE', division: 'Bavaria', distanceKm: 40.2, direction: 'n' },
  country: { code: 'DE', name: 'Germany', distanceKm: 0 },
  otherCountry: null,
  dispute: null,
  division: 'Bavaria',
  water: null,
  region: null,
  ...where,
});

/** Puts names in the place of the embedded ones, which need a thread; returns what was searched. */
export function fakeGazetteer(answers: Partial<Pick<Gazetteer, 'find' | 'whereIs'>>): {
  searches: NameSearch[];
} {
  const searches: NameSearch[] = [];
  const gazetteer: Gazetteer = {
    find: (search, signal) => {
      searches.push(search);
      return answers.find?.(search, signal) ?? Promise.resolve([]);
    },
    whereIs: (...asked) => answers.whereIs?.(...asked) ?? Promise.resolve(whereOf()),
    load: () => undefined,
  };
  gazetteerStore.setState({ gazetteer });
  return { searches };
}
