import { kml } from '@tmcw/togeojson';
import { z } from 'zod';
import type { LonLat } from '../i18n/coordinates.ts';
import { type Area, type Problem, toArea } from './area.ts';
import { crsProblem, parseKml, textProblem } from './import-guards.ts';

/** An area of a file, or the problem of a feature that is not one. */
export type ReadFeature = { name: string | null } & ({ area: Area } | { problem: Problem });

/** The result of reading a geodata file: its features, or why the whole file cannot be used. */
export type ReadFile =
  | { features: ReadFeature[] /** The number of network links; none is followed. */; links: number }
  | { problem: Problem };

const mostFeatures = 500;

const lonLat = z.array(z.number()).min(2);
const rings = z.array(z.array(lonLat)).min(1);
const geometrySchema = z.looseObject({ type: z.string() });
const polygonSchema = z.object({ coordinates: rings });
const multiPolygonSchema = z.object({ coordinates: z.array(rings) });
const collectionSchema = z.object({ geometries: z.array(z.unknown()) });
const featureSchema = z.looseObject({
  geometry: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).nullish().catch(null),
  id: z.unknown().optional(),
});
const featuresSchema = z.object({ features: z.array(z.unknown()) });

const asLonLat = (ring: readonly number[][]) =>
  ring.map(([x = Number.NaN, y = Number.NaN]): LonLat => [x, y]);

function areaOf(polygon: z.infer<typeof rings>): { area: Area } | { problem: Problem } {
  return toArea(polygon.map(asLonLat));
}

const depthLimit = 4;

/** Returns all polygons of a geometry, each as an area of its own. */
function areasOf(geometry: unknown, depth = 0): ({ area: Area } | { problem: Problem })[] {
  const parsed = geometrySchema.safeParse(geometry);
  const type = parsed.success ? parsed.data.type : null;
  if (type === 'Polygon') {
    const polygon = polygonSchema.safeParse(geometry);
    return [
      polygon.success ? areaOf(polygon.data.coordinates) : { problem: { message: 'validation.geometry' } },
    ];
  }
  if (type === 'MultiPolygon') {
    const several = multiPolygonSchema.safeParse(geometry);
    return several.success
      ? several.data.coordinates.map(areaOf)
      : [{ problem: { message: 'validation.geometry' } }];
  }
  if (type === 'GeometryCollection' && depth < depthLimit) {
    const collection = collectionSchema.safeParse(geometry);
    if (collection.success) return collection.data.geometries.flatMap((each) => areasOf(each, depth + 1));
  }
  return [{ problem: { message: 'validation.noPolygon', values: { kind: type ?? '—' } } }];
}

function nameOf(feature: z.infer<typeof featureSchema>): string | null {
  const { properties, id } = feature;
  for (const value of [properties?.name, properties?.Name, properties?.NAME, properties?.title, id])
    if ((typeof value === 'string' && value.trim() !== '') || typeof value === 'number')
      return String(value).trim().slice(0, 200);
  return null;
}

function featuresOf(value: unknown): ReadFeature[] {
  const type = geometrySchema.safeParse(value).data?.type;
  const list = type === 'FeatureCollection' ? featuresSchema.safeParse(value).data?.features : [value];
  return (list ?? []).flatMap((each): ReadFeature[] => {
    const kind = geometrySchema.safeParse(each).data?.type;
    if (kind !== 'Feature') return areasOf(each).map((area) => ({ name: null, ...area }));
    const feature = featureSchema.parse(each);
    const parts = areasOf(feature.geometry);
    const name = nameOf(feature);
    return parts.map((part, i) => ({
      name: name === null || parts.length === 1 ? name : `${name} ${i + 1}`,
      ...part,
    }));
  });
}

function read(features: ReadFeature[], links: number): ReadFile {
  if (features.length === 0) return { problem: { message: 'validation.noFeatures' } };
  return features.length > mostFeatures
    ? {
        problem: {
          message: 'validation.tooManyFeatures',
          values: { count: features.length, most: mostFeatures },
        },
      }
    : { features, links };
}

function readGeoJson(text: string): ReadFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: { message: 'validation.noGeoFile' } };
  }
  const crs = crsProblem(value);
  if (crs) return { problem: crs };
  return read(featuresOf(value), 0);
}

function readKml(text: string): ReadFile {
  const parsed = parseKml(text);
  if ('problem' in parsed) return parsed;
  const { document } = parsed;
  const links = document.getElementsByTagNameNS('*', 'NetworkLink').length;
  const result = read(featuresOf(kml(document, { skipNullGeometry: true })), links);
  return 'problem' in result && links > 0 && result.problem.message === 'validation.noFeatures'
    ? { problem: { message: 'validation.onlyLinks', values: { count: links } } }
    : result;
}

/** Reads the areas of a GeoJSON or KML file with the problem of each. Nothing that the file names is fetched. */
export function readAreas(text: string): ReadFile {
  const problem = textProblem(text);
  if (problem) return { problem };
  const body = text.replace(/^\uFEFF/, '').trimStart();
  return body.startsWith('<') ? readKml(body) : readGeoJson(body);
}
