import { SaxesParser } from 'saxes';
import { z } from 'zod';
import { type ForeignTime, readForeignTime } from '../../../core/foreign-time.ts';
import { parseBounded } from './parse-json.ts';

/** Metadata of a scene in a file beside its rasters is never longer than this. */
export const maxMetadataBytes = 4 * 1_024 * 1_024;
const maxPairs = 20_000;
const maxDepth = 100;

/** What a file says of the acquisition of a scene; null or missing where it says nothing. */
export interface StatedFacts {
  time: ForeignTime | null;
  satellite: string | null;
  /** In percent. */
  cloudCover: number | null;
  /** The fields of the metadata of a scene that it states, under the names of the service (service §10.5), and `sensor`. */
  metadata: Readonly<Record<string, string | number>>;
}

/** Values by key; keys are in lower case and have letters and digits only. The first value of a key counts. */
type Pairs = ReadonlyMap<string, string>;

const plainKey = (key: string) => key.toLowerCase().replace(/[^a-z0-9]/g, '');

function createPairs() {
  const pairs = new Map<string, string>();
  return {
    pairs,
    add(key: string, value: string) {
      const [name, text] = [plainKey(key), value.trim()];
      if (text !== '' && text.length <= 500 && pairs.size < maxPairs && !pairs.has(name))
        pairs.set(name, text);
    },
  };
}

/** Reads the elements of an XML text that have a text only, and GDAL's `MDI` and `Item` by their names. An entity that a text declares ends it. */
function readXmlPairs(text: string): Pairs {
  const { pairs, add } = createPairs();
  const open: { name: string; text: string }[] = [];
  const parser = new SaxesParser();
  let isFailed = false;
  const fail = () => {
    isFailed = true;
  };
  parser.on('error', fail);
  parser.on('doctype', fail);
  parser.on('opentag', ({ name, attributes }) => {
    const own = name.replace(/^.*:/, '');
    const key = own === 'MDI' ? attributes.key : own === 'Item' ? attributes.name : undefined;
    open.push({ name: key ?? own, text: '' });
    if (open.length > maxDepth) fail();
  });
  parser.on('text', (piece) => {
    const last = open.at(-1);
    if (last !== undefined && last.text.length < 1_000) last.text += piece;
  });
  parser.on('closetag', () => {
    const closed = open.pop();
    if (closed !== undefined && !isFailed) add(closed.name, closed.text);
  });
  try {
    parser.write(text).close();
  } catch {
    fail();
  }
  return isFailed ? new Map() : pairs;
}

/** Reads the texts and numbers at any depth of a JSON value. */
function readJsonPairs(text: string): Pairs {
  const { pairs, add } = createPairs();
  const parsed = parseBounded(text);
  if ('problem' in parsed) return pairs;
  const visit = (key: string, value: unknown) => {
    if (typeof value === 'string' || typeof value === 'number') add(key, String(value));
    else if (Array.isArray(value)) return;
    else for (const [name, each] of Object.entries(objectSchema.parse(value))) visit(name, each);
  };
  visit('', parsed.value);
  return pairs;
}
const objectSchema = z.record(z.string(), z.unknown()).catch({});

const longestValue = 500;
/** A key with the blanks around it. */
const longestStart = 200;

/** Reads lines of `KEY = value`, as MTL and IMD files have them, with quotes and a semicolon or without. */
function readLinePairs(text: string): Pairs {
  const { pairs, add } = createPairs();
  const lineEnd = text.includes('\n') ? '\n' : '\r';
  // From sign to sign: a pattern over the whole text would try each of many blank lines as the begin of a pair, for hours.
  let from = 0;
  for (let sign = text.indexOf('='); sign >= 0; sign = text.indexOf('=', from)) {
    const start = text.slice(Math.max(from, sign - longestStart), sign);
    const end = text.indexOf(lineEnd, sign);
    const rest = text.slice(sign + 1, end < 0 ? undefined : end).trim();
    const key = /^[A-Za-z]\w{0,80}$/.exec(start.slice(start.lastIndexOf(lineEnd) + 1).trim())?.[0];
    const value = rest.replace(/;$/, '').trimEnd();
    if (key !== undefined && value !== '' && value.length <= longestValue)
      add(key, value.replace(/^"(.*)"$/, '$1'));
    if (end < 0) break;
    from = end;
  }
  return pairs;
}

