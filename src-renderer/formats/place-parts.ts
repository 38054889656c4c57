import { maxVertices, nearTo, toArea } from '../../src-shared/geometry/area.ts';
import type { LonLat } from '../../src-shared/geometry/lon-lat.ts';
import { type Crs, degreesCrs } from './crs.ts';
import type { ImportCollector } from './import-collector.ts';
import type { ImportedGeometry, ImportedText, Where } from './imported.ts';
import { limits } from './limits.ts';
import { type RawPart, type RefusedPart, refused } from './raw-geometry.ts';

interface PlaceOptions {
  parts: readonly RawPart[];
  text: ImportedText;
  where: Where;
  /** The beginning of the text of the feature. */
  raw?: string;
  crs?: Crs;
  /** False if the altitude of the file is a height above ground. */
  keepsAltitude?: boolean;
}

const inRange = ([longitude, latitude]: LonLat) => Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;

/** Returns an altitude in metres; null for a number that is none. */
export function altitudeOf(value: number | undefined): number | null {
  // −99999 and similar values mean that there is no altitude.
  return value !== undefined && Number.isFinite(value) && value > -12_000 && value < 1_000_000 ? value : null;
}

/** Returns positions in degrees whose longitudes continue over the antimeridian; null if one of them is invalid. */
function continuing(
  positions: readonly (readonly number[])[],
  locate: (position: readonly number[]) => LonLat | null,
): LonLat[] | null {
  const places: LonLat[] = [];
  for (const position of positions) {
    const at = locate(position);
    if (!at || Math.abs(at[1]) > 90 || Math.abs(at[0]) > 360) return null;
    const before = places.at(-1);
    places.push([before ? nearTo(at[0], before[0]) : at[0], at[1]]);
  }
  return places;
}

/** Returns a line or an area that is only drawn. Nothing depends on its validity, so an area may intersect itself. */
function placedDrawing(
  collector: ImportCollector,
  part: DrawnPart,
  { crs = degreesCrs }: PlaceOptions,
): Placed {
  const parts = part.kind === 'line' ? [part.positions] : part.rings;
  const count = parts.reduce((sum, ring) => sum + ring.length, 0);
  const max = limits.drawnVertices;
  if (count > max) return refused('validation.areaTooDetailed', { count, most: max });
  const locate = createLocate(collector, crs);
  const located: LonLat[][] = [];
  for (const positions of parts) {
    const places = continuing(positions, locate);
    if (places === null) {
      const at = positions.map(locate).find((each) => each !== null && !inRange(each));
      if (at) noteOutside(collector, at, crs);
      return refused(crs.isDegrees ? 'validation.positionOutside' : 'validation.outsideCrs', {
        crs: crs.name,
      });
    }
    located.push(places);
  }
  const [line = []] = located;
  if (part.kind === 'line')
    return line.length < 2 ? refused('validation.noGeometry') : { geometry: { kind: 'line', line } };
  const rings = located.filter((ring) => ring.length >= 3);
  return rings.length === 0
    ? refused('validation.noGeometry')
    : { geometry: { kind: 'area', rings: rings.map(withoutEnd) } };
}

/** Returns a ring without the repeated first position at its end. */
function withoutEnd(ring: readonly LonLat[]): readonly LonLat[] {
  const [first, last] = [ring[0], ring.at(-1)];
  return first && last && first[0] === last[0] && first[1] === last[1] ? ring.slice(0, -1) : ring;
}

function placed(collector: ImportCollector, part: RawPart, options: PlaceOptions): Placed {
  if (part.kind === 'point') return placedPoint(collector, part.position, options);
  if (part.kind === 'refused') return part;
  if (collector.accepts === 'drawn') return placedDrawing(collector, part, options);
  if (part.kind === 'line') return refused('validation.lineNotPlace');
  return placedArea(collector, part.rings, options);
}

type DrawnPart = Extract<RawPart, { kind: 'line' | 'area' }>;
type Placed = { geometry: ImportedGeometry } | RefusedPart;

