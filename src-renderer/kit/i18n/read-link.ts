import { z } from 'zod';
import { latLonReading, orderQuestion, type PlaceReading, problemOf } from './place-reading.ts';

const decimal = '[-+]?\\d{1,3}(?:\\.\\d+)?';
const pairPattern = new RegExp(`^\\s*(${decimal})\\s*[,~ ]\\s*(${decimal})(?![\\d.])`);

function pairOf(text: string | null | undefined): [number, number] | null {
  const match = pairPattern.exec(text ?? '');
  return match ? [Number(match[1]), Number(match[2])] : null;
}

/** Decodes the escapes of a text; returns a text with a broken escape unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** The parameters of web maps that contain a place; a marker has priority over the middle of the view. */
const pairNames = ['q', 'query', 'destination', 'daddr', 'center', 'cp', 'coordinate', 'loc', 'sll'];
const latitudeNames = ['mlat', 'lat', 'latitude', 'y'];
const longitudeNames = ['mlon', 'lon', 'lng', 'long', 'longitude', 'x'];

function ofParameters(parameters: URLSearchParams): PlaceReading | null {
  for (const [i, name] of latitudeNames.entries()) {
    const latitude = parameters.get(name);
    const longitude = (name === 'mlat' ? ['mlon'] : longitudeNames.slice(1))
      .map((each) => parameters.get(each))
      .find((each) => each !== null);
    if (latitude && longitude && i < latitudeNames.length && pairOf(`${latitude},${longitude}`))
      return latLonReading(Number(latitude), Number(longitude));
  }
  for (const name of pairNames) {
    const pair = pairOf(parameters.get(name)?.replace(/^loc:/i, ''));
    if (pair) return latLonReading(pair[0], pair[1]);
  }
  // Web maps do not agree on the order of these numbers.
  for (const name of ['ll', 'pt']) {
    const pair = pairOf(parameters.get(name));
    if (pair) return orderQuestion(pair[0], pair[1], null);
  }
  return null;
}

/** Reads a link of a web map without fetching it; null if the text is not a link. */
export function readLink(text: string): PlaceReading | null {
  const written = text.trim();
  if (!/^(?:https?:\/\/|www\.|maps?\.)\S+$/i.test(written)) return null;
  let address: URL;
  try {
    address = new URL(/^https?:/i.test(written) ? written : `https://${written}`);
  } catch {
    return problemOf('validation.linkWithoutPlace');
  }
  const path = decoded(address.pathname);
  const hash = decoded(address.hash);
  // The pin of a place may differ from the middle of the map, which follows `@`.
  const pin = new RegExp(`!3d(${decimal})!4d(${decimal})`).exec(path + hash);
  if (pin) return latLonReading(Number(pin[1]), Number(pin[2]));
  const found = ofParameters(address.searchParams);
  if (found) return found;
  const placed = new RegExp(
    `/(?:place|search|dir)/(?:[^/@]*/)*?(${decimal})\\s*,\\s*(${decimal})(?=[/,]|$)`,
  ).exec(path);
  if (placed) return latLonReading(Number(placed[1]), Number(placed[2]));
  const middle = new RegExp(`@(${decimal}),(${decimal})`).exec(path + hash);
  if (middle) return latLonReading(Number(middle[1]), Number(middle[2]));
  const inHash = new RegExp(`(?:^#|map=|[#&/])\\d{1,2}(?:\\.\\d+)?/(${decimal})/(${decimal})(?![\\d.])`).exec(
    hash,
  );
  if (inHash) return latLonReading(Number(inHash[1]), Number(inHash[2]));
  return (
    ofParameters(new URLSearchParams(hash.replace(/^#\??/, ''))) ?? problemOf('validation.linkWithoutPlace')
  );
}

/** Reads `geo:48.2,16.4,120;crs=wgs84` (RFC 5870), and the `q` that phones add. */
export function readGeoUri(text: string): PlaceReading | null {
  const match = /^geo:([^;?\s]+)([^?]*)(?:\?(.*))?$/i.exec(text.trim());
  if (!match) return null;
  const [, places = '', parameters = '', query = ''] = match;
  const crs = /;crs=([^;]+)/i.exec(parameters)?.[1];
  if (crs !== undefined && crs.toLowerCase() !== 'wgs84')
    return problemOf('validation.otherPlaceCrs', { crs: crs.slice(0, 40) });
  const [latitude = Number.NaN, longitude = Number.NaN, altitude] = places.split(',').map(Number);
  const asked = pairOf(new URLSearchParams(query).get('q'));
  if (latitude === 0 && longitude === 0 && query !== '')
    return asked ? latLonReading(asked[0], asked[1]) : problemOf('validation.linkWithoutPlace');
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return problemOf('validation.coordinate');
  return latLonReading(
    latitude,
    longitude,
    altitude !== undefined && Number.isFinite(altitude) ? altitude : null,
  );
}

/** Reads `POINT (16.4 48.2)`, longitude first as in the standard, with an optional altitude and reference system. */
export function readWkt(text: string): PlaceReading | null {
  const match = /^(?:SRID=(\d+);)?\s*([A-Z]+)(?: ?(ZM|Z|M))?\s*\(\s*(.+?)\s*\)$/i.exec(text.trim());
  const kind = match?.[2]?.toUpperCase() ?? '';
  if (!match || !/^(?:POINT|MULTIPOINT|LINESTRING|POLYGON|MULTIPOLYGON|MULTILINESTRING)Z?M?$/.test(kind))
    return null;
  if (!/^POINT(?:ZM|Z|M)?$/.test(kind)) return problemOf('validation.notPoint', { kind });
  const [, srid, , dimension = kind.slice(5)] = match;
  if (srid !== undefined && srid !== '4326')
    return problemOf('validation.otherPlaceCrs', { crs: `EPSG:${srid}` });
  const numbers = (match[4] ?? '').split(/[\s,]+/).map(Number);
  const [longitude = Number.NaN, latitude = Number.NaN, third] = numbers;
  if (numbers.length < 2 || numbers.length > 4 || numbers.some((each) => !Number.isFinite(each)))
    return problemOf('validation.coordinate');
  return latLonReading(latitude, longitude, dimension.toUpperCase() === 'M' ? null : (third ?? null));
}

const pointSchema = z.object({ type: z.literal('Point'), coordinates: z.array(z.number()).min(2).max(4) });
const featureSchema = z.object({ type: z.literal('Feature'), geometry: z.unknown() });
const collectionSchema = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(z.unknown()).length(1),
});
const typedSchema = z.object({ type: z.string() });

/** Reads a GeoJSON Point, alone or as the geometry of the only Feature. */
export function readGeoJsonPoint(text: string): PlaceReading | null {
  if (!text.trim().startsWith('{')) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return problemOf('validation.json');
  }
  const collection = collectionSchema.safeParse(value);
  if (collection.success) [value] = collection.data.features;
  const feature = featureSchema.safeParse(value);
  if (feature.success) value = feature.data.geometry;
  const point = pointSchema.safeParse(value);
  if (!point.success) {
    const kind = typedSchema.safeParse(value);
    return kind.success && kind.data.type !== 'Point'
      ? problemOf('validation.notPoint', { kind: kind.data.type.slice(0, 40) })
      : problemOf('validation.coordinate');
  }
  const [longitude = Number.NaN, latitude = Number.NaN, altitude] = point.data.coordinates;
  return latLonReading(latitude, longitude, altitude ?? null);
}
