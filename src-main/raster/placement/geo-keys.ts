import type { TiffDirectory } from '../tiff-directory.ts';

const tags = { directory: 34_735, doubles: 34_736, texts: 34_737 } as const;
const maxKeys = 1_024;
/** No key has more numbers than the seven of a shift to WGS 84, or a longer text than a citation. A hostile file may declare the whole tag for each key. */
const mostNumbers = 64;
const longestTextBytes = 4_096;

/** The keys of the GeoTIFF standard that are read here. */
export const geoKey = {
  modelType: 1_024,
  rasterType: 1_025,
  citation: 1_026,
  geographic: 2_048,
  geographicCitation: 2_049,
  datum: 2_050,
  primeMeridian: 2_051,
  linearUnits: 2_052,
  linearUnitSize: 2_053,
  angularUnits: 2_054,
  angularUnitSize: 2_055,
  ellipsoid: 2_056,
  semiMajor: 2_057,
  semiMinor: 2_058,
  inverseFlattening: 2_059,
  meridianLongitude: 2_061,
  toWgs84: 2_062,
  projected: 3_072,
  projectedCitation: 3_073,
  projection: 3_074,
  method: 3_075,
  projectedUnits: 3_076,
  projectedUnitSize: 3_077,
  parallel1: 3_078,
  parallel2: 3_079,
  originLongitude: 3_080,
  originLatitude: 3_081,
  falseEasting: 3_082,
  falseNorthing: 3_083,
  falseOriginLongitude: 3_084,
  falseOriginLatitude: 3_085,
  falseOriginEasting: 3_086,
  falseOriginNorthing: 3_087,
  centreLongitude: 3_088,
  centreLatitude: 3_089,
  centreEasting: 3_090,
  centreNorthing: 3_091,
  originScale: 3_092,
  centreScale: 3_093,
  azimuth: 3_094,
  poleLongitude: 3_095,
  gridAngle: 3_096,
} as const;

/** The keys of an image. A key that is missing or has another type is null. */
export interface GeoKeys {
  /** Returns a code or a fractional number; the first one of several. */
  number(key: number): number | null;
  numbers(key: number): number[];
  text(key: number): string | null;
}

/** Returns a text without the bars and zeros that end it. A pattern would try each bar of a text that is full of them. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '|' || text[end - 1] === '\0')) end -= 1;
  return text.slice(0, end);
}

/** Reads the GeoTIFF keys of an image; a file that is not a GeoTIFF has none. */
export async function readGeoKeys(directory: TiffDirectory): Promise<GeoKeys> {
  const entries = await directory.numbers(tags.directory);
  const doubles = await directory.numbers(tags.doubles);
  const texts = (await directory.bytes(tags.texts)) ?? new Uint8Array();
  const numbers = new Map<number, number[]>();
  const words = new Map<number, string>();
  const count = Math.min(entries[3] ?? 0, Math.floor(entries.length / 4) - 1, maxKeys);
  for (let i = 1; i <= count; i += 1) {
    const [key = 0, place = 0, length = 0, at = 0] = entries.subarray(4 * i, 4 * i + 4);
    if (place === 0) numbers.set(key, [at]);
    else if (place === tags.directory)
      numbers.set(key, [...entries.subarray(at, at + Math.min(length, mostNumbers))]);
    else if (place === tags.doubles)
      numbers.set(key, [...doubles.subarray(at, at + Math.min(length, mostNumbers))]);
    else if (place === tags.texts)
      words.set(
        key,
        withoutEnd(Buffer.from(texts.subarray(at, at + Math.min(length, longestTextBytes))).toString('utf8')),
      );
  }
  const finite = (key: number) => (numbers.get(key) ?? []).filter(Number.isFinite);
  return {
    number: (key) => finite(key)[0] ?? null,
    numbers: finite,
    text: (key) => words.get(key) ?? null,
  };
}
