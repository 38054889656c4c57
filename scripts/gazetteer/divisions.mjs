import { boxAround, groupBy, nearLongitude, rankOfPeople, readCountryCode, spellings } from './entry.mjs';

/** Below a town of the same name, which is meant more often: New York, Luxembourg, Québec. */
const belowTowns = -22;
const districtRank = 26;
/** Groups the divisions of Kosovo, Somaliland and others, for which Natural Earth has no code of a country. */
const withoutCountry = '';
/** Around the towns of a division, because its borders are not at hand. Degrees. */
const roomDegrees = 0.15;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** The middle and the box of the towns of a division; the box is that of nearly all of them. */
function placeOf(towns) {
  const reference = median(towns.map(({ longitude }) => longitude));
  const at = towns.map(({ longitude, latitude }) => [nearLongitude(longitude, reference), latitude]);
  const middle = [median(at.map(([x]) => x)), median(at.map(([, y]) => y))];
  const distance = ([x, y]) =>
    Math.hypot((x - middle[0]) * Math.cos((middle[1] * Math.PI) / 180), y - middle[1]);
  const near = at
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, Math.max(1, Math.ceil(at.length * 0.99)));
  const [west, south, east, north] = boxAround([middle, ...near]);
  return {
    middle,
    box: [west - roomDegrees, south - roomDegrees, east + roomDegrees, north + roomDegrees],
  };
}

const squared = (point, town) =>
  ((nearLongitude(point[0], town.longitude) - town.longitude) * Math.cos((town.latitude * Math.PI) / 180)) **
    2 +
  (point[1] - town.latitude) ** 2;

/** The nearest of some places with `at`. */
function nearestOf(places, town) {
  let best = null;
  let least = Number.POSITIVE_INFINITY;
  for (const place of places) {
    const distance = squared(place.at, town);
    if (distance < least) [best, least] = [place, distance];
  }
  return best;
}

/** The labels of Natural Earth in one country, each with the towns that are nearer to it than to all others. */
function labelledTowns(labels, towns) {
  const points = labels.map(({ properties, geometry }) => ({
    name: properties.name,
    at: geometry.coordinates,
    towns: [],
  }));
  for (const town of towns) nearestOf(points, town).towns.push(town);
  return groupBy(points, ({ name }) => name);
}

/** A label is another name of a division if so many of its towns lie there, and so many of that division's are its. */
const wholeShare = 0.6;

/** The division in which most towns of a label lie, and whether the label is its name. */
function divisionOfLabel(points, townsOf) {
  const own = points.flatMap(({ towns }) => towns);
  const counts = groupBy(own, ({ division }) => division);
  const [most] = [...counts].toSorted((a, b) => b[1].length - a[1].length);
  if (most === undefined) return { code: null, isWhole: false };
  const [code, towns] = most;
  const share = Math.min(towns.length / own.length, towns.length / townsOf.get(code).length);
  return { code, isWhole: share >= wholeShare };
}

/**
 * First-level divisions of GeoNames, with their towns' box, and what Natural Earth calls them. Divisions that Natural
 * Earth has and GeoNames has not, such as the counties of England, are districts.
 * @param {{ divisions: { code: string, name: string }[], labels: object[], towns: import('./entry.mjs').Entry[] }} sources
 * @returns {import('./entry.mjs').Entry[]}
 */
export function makeDivisions({ divisions, labels, towns }) {
  const townsOf = groupBy(towns, ({ division }) => division);
  const others = new Map();
  const districts = [];
  const labelled = groupBy(
    labels.filter(({ properties }) => properties.name),
    ({ properties }) => readCountryCode(properties.iso_a2) ?? withoutCountry,
  );
  const townsIn = groupBy(towns, ({ country }) => country);
  for (const [country, inCountry] of labelled) {
    const named = labelledTowns(inCountry, townsIn.get(country) ?? []);
    const divisionOf = new Map([...named].map(([name, points]) => [name, divisionOfLabel(points, townsOf)]));
    const namesOf = groupBy([...named.keys()], (name) => divisionOf.get(name).code);
    for (const [name, points] of named) {
      const { code, isWhole } = divisionOf.get(name);
      // The only label within a division is another name of it.
      if (isWhole && namesOf.get(code).length === 1) {
        others.set(code, [name]);
        continue;
      }
      const [point] = points.toSorted((a, b) => b.towns.length - a.towns.length);
      districts.push({
        kind: 'district',
        names: spellings([name]),
        country: country === withoutCountry ? null : country,
        division: code,
        longitude: point.at[0],
        latitude: point.at[1],
        amount: 0,
        rank: districtRank,
      });
    }
  }
  const known = divisions
    .filter(({ code }) => townsOf.has(code))
    .map(({ code, name }) => {
      const own = townsOf.get(code);
      const { middle, box } = placeOf(own);
      const people = own.filter(({ kind }) => kind !== 'part').reduce((sum, { amount }) => sum + amount, 0);
      return {
        kind: 'division',
        names: spellings([name, ...(others.get(code) ?? [])]),
        country: code.slice(0, 2),
        division: code,
        longitude: middle[0],
        latitude: middle[1],
        amount: 0,
        rank: rankOfPeople(people) + belowTowns,
        box,
      };
    });
  const taken = new Set(known.flatMap(({ country, names }) => names.map((name) => `${country} ${name}`)));
  return [...known, ...districts.filter(({ country, names }) => !taken.has(`${country} ${names[0]}`))];
}
