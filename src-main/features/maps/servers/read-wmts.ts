import { closestMapZoom, type MapGrid } from '../../../../src-preload/contract/maps.ts';
import { halfWorldMetres } from '../tile-grid.ts';
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

/** A set of matrices on a grid that Nadir draws. */
interface MatrixSet {
  id: string;
  grid: MapGrid;
  /** The names of its matrices by zoom. */
  matrices: Map<number, string>;
}

/** The scale denominator of zoom 0 with tiles of 256 pixels, for the pixel of 0.28 mm of OGC. */
const scaleAtZero = { mercator: 559_082_264.028_717_8, degrees: 279_541_132.014_358_9 } as const;
const corners = { mercator: [-halfWorldMetres, halfWorldMetres], degrees: [-180, 90] } as const;

/** Returns true if a corner is that of the grid; degrees may have either order of the axes. */
function isAtCorner(grid: MapGrid, corner: readonly number[]): boolean {
  const [x, y] = corners[grid];
  const near = (value: number | undefined, wanted: number) =>
    value !== undefined && Math.abs(value - wanted) <= Math.abs(wanted) * 1e-5;
  return (
    (near(corner[0], x) && near(corner[1], y)) ||
    (grid === 'degrees' && near(corner[0], y) && near(corner[1], x))
  );
}

/** Returns the zoom of a matrix if its tiles are those of the grid; else null. */
function zoomOf(grid: MapGrid, matrix: XmlElement): number | null {
  const width = Number(textAt(matrix, 'TileWidth'));
  const height = Number(textAt(matrix, 'TileHeight'));
  const scale = Number(textAt(matrix, 'ScaleDenominator'));
  const corner = textAt(matrix, 'TopLeftCorner').split(/\s+/).map(Number);
  if (!(width > 0 && width === height && width <= 2_048 && scale > 0) || !isAtCorner(grid, corner))
    return null;
  const zoom = Math.log2((scaleAtZero[grid] * 256) / (scale * width));
  const whole = Math.round(zoom);
  return Math.abs(zoom - whole) < 0.01 && whole >= 0 && whole <= closestMapZoom ? whole : null;
}

function readMatrixSet(set: XmlElement): MatrixSet | null {
  const grid = gridOf(textAt(set, 'SupportedCRS'));
  if (grid === null) return null;
  const matrices = new Map<number, string>();
  for (const matrix of childrenOf(set, 'TileMatrix')) {
    const zoom = zoomOf(grid, matrix);
    if (zoom !== null) matrices.set(zoom, textAt(matrix, 'Identifier'));
  }
  return matrices.size === 0 ? null : { id: textAt(set, 'Identifier'), grid, matrices };
}

/** Returns the longest run of zooms without a gap. */
function longestRun(zooms: Iterable<number>): { minZoom: number; maxZoom: number } {
  const sorted = [...zooms].sort((a, b) => a - b);
  let best: number[] = [];
  let run: number[] = [];
  for (const zoom of sorted) {
    run = run.at(-1) === zoom - 1 ? [...run, zoom] : [zoom];
    if (run.length > best.length) best = run;
  }
  return { minZoom: best[0] ?? 0, maxZoom: best.at(-1) ?? 0 };
}

/** The sets of each name, at most one of each grid. */
type MatrixSets = ReadonlyMap<string, readonly MatrixSet[]>;

function setsByName(sets: readonly MatrixSet[]): MatrixSets {
  const byName = new Map<string, MatrixSet[]>();
  for (const set of sets) {
    const sameName = byName.get(set.id) ?? [];
    if (!sameName.some(({ grid }) => grid === set.grid)) byName.set(set.id, [...sameName, set]);
  }
  return byName;
}

/** Returns the set of a layer to be drawn; Mercator first, because degrees have to be warped. Null if none can be drawn. */
function setOf(layer: XmlElement, sets: MatrixSets): MatrixSet | null {
  const links = childrenOf(layer, 'TileMatrixSetLink');
  const linked = links.flatMap((link) => sets.get(textAt(link, 'TileMatrixSet')) ?? []);
  return linked.find(({ grid }) => grid === 'mercator') ?? linked[0] ?? null;
}

function formatOf(layer: XmlElement): string | null {
  const offered = childrenOf(layer, 'Format').map(({ text }) => text.trim());
  return pictureTypes.find((type) => offered.some((format) => format.toLowerCase().startsWith(type))) ?? null;
}

function styleOf(layer: XmlElement): string {
  const styles = childrenOf(layer, 'Style');
  const chosen = styles.find(({ attributes }) => attributes.isDefault === 'true') ?? styles[0];
  return textAt(chosen, 'Identifier') || 'default';
}

/** Returns the dimensions of a layer, such as a time, with their default values. */
function dimensionsOf(layer: XmlElement): Record<string, string> {
  return Object.fromEntries(
    childrenOf(layer, 'Dimension').map((dimension) => [
      textAt(dimension, 'Identifier'),
      textAt(dimension, 'Default') || textAt(dimension, 'Value'),
    ]),
  );
}

