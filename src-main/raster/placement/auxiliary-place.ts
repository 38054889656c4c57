import { invertAffine, type RationalModel } from '../../../src-shared/geometry/pixel-models.ts';
import { readForeignNumber } from '../../../src-shared/raster/foreign-number.ts';
import { readMetadataItems, unescapeXml } from '../gdal-metadata.ts';
import type { ControlPoint } from './control-points.ts';
import { rationalModelOfPairs } from './rational-text.ts';

/** Well-known text of the second version with all its parts is a few thousand characters long. */
const mostWktCharacters = 60_000;
const mostControlPoints = 20_000;

/** Where a raster lies according to GDAL's auxiliary metadata beside it. */
export interface AuxiliaryPlace {
  /** The name of the file that says so. */
  fileName: string;
  /** Well-known text; null without it. */
  projection: string | null;
  /** GDAL's six numbers; null without them, or if they give pixels no area. */
  geoTransform: readonly number[] | null;
  points: readonly ControlPoint[];
  /** The system of the control points; null if they do not name it. */
  pointsProjection: string | null;
  rational: RationalModel | null;
}

function attributeIn(attributes: string, name: string): string | null {
  const [, double, single] = new RegExp(`\\b${name}=(?:"([^"]*)"|'([^']*)')`).exec(attributes) ?? [];
  const quoted = double ?? single;
  return quoted === undefined || quoted.length > mostWktCharacters ? null : unescapeXml(quoted);
}

function readTransform(xml: string): number[] | null {
  const text = /<GeoTransform>([^<]{0,1000})<\/GeoTransform>/.exec(xml)?.[1];
  const values = (text ?? '').split(',').map((each) => readForeignNumber(each) ?? Number.NaN);
  return values.length === 6 && values.every(Number.isFinite) && invertAffine(values) !== null
    ? values
    : null;
}

function readPoints(list: string): ControlPoint[] {
  const points: ControlPoint[] = [];
  for (const [, attributes = ''] of list.matchAll(/<GCP\b([^<>]{0,2000})>/g)) {
    const numberOf = (name: string) => readForeignNumber(attributeIn(attributes, name) ?? '') ?? Number.NaN;
    const point = { column: numberOf('Pixel'), row: numberOf('Line'), x: numberOf('X'), y: numberOf('Y') };
    if (Object.values(point).every(Number.isFinite) && points.length < mostControlPoints) points.push(point);
  }
  return points;
}

/** Reads the place in the XML of GDAL's auxiliary metadata (PAM); null if it has none. */
export function parseAuxiliaryPlace(xml: string, fileName: string): AuxiliaryPlace | null {
  const srs = /<SRS\b[^<>]{0,500}>([^<]*)<\/SRS>/.exec(xml)?.[1] ?? '';
  const [, attributes = '', list = ''] = /<GCPList\b([^<>]*)>([\s\S]*?)<\/GCPList>/.exec(xml) ?? [];
  const rational = /<Metadata domain="RPC"[^<>]{0,200}>([\s\S]*?)<\/Metadata>/.exec(xml)?.[1] ?? '';
  const place = {
    fileName,
    projection: srs.trim() === '' || srs.length > mostWktCharacters ? null : unescapeXml(srs).trim(),
    geoTransform: readTransform(xml),
    points: readPoints(list),
    pointsProjection: attributeIn(attributes, 'Projection') || null,
    rational: rationalModelOfPairs(
      new Map(readMetadataItems(rational).map(({ key, value }) => [key, value])),
    ),
  };
  const { projection, geoTransform, points } = place;
  const isNowhere =
    projection === null && geoTransform === null && points.length === 0 && place.rational === null;
  return isNowhere ? null : place;
}
