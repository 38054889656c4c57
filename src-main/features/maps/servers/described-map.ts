import type { MapBox, MapGrid } from '../../../../src-preload/contract/maps.ts';
import { unusable } from '../unusable.ts';
import type { XmlElement } from './parse-xml.ts';
import type { Recipe } from './recipe.ts';

/** One layer of a server, as the server describes it. */
export interface DescribedMap {
  name: string;
  attribution: string;
  layers: { name: string; title: string }[];
  layer: string;
  bounds: MapBox | null;
  minZoom: number;
  maxZoom: number;
  grid: MapGrid;
  recipe: Omit<Recipe, 'reach'>;
}

/** The layer that is wanted from a description. */
export interface DescriptionRequest {
  /** The address that the user typed, with `{key}` in place of the key. */
  address: string;
  /** Its name; null for the first layer that can be drawn. */
  layer: string | null;
}

/** How many layers are shown; the list has no search, so more of them would not help. */
export const maxLayers = 500;
const maxTextLength = 500;

/** Returns the grid of a coordinate system by any of its names; null if Nadir does not draw it. */
export function gridOf(crs: string): MapGrid | null {
  if (/(?:^|[:/])(?:3857|900913|102100|102113|3785)$/.test(crs.trim())) return 'mercator';
  return /(?:^|[:/])(?:4326|CRS:?84)$/i.test(crs.trim()) ? 'degrees' : null;
}

/** Returns the bounds of a description; null if they are no box, because many servers write nonsense there. */
export function describedBounds(edges: readonly number[]): MapBox | null {
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = edges;
  const box: MapBox = [Math.max(-180, west), Math.max(-90, south), Math.min(180, east), Math.min(90, north)];
  return box.every(Number.isFinite) && box[0] < box[2] && box[1] < box[3] ? box : null;
}

/** Returns a text of a description in one line. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxTextLength);

/** Throws MAP_UNUSABLE (`exception`) if a server has answered with an error in XML. */
export function assertNoException(root: XmlElement): void {
  if (!/^(?:ServiceExceptionReport|ExceptionReport)$/.test(root.name)) return;
  throw unusable('exception', oneLine(exceptionText(root)));
}

function exceptionText(element: XmlElement): string {
  return [element.text.trim(), ...element.children.map(exceptionText)]
    .filter((text) => text !== '')
    .join(' ');
}

/** Returns an address with parameters, which replace those of the same names, in whatever case. */
export function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const [beforeHash = ''] = address.split('#');
  const [path = '', query = ''] = beforeHash.split(/\?(.*)/s);
  const replaced = new Set(Object.keys(parameters).map((name) => name.toUpperCase()));
  const kept = query
    .split('&')
    .filter((part) => part !== '' && !replaced.has((part.split('=')[0] ?? '').toUpperCase()));
  const added = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
  return `${path}?${[...kept, ...added].join('&')}`;
}
