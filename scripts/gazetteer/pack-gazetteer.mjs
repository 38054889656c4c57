import { gzipSync } from 'node:zlib';
import { placeKinds } from '../../src-renderer/gazetteer/place-kinds.ts';

/** Units of 1e-4° for places, about 11 m; of 1e-3° for outlines. */
const placeUnits = 10_000;
const ringUnits = 1_000;

/** Each value as its difference from the one before, folded to no sign; then all lowest bytes, all second bytes, … */
function packColumn(values) {
  const coded = new Uint32Array(values.length);
  let before = 0;
  for (const [i, value] of values.entries()) {
    if (!Number.isInteger(value)) throw new Error(`${value} is no whole number`);
    const difference = value - before;
    coded[i] = difference < 0 ? -2 * difference - 1 : 2 * difference;
    before = value;
  }
  const most = coded.reduce((a, b) => Math.max(a, b), 0);
  const planes = most < 2 ** 8 ? 1 : most < 2 ** 16 ? 2 : most < 2 ** 24 ? 3 : 4;
  const bytes = new Uint8Array(planes * values.length);
  for (let plane = 0; plane < planes; plane += 1)
    for (let i = 0; i < values.length; i += 1)
      bytes[plane * values.length + i] = (coded[i] >>> (8 * plane)) & 0xff;
  return { planes, bytes };
}

const units = (degrees, perDegree) => Math.round(degrees * perDegree);

/**
 * The embedded file: a line of JSON that says what follows, columns, and the names as lines of UTF-8; all of it gzip.
 * `src-renderer/gazetteer/gazetteer-file.ts` reads it.
 * @param {import('./entry.mjs').Entry[]} entries
 * @returns {Buffer}
 */
export function packGazetteer(entries) {
  const countries = [...new Set(entries.map(({ country }) => country))]
    .filter((code) => code !== null)
    .toSorted();
  const divisionAt = new Map();
  for (const [i, { kind, division }] of entries.entries())
    if (kind === 'division') divisionAt.set(division, i);
  const boxed = entries.flatMap(({ box }, i) => (box ? [[i, box]] : []));
  const shaped = entries.flatMap(({ rings }, i) => (rings && rings.length > 0 ? [[i, rings]] : []));
  const rings = shaped.flatMap(([, all]) => all);
  const vertices = rings.flat();
  const columns = {
    kind: entries.map(({ kind }) => placeKinds.indexOf(kind)),
    country: entries.map(({ country }) => (country === null ? 0 : countries.indexOf(country) + 1)),
    // A division is named by its place among the entries, counted from 1.
    division: entries.map(({ kind, division }) =>
      kind === 'division' ? 0 : (divisionAt.get(division) ?? -1) + 1,
    ),
    longitude: entries.map(({ longitude }) => units(longitude, placeUnits)),
    latitude: entries.map(({ latitude }) => units(latitude, placeUnits)),
    amount: entries.map(({ amount }) => amount),
    rank: entries.map(({ rank }) => Math.max(0, Math.min(255, rank))),
    names: entries.map(({ names }) => names.length),
    // Which name is the Spanish one, counted from 1; 0 for none besides the usual name.
    spanish: entries.map(({ names, spanish }) => (spanish === undefined ? 0 : names.indexOf(spanish) + 1)),
    boxEntry: boxed.map(([i]) => i),
    ...Object.fromEntries(
      ['west', 'south', 'east', 'north'].map((side, at) => [
        side,
        boxed.map(([, box]) => units(box[at], placeUnits)),
      ]),
    ),
    shapeEntry: shaped.map(([i]) => i),
    shapeRings: shaped.map(([, all]) => all.length),
    ringVertices: rings.map((ring) => ring.length),
    vertexLongitude: vertices.map(([longitude]) => units(longitude, ringUnits)),
    vertexLatitude: vertices.map(([, latitude]) => units(latitude, ringUnits)),
  };
  const packed = Object.entries(columns).map(([name, values]) => ({
    name,
    count: values.length,
    ...packColumn(values),
  }));
  const text = Buffer.from(entries.flatMap(({ names }) => names).join('\n'), 'utf8');
  const header = {
    format: 'nadir-gazetteer',
    version: 2,
    countries,
    columns: packed.map(({ name, count, planes }) => ({ name, count, planes })),
    namesBytes: text.length,
  };
  const whole = Buffer.concat([
    Buffer.from(`${JSON.stringify(header)}\n`, 'utf8'),
    ...packed.map(({ bytes }) => bytes),
    text,
  ]);
  return gzipSync(whole, { level: 9 });
}