/** Returns the template of the addresses of a layer's tiles: the layer's own, or one with parameters if it has none. */
function templateOf(
  root: XmlElement,
  layer: XmlElement,
  set: MatrixSet,
  { address }: DescriptionRequest,
): string {
  const format = formatOf(layer) ?? '';
  const values: Record<string, string> = {
    ...dimensionsOf(layer),
    TileMatrixSet: set.id,
    Style: styleOf(layer),
    Layer: textAt(layer, 'Identifier'),
  };
  const resource = childrenOf(layer, 'ResourceURL').find(
    ({ attributes }) =>
      attributes.resourceType === 'tile' && attributes.format?.toLowerCase().startsWith(format),
  );
  const template = resource?.attributes.template;
  if (template !== undefined) {
    const placeholders: Record<string, string> = { TILEMATRIX: '{matrix}', TILEROW: '{y}', TILECOL: '{x}' };
    const byUpperName = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name.toUpperCase(), value]),
    );
    return template.replaceAll(/\{([^{}]*)\}/g, (all, name: string) => {
      const upper = name.toUpperCase();
      const value = byUpperName[upper];
      return placeholders[upper] ?? (value === undefined ? all : encodeURIComponent(value));
    });
  }
  const operation = childrenOf(elementAt(root, 'OperationsMetadata'), 'Operation').find(
    ({ attributes }) => attributes.name === 'GetTile',
  );
  const gets = childrenOf(elementAt(operation, 'DCP', 'HTTP'), 'Get');
  const get = gets.find((each) => !JSON.stringify(each).includes('RESTful')) ?? gets[0];
  const { Layer = '', Style = '', TileMatrixSet = '', ...dimensions } = values;
  return withParameters(get?.attributes.href ?? address, {
    SERVICE: 'WMTS',
    REQUEST: 'GetTile',
    VERSION: '1.0.0',
    LAYER: encodeURIComponent(Layer),
    STYLE: encodeURIComponent(Style),
    FORMAT: encodeURIComponent(format),
    TILEMATRIXSET: encodeURIComponent(TileMatrixSet),
    TILEMATRIX: '{matrix}',
    TILEROW: '{y}',
    TILECOL: '{x}',
    ...Object.fromEntries(
      Object.entries(dimensions).map(([name, value]) => [
        encodeURIComponent(name),
        encodeURIComponent(value),
      ]),
    ),
  });
}

function boundsOfLayer(layer: XmlElement) {
  const box = elementAt(layer, 'WGS84BoundingBox');
  const corner = (name: string) => textAt(box, name).split(/\s+/).map(Number);
  return describedBounds([...corner('LowerCorner'), ...corner('UpperCorner')]);
}

/** Returns the address of the description of a WMTS: the typed one if it names a description, else with parameters. */
export function wmtsDescription(address: string): string {
  const isDescription = /WMTSCapabilities|request=GetCapabilities|\.xml(?:$|[?#])/i.test(address);
  return isDescription ? address : withParameters(address, { SERVICE: 'WMTS', REQUEST: 'GetCapabilities' });
}

/** Returns the wanted layer of the description of a WMTS 1.0.0. @throws MAP_UNUSABLE, which says what is missing. */
export function readWmts(root: XmlElement, request: DescriptionRequest): DescribedMap {
  assertNoException(root);
  if (root.name !== 'Capabilities') throw unusable('capabilities-other', root.name);
  const contents = elementAt(root, 'Contents');
  const all = childrenOf(contents, 'Layer').filter((layer) => textAt(layer, 'Identifier') !== '');
  if (all.length === 0) throw unusable('no-layers');
  const setElements = childrenOf(contents, 'TileMatrixSet');
  const sets = setsByName(setElements.flatMap((set) => readMatrixSet(set) ?? []));
  const { layer: wanted } = request;
  const drawable = all.filter((layer) => setOf(layer, sets) !== null && formatOf(layer) !== null);
  const layer =
    wanted === null ? (drawable[0] ?? all[0]) : all.find((each) => textAt(each, 'Identifier') === wanted);
  if (layer === undefined) throw unusable('layer-unknown', wanted ?? '');
  const set = setOf(layer, sets);
  if (set === null)
    throw unusable('no-matrix-set', setElements.map((each) => textAt(each, 'SupportedCRS')).join(', '));
  if (formatOf(layer) === null)
    throw unusable(
      'no-picture-format',
      childrenOf(layer, 'Format')
        .map(({ text }) => text.trim())
        .join(', '),
    );
  const { minZoom, maxZoom } = longestRun(set.matrices.keys());
  const titleOf = (each: XmlElement) => oneLine(textAt(each, 'Title')) || textAt(each, 'Identifier');
  return {
    name: titleOf(layer),
    attribution: oneLine(textAt(root, 'ServiceProvider', 'ProviderName')),
    layers: drawable
      .slice(0, maxLayers)
      .map((each) => ({ name: textAt(each, 'Identifier'), title: titleOf(each) })),
    layer: textAt(layer, 'Identifier'),
    bounds: boundsOfLayer(layer),
    minZoom,
    maxZoom,
    grid: set.grid,
    recipe: {
      template: templateOf(root, layer, set, request),
      subdomains: [],
      flipY: false,
      matrices: Object.fromEntries([...set.matrices].map(([zoom, name]) => [String(zoom), name])),
      axes: 'xy',
      legend: null,
    },
  };
}
