import Papa from 'papaparse';
import { nearLongitude, spellings } from './entry.mjs';

/** Farther apart than this, two places are not the same field. */
const sameKm = 8;
/** A field without a known code is the one that is as near as this. */
const nearKm = 3;
/** Farther than this from where it was, a code belongs to something else. */
const movedKm = 100;
/** Below the towns that they are named after. */
const otherRank = 20;
/** Large fields that were opened after Natural Earth was made. */
const largeCodes = new Set(['BER', 'IST', 'PKX', 'TFU', 'NBJ', 'KTI', 'DWC', 'SAW']);
const largeRank = 55;

function kmBetween(a, b) {
  const shrink = Math.cos((a.latitude * Math.PI) / 180);
  return (
    111.2 *
    Math.hypot((nearLongitude(b.longitude, a.longitude) - a.longitude) * shrink, b.latitude - a.latitude)
  );
}

/** Reads the table `airports.csv` of the package `airportsdata`. */
export const readAirports = (text) =>
  Papa.parse(text, { header: true, skipEmptyLines: true }).data.map(({ name, iata, icao, lon, lat }) => ({
    name: name.trim(),
    iata,
    icao,
    longitude: Number(lon),
    latitude: Number(lat),
  }));

const airportName = (name) =>
  /(port|field|base|station|heliport|aerodrome|aeropuerto|aeroporto|aéroport|flughafen)\b/i.test(name)
    ? name
    : `${name} Airport`;
const codesOf = ({ iata, icao }) => [iata, icao].filter((code) => code !== '');

/**
 * Corrects the airports of Natural Earth, which are those of some years ago: a code that has gone to another field names that one, a
 * field that was closed is left out, and the other airports with a code of three letters are added.
 * @param {import('./entry.mjs').Entry[]} entries
 * @param {ReturnType<typeof readAirports>} airports
 * @returns {import('./entry.mjs').Entry[]}
 */
export function withCurrentAirports(entries, airports) {
  const byIata = new Map(airports.filter(({ iata }) => iata !== '').map((each) => [each.iata, each]));
  const byIcao = new Map(airports.map((each) => [each.icao, each]));
  const used = new Set();
  const corrected = entries.flatMap((entry) => {
    if (entry.kind !== 'airport') return [entry];
    const codes = entry.names.filter((name) => /^[A-Z0-9]{3,4}$/.test(name));
    const names = entry.names.filter((name) => !codes.includes(name));
    const iata = byIata.get(codes.find((code) => code.length === 3));
    const icao = byIcao.get(codes.find((code) => code.length === 4));
    const place = ({ longitude, latitude }) => ({ ...entry, longitude, latitude });
    const found = [];
    const moved = iata === undefined ? Number.POSITIVE_INFINITY : kmBetween(entry, iata);
    if (moved <= sameKm || (moved < movedKm && iata === icao)) {
      used.add(iata);
      return [
        {
          ...place(moved <= sameKm ? entry : iata),
          names: spellings([...names, iata.name, ...codesOf(iata)]),
        },
      ];
    }
    // The code went to another field, which has a name of its own.
    if (moved < movedKm) {
      used.add(iata);
      found.push({ ...place(iata), names: spellings([airportName(iata.name), ...codesOf(iata)]) });
    }
    const here =
      icao !== undefined && kmBetween(entry, icao) <= sameKm
        ? icao
        : airports.find((each) => kmBetween(entry, each) <= nearKm);
    if (here !== undefined && !used.has(here)) {
      used.add(here);
      const rank = moved < movedKm ? otherRank : entry.rank;
      found.push({ ...entry, rank, names: spellings([...names, here.name, ...codesOf(here)]) });
    }
    return found;
  });
  const others = airports
    .filter((each) => each.iata !== '' && !used.has(each))
    .map(({ name, iata, icao, longitude, latitude }) => ({
      kind: 'airport',
      names: spellings([airportName(name), iata, icao]),
      country: null,
      division: null,
      amount: 0,
      rank: largeCodes.has(iata) ? largeRank : otherRank,
      longitude,
      latitude,
    }))
    .filter(({ names }) => names.length > 0);
  return [...corrected, ...others];
}
