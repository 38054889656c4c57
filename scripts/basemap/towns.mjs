// Towns: those of GeoNames, ranked with the help of Natural Earth, which knows what matters where few people live.
import { mercatorX, mercatorY } from '../../src-shared/geometry/mercator.ts';
import { plainName } from './names.mjs';
import { createSpanishTowns } from './place-names.mjs';

/** Gone, or not a place where people live. */
const noTowns = new Set(['PPLQ', 'PPLH', 'PPLW', 'PPLCH', 'PPLR']);
/** The zoom of the view from which a town of this rank of Natural Earth may be named. */
const zoomOfRank = [2.4, 2.9, 3.4, 3.9, 4.4, 4.9, 5.4, 6, 6.6, 7.1, 7.6];
/** The same for the people of a town that Natural Earth does not have. */
const zoomOfPeople = [
  [1_000_000, 5.4],
  [400_000, 5.9],
  [150_000, 6.5],
  [60_000, 7],
  [25_000, 7.5],
  [10_000, 8.2],
  [4_000, 9],
  [1_500, 10],
  [800, 10.8],
  [0, 11.5],
];
const districtLater = 1.5;
/** A name and the room around it, in CSS pixels: nearer together two towns are not named at one zoom. */
const roomPx = [96, 30];
const zoomStep = 0.5;
const lastZoom = 13;
const nearDegrees = 0.06;

const cell = ([x, y]) => `${Math.floor(x)} ${Math.floor(y)}`;

function gridOf(towns) {
  const grid = new Map();
  for (const town of towns) {
    const key = cell(town.at);
    const there = grid.get(key);
    if (there) there.push(town);
    else grid.set(key, [town]);
  }
  return ([x, y]) => {
    const found = [];
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1]) found.push(...(grid.get(cell([x + dx, y + dy])) ?? []));
    return found;
  };
}

const away = ([ax, ay], [bx, by]) => Math.hypot((ax - bx) * Math.cos((ay * Math.PI) / 180), ay - by);

/** The town of GeoNames that a place of Natural Earth is; null for none. */
function matchOf(properties, at, byId, near) {
  const byNumber = byId.get(properties.GEONAMEID);
  if (byNumber && away(byNumber.at, at) < 1) return byNumber;
  const names = new Set(
    [properties.NAME, properties.NAMEASCII, ...(properties.NAMEALT ?? '').split('|')].map((name) =>
      plainName(name ?? ''),
    ),
  );
  const around = near(at).filter((town) => away(town.at, at) < 0.3);
  const same = around.filter(
    (town) =>
      names.has(plainName(town.name)) ||
      town.alternates.split(',').some((name) => names.has(plainName(name))),
  );
  const pool =
    same.length > 0
      ? same
      : around.filter((town) => away(town.at, at) < nearDegrees && town.people > 0.3 * properties.POP_MAX);
  return pool.sort((a, b) => b.people - a.people)[0] ?? null;
}

const capitalOf = (featureClass) => {
  if (/^Admin-0 capital$/.test(featureClass)) return 2;
  return /^Admin-[01] (region )?capital|^Admin-0 capital alt/.test(featureClass) ? 1 : 0;
};

function ranked(all, places) {
  const byId = new Map(all.map((town) => [town.id, town]));
  const near = gridOf(all);
  const rankOf = new Map();
  const added = [];
  for (const { properties, geometry } of places) {
    const at = geometry.coordinates;
    const fact = {
      rank: properties.SCALERANK,
      capital: capitalOf(properties.FEATURECLA),
      people: properties.POP_MAX,
    };
    const town = matchOf(properties, at, byId, near);
    if (town) {
      const known = rankOf.get(town);
      if (!known || known.rank > fact.rank)
        rankOf.set(town, { ...fact, capital: Math.max(fact.capital, known?.capital ?? 0) });
    } else if (properties.NAME) {
      const station = /station/i.test(properties.FEATURECLA);
      const place = {
        id: 0,
        name: properties.NAME,
        at,
        code: station ? 'STN' : 'PPL',
        country: properties.ISO_A2,
        people: Math.max(0, properties.POP_MAX ?? 0),
        zone: '',
        alternates: '',
      };
      added.push(place);
      rankOf.set(place, fact);
    }
  }
  return [...all, ...added].map((town) => {
    const fact = rankOf.get(town);
    const capital =
      town.code === 'PPLC'
        ? 2
        : Math.max(fact?.capital === 2 ? 1 : (fact?.capital ?? 0), town.code === 'PPLA' ? 1 : 0);
    const byPeople =
      zoomOfPeople.find(([least]) => town.people >= least)[1] + (town.code === 'PPLX' ? districtLater : 0);
    // An important town of a thinly settled country may be a village elsewhere, never the other way round.
    const byRank = fact ? (zoomOfRank[fact.rank] ?? lastZoom) : lastZoom;
    const floor = Math.min(
      byRank,
      town.code === 'PPLX' && !fact ? byPeople : Math.min(byPeople, capital === 2 ? 4.4 : 99),
    );
    return { ...town, capital, floor };
  });
}

/** Gives each town the first zoom at which no more important one is too near to be named beside it. */
function spread(towns) {
  const taken = new Map();
  const halfWorld = mercatorX(180);
  const at = (zoom, town) => {
    const pixel = (2 * halfWorld) / 256 / 2 ** zoom;
    return [mercatorX(town.at[0]) / pixel / roomPx[0], mercatorY(town.at[1]) / pixel / roomPx[1]];
  };
  const free = (zoom, town) => {
    const [x, y] = at(zoom, town);
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1])
        for (const other of taken.get(`${zoom} ${Math.floor(x) + dx} ${Math.floor(y) + dy}`) ?? [])
          if (Math.abs(other[0] - x) < 1 && Math.abs(other[1] - y) < 1) return false;
    return true;
  };
  const take = (from, town) => {
    for (let zoom = from; zoom < lastZoom; zoom += zoomStep) {
      const place = at(zoom, town);
      const key = `${zoom} ${Math.floor(place[0])} ${Math.floor(place[1])}`;
      const there = taken.get(key);
      if (there) there.push(place);
      else taken.set(key, [place]);
    }
  };
  return towns.map((town) => {
    let zoom = Math.ceil(town.floor / zoomStep) * zoomStep;
    while (zoom < lastZoom && !free(zoom, town)) zoom += zoomStep;
    take(zoom, town);
    return { ...town, z: Math.max(town.floor, zoom - zoomStep) };
  });
}

/**
 * Returns towns `{ at, name, es, country, people, capital, kind, z }`, the most important first; `capital` is 2 for that
 * of a country and 1 for that of a division.
 */
export function townsOf({ geoNames, places, english, spanish }) {
  const inSpanish = createSpanishTowns({ english, spanish });
  const all = geoNames.filter(({ code }) => !noTowns.has(code));
  const sorted = ranked(all, places).sort(
    (a, b) => a.floor - b.floor || b.capital - a.capital || b.people - a.people || a.id - b.id,
  );
  return spread(sorted).map((town) => {
    const es = inSpanish(town);
    const kind =
      town.code === 'STN' ? 'station' : town.code === 'PPLX' && town.capital === 0 ? 'district' : 'town';
    return { ...town, kind, es: es === town.name ? null : es };
  });
}