/** The keys of the time of acquisition, the most exact first; one with two keys is a day and an hour. */
const timeKeys: readonly (readonly [string, string?])[] = [
  ['acquisitiondatetime'],
  ['acquired'],
  ['firstlinetime'],
  ['datatakesensingstart'],
  ['sensingtime'],
  ['dateacquired', 'scenecentertime'],
  ['imagingdate', 'imagingtime'],
  ['acquisitiondate', 'acquisitiontime'],
  ['acquisitiondate', 'scenecenterscantime'],
  ['acquisitiontime'],
  ['exifdatetimeoriginal'],
  ['datetimeoriginal'],
  ['dateacquired'],
  ['imagingdate'],
  ['acquisitiondate'],
];
const satelliteKeys = ['satelliteid', 'satid', 'spacecraftid', 'spacecraftname', 'platform'];
const sensorKeys = ['sensorid', 'instrument', 'sensor'];
const numberKeys: readonly (readonly [string, readonly string[], number, number])[] = [
  ['off_nadir', ['meanoffnadirviewangle', 'offnadir', 'viewangle'], -90, 90],
  ['sun_elevation', ['sunelevation', 'meansunel'], -90, 90],
  ['sun_azimuth', ['sunazimuth', 'meansunaz'], 0, 360],
  ['gsd', ['meanproductgsd', 'meancollectedgsd', 'gsd'], 0.001, 10_000],
];

/** Returns the number of the first of these keys that is within bounds: vendors write -999 for unknown. */
function numberAt(pairs: Pairs, keys: readonly string[], min: number, max: number): number | null {
  for (const key of keys) {
    const text = pairs.get(key);
    const value = text === undefined ? Number.NaN : Number(text);
    if (value >= min && value <= max) return value;
  }
  return null;
}

function timeIn(pairs: Pairs): ForeignTime | null {
  for (const [key, hourKey] of timeKeys) {
    const day = pairs.get(key);
    const hour = hourKey === undefined ? '' : pairs.get(hourKey);
    if (day === undefined || hour === undefined) continue;
    const found = readForeignTime(hourKey === undefined ? day : `${day}T${hour}`);
    if (found !== null) return found;
  }
  return null;
}

/** Returns the cloud cover in percent. Maxar and Planet write `cloudCover` as a fraction, Landsat and GDAL in percent. */
function cloudsIn(pairs: Pairs): number | null {
  const percent = numberAt(pairs, ['cloudpercent', 'cloudcoverageassessment'], 0, 100);
  if (percent !== null) return percent;
  const isFraction = pairs.has('firstlinetime') || pairs.has('acquired');
  const cover = numberAt(pairs, ['cloudcover'], 0, isFraction ? 1 : 100);
  return cover === null || !isFraction ? cover : Math.round(cover * 1e6) / 1e4;
}

function factsIn(pairs: Pairs): StatedFacts {
  const mission = [pairs.get('mission'), pairs.get('missionindex')];
  const named = satelliteKeys.flatMap((key) => pairs.get(key) ?? [])[0];
  const sensor = sensorKeys.flatMap((key) => pairs.get(key) ?? [])[0];
  const metadata: Record<string, string | number> = {};
  if (sensor !== undefined) metadata.sensor = sensor;
  for (const [name, keys, min, max] of numberKeys) {
    const value = numberAt(pairs, keys, min, max);
    if (value !== null) metadata[name] = name === 'off_nadir' ? Math.abs(value) : value;
  }
  return {
    time: timeIn(pairs),
    satellite: named ?? (mission[0] === undefined || mission[1] === undefined ? null : mission.join(' ')),
    cloudCover: cloudsIn(pairs),
    metadata,
  };
}

/** Reads the facts in a metadata file: XML of vendors and of GDAL, JSON, and lines as in MTL and IMD files; by content, whatever its name. */
export function readMetadataFacts(text: string): StatedFacts {
  const start = text.replace(/^\ufeff/, '').trimStart();
  if (start.startsWith('<')) return factsIn(readXmlPairs(start));
  return factsIn(start.startsWith('{') ? readJsonPairs(start) : readLinePairs(start));
}
