import type { MapGrid } from '../../../../src-preload/contract/maps.ts';
import { pictureTypes } from '../tile-picture.ts';
import { unusable } from '../unusable.ts';
import {
  assertNoException,
  type DescribedMap,
  type DescriptionRequest,
  describedBounds,
  gridOf,
  maxLayers,
  oneLine,
  withParameters,
} from './described-map.ts';
import { childrenOf, elementAt, textAt, type XmlElement } from './parse-xml.ts';

/** A layer with the properties that it inherits from the layers around it. */
interface WmsLayer {
  name: string;
  title: string;
  projections: string[];
  box: XmlElement | undefined;
  attribution: string;
  /** The address of the legend of its first style; empty for none. */
  legend: string;
}

/** A server can draw any scale; most refuse requests beyond these zooms. */
const zooms = { minZoom: 0, maxZoom: 20 } as const;
/** The coordinate systems in the order of preference: first those that are drawn without warping. */
const preferred = ['EPSG:3857', 'EPSG:900913', 'EPSG:102100', 'CRS:84', 'EPSG:4326'];

/** How many coordinate systems that Nadir cannot draw are kept, to be named in the error. */
const maxUndrawable = 8;

/**
 * Returns the coordinate systems of a layer with those that it inherits. Each layer has its own list, so only those that are needed
 * are kept: ten thousand layers below one with ten thousand systems would be a hundred million texts.
 */
function withInherited(outer: readonly string[], own: readonly string[]): string[] {
  const kept = new Set(outer);
  let others = outer.filter((crs) => !preferred.includes(crs)).length;
  for (const crs of own) {
    const upper = crs.toUpperCase();
    if (preferred.includes(upper)) kept.add(upper);
    else if (others < maxUndrawable && !kept.has(crs)) {
      kept.add(crs);
      others += 1;
    }
  }
  return [...kept];
}

function layersIn(element: XmlElement, outer: Omit<WmsLayer, 'name' | 'title'>): WmsLayer[] {
  return childrenOf(element, 'Layer').flatMap((layer) => {
    const own = [...childrenOf(layer, 'CRS'), ...childrenOf(layer, 'SRS')].flatMap(({ text }) =>
      // Old servers list them in one element.
      text.trim().split(/\s+/),
    );
    const inherited = {
      projections: withInherited(outer.projections, own),
      box: elementAt(layer, 'EX_GeographicBoundingBox') ?? elementAt(layer, 'LatLonBoundingBox') ?? outer.box,
      attribution: oneLine(textAt(layer, 'Attribution', 'Title')) || outer.attribution,
      legend:
        elementAt(layer, 'Style', 'LegendURL', 'OnlineResource')?.attributes.href?.trim() || outer.legend,
    };
    const name = textAt(layer, 'Name');
    const title = oneLine(textAt(layer, 'Title')) || name;
    return [...(name === '' ? [] : [{ name, title, ...inherited }]), ...layersIn(layer, inherited)];
  });
}

function boundsOfLayer(box: XmlElement | undefined) {
  if (box === undefined) return null;
  if (box.name === 'LatLonBoundingBox') {
    const { minx, miny, maxx, maxy } = box.attributes;
    return describedBounds([minx, miny, maxx, maxy].map(Number));
  }
  const edges = ['westBoundLongitude', 'southBoundLatitude', 'eastBoundLongitude', 'northBoundLatitude'];
  return describedBounds(edges.map((name) => Number(textAt(box, name) || Number.NaN)));
}

function projectionOf({ projections }: WmsLayer): { crs: string; grid: MapGrid } | null {
  const crs = preferred.find((each) => projections.includes(each));
  const grid = crs === undefined ? null : gridOf(crs);
  return crs === undefined || grid === null ? null : { crs, grid };
}

function isSameHost(address: string, typed: string): boolean {
  const [a, b] = [URL.parse(address), URL.parse(typed.replaceAll(/[{}]/g, ''))];
  return a !== null && b !== null && a.origin === b.origin;
}

/**
 * Returns the address of the legend of a layer: the one that its style names, if that is on the typed host, or else that of
 * GetLegendGraphic. Null if the description names neither.
 */
