import { groupBy, nearLongitude, rankOfPeople, spellings } from './entry.mjs';

/** Two entries of one name are the same town up to this far apart, in degrees. */
const sameDegrees = 0.05;
/** In a country of which more towns than this share have got another division, the others have the division of the nearest town. */
const reformedShare = 0.02;

const keyOf = (country, name) => `${country} ${name.toLowerCase()}`;

const isNear = (a, b) =>
  Math.abs(a.latitude - b.latitude) < sameDegrees &&
  Math.abs(nearLongitude(a.longitude, b.longitude) - b.longitude) < sameDegrees;

function nearestOf(towns, { longitude, latitude }) {
  const shrink = Math.cos((latitude * Math.PI) / 180);
  let [best, least] = [null, Number.POSITIVE_INFINITY];
  for (const town of towns) {
    const distance = Math.hypot(
      (nearLongitude(town.longitude, longitude) - longitude) * shrink,
      town.latitude - latitude,
    );
    if (distance < least) [best, least] = [town, distance];
  }
  return best;
}

/**
 * Gives towns the divisions of the table from which the names of divisions are: GeoNames gives the codes of a country to other
 * divisions after a reform, so that the code of an older table names a wrong one. Adds the towns that the older table lacks.
 * @param {import('./entry.mjs').Entry[]} towns
 * @param {{ name: string, lat: string, lng: string, country: string, admin1: string }[]} current
 * @returns {import('./entry.mjs').Entry[]}
 */
export function withCurrentDivisions(towns, current) {
  const now = current.map(({ name, lat, lng, country, admin1 }) => ({
    name,
    country,
    division: admin1 === '' ? null : `${country}.${admin1}`,
    longitude: Number(lng),
    latitude: Number(lat),
  }));
  const named = groupBy(now, ({ country, name }) => keyOf(country, name));
  const found = new Map();
  const taken = new Set();
  for (const town of towns) {
    const same = named.get(keyOf(town.country, town.names[0]))?.find((each) => isNear(each, town));
    if (same === undefined) continue;
    found.set(town, same);
    taken.add(same);
  }
  const ofCountry = groupBy([...found], ([town]) => town.country);
  const isReformed = (country) => {
    const pairs = ofCountry.get(country) ?? [];
    const moved = pairs.filter(([town, same]) => town.division !== same.division);
    return moved.length > reformedShare * pairs.length;
  };
  const reformed = new Set([...ofCountry.keys()].filter(isReformed));
  const inReformed = groupBy(
    now.filter(({ country }) => reformed.has(country)),
    ({ country }) => country,
  );
  const divisionOf = (town) => {
    const same = found.get(town);
    if (same !== undefined) return same.division;
    if (!reformed.has(town.country)) return town.division;
    return nearestOf(inReformed.get(town.country) ?? [], town)?.division ?? null;
  };
  const known = new Set(towns.flatMap(({ country, names }) => names.map((name) => keyOf(country, name))));
  const added = now
    .filter((town) => !taken.has(town) && !known.has(keyOf(town.country, town.name)))
    .map(({ name, country, division, longitude, latitude }) => ({
      kind: 'town',
      names: spellings([name]),
      country,
      division,
      longitude,
      latitude,
      amount: 0,
      rank: rankOfPeople(0),
    }))
    .filter(({ names }) => names.length > 0);
  return [...towns.map((town) => ({ ...town, division: divisionOf(town) })), ...added];
}