/** Returns a function that converts a position to degrees, in the order of numbers that the user selected. */
function createLocate(collector: ImportCollector, crs: Crs) {
  const exchanged = crs.isDegrees && collector.answers.order === 'latitude-first';
  return ([first = Number.NaN, second = Number.NaN]: readonly number[]): LonLat | null =>
    exchanged ? crs.toLonLat(second, first) : crs.toLonLat(first, second);
}

/** Records what a position outside of the range of degrees may mean. */
function noteOutside(collector: ImportCollector, [longitude, latitude]: LonLat, crs: Crs) {
  if (!crs.isDegrees) return;
  const text = `${longitude}, ${latitude}`;
  if (inRange([latitude, longitude]))
    collector.questions.noteExchangeable(text, [latitude, longitude], 'latitude-first');
  else if (Math.abs(longitude) > 400 || Math.abs(latitude) > 400) collector.questions.noteProjected(text);
}

function placedPoint(
  collector: ImportCollector,
  position: readonly number[],
  { crs = degreesCrs, keepsAltitude = true }: PlaceOptions,
): Placed {
  const at = createLocate(collector, crs)(position);
  if (!at)
    return position.slice(0, 2).every(Number.isFinite)
      ? refused('validation.outsideCrs', { crs: crs.name })
      : refused('validation.notFinite');
  const [longitude, latitude] = at;
  if (!inRange(at)) {
    noteOutside(collector, at, crs);
    return refused(Math.abs(latitude) > 90 ? 'validation.latitudeOf' : 'validation.longitudeOf', {
      value: Math.abs(latitude) > 90 ? latitude : longitude,
    });
  }
  const altitudeMetres = keepsAltitude ? altitudeOf(position[2]) : null;
  return { geometry: { kind: 'point', longitude, latitude, altitudeMetres } };
}

function placedArea(
  collector: ImportCollector,
  rings: Extract<RawPart, { kind: 'area' }>['rings'],
  { crs = degreesCrs }: PlaceOptions,
): Placed {
  const count = rings.reduce((sum, ring) => sum + ring.length, 0);
  // Counts before it builds anything: a hostile file may have millions of vertices.
  const max = collector.accepts === 'all' ? limits.areaVertices : maxVertices;
  if (count > max + rings.length) return refused('validation.areaTooDetailed', { count, most: max });
  const locate = createLocate(collector, crs);
  const located: LonLat[][] = [];
  for (const ring of rings) {
    const places: LonLat[] = [];
    for (const position of ring) {
      const at = locate(position);
      if (!at) return refused('validation.outsideCrs', { crs: crs.name });
      places.push(at);
    }
    located.push(places);
  }
  const outside = located.flat().find(([, latitude]) => Math.abs(latitude) > 90);
  if (outside) noteOutside(collector, outside, crs);
  const made = toArea(located, max);
  if ('area' in made) return { geometry: { kind: 'area', rings: made.area } };
  return { kind: 'refused', problem: made.problem };
}

/** Returns the position of a rejected point as a text that can be corrected: latitude first, as on the screen. */
function mendableText(part: RawPart): string | null {
  if (part.kind !== 'point') return null;
  const [x = 0, y = 0] = part.position;
  return `${y}, ${x}`;
}

/**
 * Adds each place of a feature, or rejects it with a reason. Several places of one feature become features with its
 * name and a number.
 */
export function addParts(collector: ImportCollector, options: PlaceOptions) {
  const { parts, text, where, raw } = options;
  for (const [index, part] of parts.entries()) {
    const name = text.name === null || parts.length === 1 ? text.name : `${text.name} ${index + 1}`;
    const made = placed(collector, part, options);
    if ('geometry' in made) {
      collector.add({ ...text, name, geometry: made.geometry, where });
      continue;
    }
    const place = mendableText(part);
    collector.reject({
      where,
      name,
      problem: made.problem,
      raw: raw ?? place ?? '',
      mend: place === null ? null : { place, text: { ...text, name } },
    });
  }
}
