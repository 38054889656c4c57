import { verticesOfGeometry } from '../../../src-preload/contract/place-geometry.ts';
import {
  type AttributeValue,
  type NewPlace,
  oneLine,
  placeBounds,
} from '../../../src-preload/contract/place-values.ts';
import { mostPlacesPerBatch, mostVerticesAtOnce } from '../../../src-preload/contract/places.ts';
import { boxOf, nearTo } from '../../../src-shared/geometry/area.ts';
import type { NamedFeature } from './import/import-target.ts';
import { ringsOf } from './rings-of.ts';

/** The maximum number of characters per call: the loopback host refuses messages above 16 MiB, and a character may take three bytes. */
const maxCharsPerCall = 4_000_000;
const maxFileName = 300;
/** JSON permits an empty name, but a column of the table needs one. */
const emptyName = '-';

/** West, south, east, north in degrees; east may exceed 180. */
type Box = readonly [west: number, south: number, east: number, north: number];

/** A place converted from a feature. */
interface ImportedPlace {
  place: NewPlace;
  /** The number of characters in its texts. */
  chars: number;
  /** True if attributes were dropped because they were too long in total. */
  isShortened: boolean;
}

/** Returns the first attributes that fit into the limit of a place. */
function boundedAttributes(attributes: Readonly<Record<string, AttributeValue>>) {
  const kept: [string, AttributeValue][] = [];
  // Two braces, less the comma that the first value does not have.
  let chars = 1;
  for (const [given, value] of Object.entries(attributes)) {
    const name = given === '' ? emptyName : given;
    // The colon and the comma.
    const added = JSON.stringify(name).length + JSON.stringify(value).length + 2;
    if (chars + added > placeBounds.attributesInAll) continue;
    chars += added;
    kept.push([name, value]);
  }
  return { attributes: Object.fromEntries(kept), chars };
}

/** Returns the geometry of a place; null for a line, because a place is a point or an area. (The import of places accepts no lines.) */
function placeGeometryOf(geometry: NamedFeature['geometry']): NewPlace['geometry'] {
  if (geometry.kind === 'line') return null;
  return geometry.kind === 'area' ? { kind: 'area', rings: ringsOf(geometry.rings) } : geometry;
}

/** Converts an imported feature to a place, with all its fields and its position in the file. */
export function placeOfFeature({
  name,
  notes,
  tags,
  attributes,
  geometry,
  where,
  fileName,
}: NamedFeature): ImportedPlace {
  const bounded = boundedAttributes(attributes);
  const file = fileName !== null && where.layer !== null ? `${fileName}: ${where.layer}` : fileName;
  return {
    place: {
      name: oneLine(name).slice(0, placeBounds.name),
      notes: notes ?? '',
      tags: tags.map(oneLine).filter((tag) => tag !== ''),
      attributes: bounded.attributes,
      geometry: placeGeometryOf(geometry),
      source: file === null ? null : { fileName: file.slice(0, maxFileName), line: where.line },
    },
    chars: name.length + (notes?.length ?? 0) + bounded.chars,
    isShortened: Object.keys(bounded.attributes).length < Object.keys(attributes).length,
  };
}

/** Splits places into batches within the limits of a call: number, vertices and characters. */
export function batchesOf(imported: readonly ImportedPlace[]): NewPlace[][] {
  const batches: NewPlace[][] = [];
  let [vertices, chars] = [0, 0];
  for (const { place, chars: ownChars } of imported) {
    const own = verticesOfGeometry(place.geometry);
    const last = batches.at(-1);
    const fits =
      last !== undefined &&
      last.length < mostPlacesPerBatch &&
      vertices + own <= mostVerticesAtOnce &&
      chars + ownChars <= maxCharsPerCall;
    if (fits) last.push(place);
    else {
      batches.push([place]);
      [vertices, chars] = [0, 0];
    }
    vertices += own;
    chars += ownChars;
  }
  return batches;
}

/** Returns the smallest box around a box and a feature, also across the antimeridian. */
export function widenedBox(box: Box | null, { geometry }: Pick<NamedFeature, 'geometry'>): Box {
  const own: Box =
    geometry.kind === 'area'
      ? boxOf(geometry.rings)
      : geometry.kind === 'line'
        ? boxOf([geometry.line])
        : [geometry.longitude, geometry.latitude, geometry.longitude, geometry.latitude];
  if (box === null) return own;
  const middle = (own[0] + own[2]) / 2;
  const shift = nearTo(middle, (box[0] + box[2]) / 2) - middle;
  const west = Math.min(box[0], own[0] + shift);
  const east = Math.max(box[2], own[2] + shift);
  const [south, north] = [Math.min(box[1], own[1]), Math.max(box[3], own[3])];
  return east - west < 360 ? [west, south, east, north] : [-180, south, 180, north];
}
