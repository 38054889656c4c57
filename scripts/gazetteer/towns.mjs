import { rankOfPeople, spellings } from './entry.mjs';

/** What GeoNames calls the kinds of populated places (geonames.org/export/codes.html); all others are towns. */
const kinds = {
  PPLC: 'capital',
  PPLG: 'capital',
  PPLX: 'part',
  PPLH: 'former',
  PPLQ: 'former',
  PPLW: 'former',
  PPLCH: 'former',
};
/** A capital or the seat of a division is meant more often than another town of its size. */
const seatRanks = { PPLC: 6, PPLG: 6, PPLA: 3, PPLA2: 1 };
/** Parts of towns and what is deserted are meant less often. */
const lesserRanks = { part: -8, former: -6 };
/** Codes of airports, such as NYC, are known as names of cities that have several. */
const codePeople = 1_000_000;

/** GeoNames mixes transliterations (`bei jing`), codes and addresses into the other names. */
function isName(name, people) {
  if (/^\p{Ll}/u.test(name) && /^\p{Script=Latin}/u.test(name)) return false;
  if (/^[A-Z]{2,4}$/.test(name)) return people >= codePeople && name.length === 3;
  return !/^https?:/.test(name) && name.length <= 60;
}

/**
 * The towns of GeoNames' table `cities500.txt`.
 * @param {string} text
 * @returns {(import('./entry.mjs').Entry & { zone: string })[]} with their time zones
 */
export function readTowns(text) {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, name, ascii, others, latitude, longitude, , feature, country, , division, ...rest] =
        line.split('\t');
      const [, , , population, , , zone] = rest;
      const people = Number(population);
      const kind = kinds[feature] ?? 'town';
      return {
        kind,
        names: spellings([name, ascii, ...others.split(',').filter((other) => isName(other, people))]),
        country,
        division: division === '' ? null : `${country}.${division}`,
        longitude: Number(longitude),
        latitude: Number(latitude),
        amount: people,
        zone,
        rank: rankOfPeople(people) + (seatRanks[feature] ?? 0) + (lesserRanks[kind] ?? 0),
      };
    })
    .filter(({ names }) => names.length > 0);
}
