// node scripts/make-disputed-areas.mjs ne_10m_admin_0_disputed_areas.geojson
// By hand, not by tests: makes resources/gazetteer/disputed-areas.json, the areas that more than one state claims, as Natural Earth has
// them. docs/development.md says where the source comes from.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import LineString from 'ol/geom/LineString.js';
import { polygonsOf } from './basemap/geometry.mjs';

/** The lines of the map are off by more than this. Degrees. */
const toleranceDegrees = 0.004;

/** The states of the notes by ISO 3166-1, as they are spelled there. */
const codes = {
  Argentina: 'AR',
  Azer: 'AZ',
  Belize: 'BZ',
  Bhutan: 'BT',
  Bolivia: 'BO',
  Brunei: 'BN',
  Canada: 'CA',
  Chile: 'CL',
  China: 'CN',
  Colombia: 'CO',
  Columbia: 'CO',
  Comoros: 'KM',
  Cuba: 'CU',
  Cyprus: 'CY',
  Denmark: 'DK',
  Egypt: 'EG',
  'Equatorial Guinea': 'GQ',
  France: 'FR',
  Gabon: 'GA',
  Georgia: 'GE',
  Guatemala: 'GT',
  Guyana: 'GY',
  Haiti: 'HT',
  Honduras: 'HN',
  Iceland: 'IS',
  India: 'IN',
  Iran: 'IR',
  Ireland: 'IE',
  Israel: 'IL',
  Jamaica: 'JM',
  Japan: 'JP',
  Kenya: 'KE',
  Lebanon: 'LB',
  Madagascar: 'MG',
  Malaysia: 'MY',
  'Marshall Islands': 'MH',
  Mauritius: 'MU',
  Moldova: 'MD',
  Morocco: 'MA',
  Nepal: 'NP',
  Nicaragua: 'NI',
  Pakistan: 'PK',
  Portugal: 'PT',
  Russia: 'RU',
  'Saudi Arabia': 'SA',
  Seychelles: 'SC',
  Somalia: 'SO',
  'South Korea': 'KR',
  'South Sudan': 'SS',
  Spain: 'ES',
  Sudan: 'SD',
  Suriname: 'SR',
  Syria: 'SY',
  Taiwan: 'TW',
  Tokelau: 'TK',
  'U.K': 'GB',
  'U.S.A': 'US',
  UAE: 'AE',
  Ukraine: 'UA',
  'United States': 'US',
  Vanuatu: 'VU',
  Venezuela: 'VE',
  Vietnam: 'VN',
  'Western Sahara': 'EH',
  Philippines: 'PH',
};

/** Areas whose note names no claim or not all of it, and those that are disputed no longer or never were. */
const corrected = {
  Belize: { administeredBy: ['BZ'], claimedBy: ['GT'] },
  Ceuta: { administeredBy: ['ES'], claimedBy: ['MA'] },
  Melilla: { administeredBy: ['ES'], claimedBy: ['MA'] },
  'Guantanamo Bay USNB': { administeredBy: ['US'], claimedBy: ['CU'] },
  'Scarborough Reef': { administeredBy: [], claimedBy: ['CN', 'PH', 'TW'] },
  'Bird Island': { administeredBy: ['VE'], claimedBy: ['DM'] },
  'Ilemi Triangle': { administeredBy: ['KE'], claimedBy: ['SS'] },
  'Mbane Island': { administeredBy: ['GA'], claimedBy: ['GQ'] },
  'Hans Island': null, // Divided by treaty in 2022.
  'Nagorno-Karabakh': null, // Azerbaijan holds it since 2023, and no other state claims it.
  'Tiran and Sanafir Is.': null, // Handed over by treaty in 2017.
  'Atacama corridor': null, // Bolivia claims an access to the sea, not this outline.
  'Ilemi Triange': null, // Of the other side of the border, which nobody disputes.
};

const statesIn = (text) =>
  Object.entries(codes)
    .filter(([name]) => new RegExp(`\\b${name.replaceAll('.', '\\.')}(?![a-z])`).test(text))
    .filter(([name], _, all) => !all.some(([longer]) => longer !== name && longer.includes(name)))
    .map(([, code]) => code);

/** Returns who holds and who claims an area, by a note such as "Admin. by China; Claimed by India"; null without a claim. */
function readNote(note) {
  const parts = (note ?? '').split(';').map((part) => part.trim());
  const claim = parts.filter((part) => /^Claimed by/i.test(part)).join(', ');
  if (claim === '') return null;
  const holder = parts.filter((part) => /^(Admin\.? by|Leased to)/i.test(part)).join(', ');
  const administeredBy = [...new Set(statesIn(holder))];
  const claimedBy = [...new Set(statesIn(claim.replace(/after .*/, '')))].filter(
    (code) => !administeredBy.includes(code),
  );
  if (claimedBy.length === 0) throw new Error(`No state is known in: ${note}`);
  return { administeredBy, claimedBy };
}

function ringsOf(geometry) {
  return polygonsOf(geometry).flatMap((polygon) =>
    polygon.map((ring) => {
      const few = new LineString(ring).simplify(toleranceDegrees).getCoordinates();
      return (few.length < 4 ? ring : few).flat().map((degrees) => Math.round(degrees * 1e3) / 1e3);
    }),
  );
}

const [source] = process.argv.slice(2);
if (source === undefined) {
  console.error('node scripts/make-disputed-areas.mjs ne_10m_admin_0_disputed_areas.geojson');
  process.exit(2);
}
const areas = JSON.parse(readFileSync(source, 'utf8')).features.flatMap(({ properties, geometry }) => {
  const { BRK_NAME: name, NOTE_BRK: note } = properties;
  const states = name in corrected ? corrected[name] : readNote(note);
  return states === null ? [] : [{ name, ...states, rings: ringsOf(geometry) }];
});
const lines = areas.map((area) => JSON.stringify(area)).join(',\n');
writeFileSync(
  fileURLToPath(new URL('../resources/gazetteer/disputed-areas.json', import.meta.url)),
  `{"areas":[\n${lines}\n]}\n`,
);
for (const { name, administeredBy, claimedBy } of areas)
  console.log(
    `${name}: administered by ${administeredBy.join(' ') || '-'}, claimed by ${claimedBy.join(' ')}`,
  );
