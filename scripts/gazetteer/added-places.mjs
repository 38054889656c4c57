import { rankOfPeople } from './entry.mjs';

/** Large places that the tables of GeoNames lack as towns, with the people of the last count that was published. */
const places = [
  ['El Alto', 'BO', 'BO.04', -68.163, -16.51, 943_558],
  ['Kutupalong', 'BD', 'BD.84', 92.163, 21.213, 600_000],
];

/** @returns {import('./entry.mjs').Entry[]} */
export const addedPlaces = () =>
  places.map(([name, country, division, longitude, latitude, people]) => ({
    kind: 'town',
    names: [name],
    country,
    division,
    longitude,
    latitude,
    amount: people,
    rank: rankOfPeople(people),
  }));