function legendOf(
  capability: XmlElement,
  { name, legend }: WmsLayer,
  { address, version }: { address: string; version: string },
): string | null {
  if (legend !== '' && isSameHost(legend, address)) return legend;
  const request = elementAt(capability, 'Request', 'GetLegendGraphic');
  if (request === undefined && legend === '') return null;
  const named = elementAt(request, 'DCPType', 'HTTP', 'Get', 'OnlineResource')?.attributes.href ?? '';
  return withParameters(isSameHost(named, address) ? named : address, {
    SERVICE: 'WMS',
    REQUEST: 'GetLegendGraphic',
    VERSION: version,
    LAYER: encodeURIComponent(name),
    FORMAT: encodeURIComponent('image/png'),
  });
}

/** Returns the address of the description of a WMS. A server that only knows 1.1.1 answers with that version. */
export const wmsDescription = (address: string): string =>
  withParameters(address, { SERVICE: 'WMS', REQUEST: 'GetCapabilities', VERSION: '1.3.0' });

/** Returns the wanted layer of the description of a WMS 1.1.1 or 1.3.0. @throws MAP_UNUSABLE, which says what is missing. */
export function readWms(root: XmlElement, { address, layer: wanted }: DescriptionRequest): DescribedMap {
  assertNoException(root);
  const isNew = root.name === 'WMS_Capabilities';
  if (!isNew && root.name !== 'WMT_MS_Capabilities') throw unusable('capabilities-other', root.name);
  const capability = elementAt(root, 'Capability');
  const getMap = elementAt(capability, 'Request', 'GetMap');
  if (capability === undefined || getMap === undefined) throw unusable('no-address');
  const all = layersIn(capability, { projections: [], box: undefined, attribution: '', legend: '' });
  if (all.length === 0) throw unusable('no-layers');
  const drawable = all.filter((each) => projectionOf(each) !== null);
  const layer = wanted === null ? (drawable[0] ?? all[0]) : all.find(({ name }) => name === wanted);
  if (layer === undefined) throw unusable('layer-unknown', wanted ?? '');
  const projection = projectionOf(layer);
  if (projection === null) throw unusable('no-projection', layer.projections.join(', '));
  const formats = childrenOf(getMap, 'Format').map(({ text }) => text.trim());
  const format = pictureTypes.find((type) => formats.some((each) => each.toLowerCase().startsWith(type)));
  if (format === undefined) throw unusable('no-picture-format', formats.slice(0, 8).join(', '));
  const named = elementAt(getMap, 'DCPType', 'HTTP', 'Get', 'OnlineResource')?.attributes.href ?? '';
  const version = isNew ? '1.3.0' : '1.1.1';
  return {
    name: layer.title,
    attribution:
      layer.attribution ||
      oneLine(textAt(root, 'Service', 'ContactInformation', 'ContactPersonPrimary', 'ContactOrganization')),
    layers: drawable.slice(0, maxLayers).map(({ name, title }) => ({ name, title })),
    layer: layer.name,
    bounds: boundsOfLayer(layer.box),
    ...zooms,
    grid: projection.grid,
    recipe: {
      // Servers behind a gateway often name their internal address.
      template: withParameters(isSameHost(named, address) ? named : address, {
        SERVICE: 'WMS',
        REQUEST: 'GetMap',
        VERSION: version,
        LAYERS: encodeURIComponent(layer.name),
        STYLES: '',
        FORMAT: encodeURIComponent(format),
        TRANSPARENT: format === 'image/png' ? 'TRUE' : 'FALSE',
        [isNew ? 'CRS' : 'SRS']: projection.crs,
        WIDTH: '256',
        HEIGHT: '256',
        BBOX: '{bbox}',
      }),
      subdomains: [],
      flipY: false,
      matrices: null,
      // EPSG:4326 has the latitude first since 1.3.0; CRS:84 never has.
      axes: isNew && projection.crs === 'EPSG:4326' ? 'yx' : 'xy',
      legend: legendOf(capability, layer, { address, version }),
    },
  };
}
