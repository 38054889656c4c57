import { type Box, clipRing } from '../../../../src-shared/geometry/clip.ts';
import { clipLine } from '../../../../src-shared/geometry/clip-line.ts';
import { type FeatureStyle, styleOf, type VectorTheme } from './vector-style.ts';
import { type FeatureKind, tileUnits, type VectorData, type VectorFeature } from './vector-tile-data.ts';

/** The part of a canvas that the painter uses. Tests replace it by a recorder. */
export type VectorContext = Pick<
  CanvasRenderingContext2D,
  | 'arc'
  | 'beginPath'
  | 'closePath'
  | 'fill'
  | 'fillStyle'
  | 'globalAlpha'
  | 'lineCap'
  | 'lineJoin'
  | 'lineTo'
  | 'lineWidth'
  | 'moveTo'
  | 'setLineDash'
  | 'setTransform'
  | 'stroke'
  | 'strokeStyle'
>;

/** The painted part of a tile. Beyond the last zoom of a map a drawn tile shows only a part of the stored one. */
export interface TileWindow {
  /** The upper left corner in units of the tile. */
  left: number;
  top: number;
  /** The width in units of the tile. */
  span: number;
  /** The width in CSS pixels. */
  sizePx: number;
  /** Device pixels per CSS pixel. */
  ratio: number;
  /** The zoom of the drawn tile. */
  zoom: number;
}

/** An entry of a legend. */
export interface LegendEntry {
  key: string;
  layer: string;
  category: FeatureStyle['category'];
  kind: FeatureKind;
  colour: string;
}

/** Lines and marks extend beyond a tile by at most this, in CSS pixels. */
const marginPx = 12;
const pointRadiusPx = { normal: 4, dense: 2 } as const;
/** From this number of points in one tile on they are small dots, because marks with a rim would hide each other. */
const densePoints = 400;
const haloColours = { light: '#ffffff', dark: '#15181c' } as const;

interface Group {
  style: FeatureStyle;
  features: VectorFeature[];
  layer: string;
}

function groupsOf(
  data: VectorData,
  { theme, zoom, colourName }: { theme: VectorTheme; zoom: number; colourName: string | null },
): Group[] {
  const groups = new Map<string, Group>();
  for (const { name, features } of data.layers)
    for (const feature of features) {
      const { kind, properties } = feature;
      const style = styleOf(
        { layer: name, kind, properties },
        { theme, zoom, colourName: colourName ?? name },
      );
      const group = groups.get(style.key);
      if (group) group.features.push(feature);
      else groups.set(style.key, { style, features: [feature], layer: name });
    }
  return [...groups.values()].sort((a, b) => a.style.order - b.style.order);
}

const isApart = ([west, north, east, south]: VectorFeature['box'], box: Box) =>
  east < box.west || west > box.east || south < box.south || north > box.north;

function trace(context: VectorContext, points: ArrayLike<number>, window: TileWindow) {
  const scale = window.sizePx / window.span;
  for (let at = 0; at < points.length; at += 2) {
    const x = ((points[at] ?? 0) - window.left) * scale;
    const y = ((points[at + 1] ?? 0) - window.top) * scale;
    if (at === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
}

interface Painter {
  context: VectorContext;
  window: TileWindow;
  box: Box;
  theme: VectorTheme;
}

function paintAreas({ context, window, box }: Painter, { style, features }: Group) {
  context.fillStyle = style.colour;
  context.strokeStyle = style.colour;
  for (const feature of features) {
    context.beginPath();
    for (const part of feature.parts) {
      trace(context, clipRing(part, box), window);
      context.closePath();
    }
    context.globalAlpha = style.fill;
    context.fill('evenodd');
  }
  if (!style.hasOutline) return;
  context.globalAlpha = style.category === null ? 1 : 0.5;
  context.lineWidth = style.widthPx;
  context.setLineDash([]);
  context.beginPath();
  // Edges along which the file was cut into tiles are not edges of areas.
  const own = { west: 0, east: tileUnits, south: 0, north: tileUnits };
  for (const feature of features)
    for (const part of feature.parts) {
      const closed = new Float32Array(part.length + 2);
      closed.set(part);
      closed.set(part.subarray(0, 2), part.length);
      for (const { points } of clipLine(closed, own)) trace(context, points, window);
    }
  context.stroke();
}

function paintLines({ context, window, box }: Painter, { style, features }: Group) {
  context.strokeStyle = style.colour;
  context.globalAlpha = 1;
  context.lineWidth = style.widthPx;
  context.lineCap = style.dashPx.length > 0 ? 'butt' : 'round';
  context.setLineDash([...style.dashPx]);
  context.beginPath();
  for (const feature of features)
    for (const part of feature.parts)
      for (const { points } of clipLine(part, box)) trace(context, points, window);
  context.stroke();
  context.setLineDash([]);
}

function paintPoints({ context, window, theme }: Painter, { style, features }: Group) {
  // Points of known schemas are places and signs, which only their names show.
  if (style.category !== null) return;
  const scale = window.sizePx / window.span;
  context.globalAlpha = 1;
  context.fillStyle = style.colour;
  context.strokeStyle = haloColours[theme];
  context.lineWidth = 1.5;
  const isDense = features.length > densePoints;
  const radius = isDense ? pointRadiusPx.dense : pointRadiusPx.normal;
  for (const feature of features)
    for (const part of feature.parts)
      for (let at = 0; at < part.length; at += 2) {
        const x = ((part[at] ?? 0) - window.left) * scale;
        const y = ((part[at + 1] ?? 0) - window.top) * scale;
        context.beginPath();
        context.arc(x, y, radius, 0, 2 * Math.PI);
        context.fill();
        if (!isDense) context.stroke();
      }
}

/**
 * Paints a tile: areas below lines below points, and features of common schemas below others. Returns its legend. `colourName`:
 * see `styleOf`; null for a map whose layers have a colour each.
 */
export function paintVector(
  context: VectorContext,
  data: VectorData,
  { window, theme, colourName }: { window: TileWindow; theme: VectorTheme; colourName: string | null },
): LegendEntry[] {
  const { left, top, span, sizePx, ratio, zoom } = window;
  const margin = (marginPx / sizePx) * span;
  const box = {
    west: left - margin,
    east: left + span + margin,
    south: top - margin,
    north: top + span + margin,
  };
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.lineJoin = 'round';
  const painter: Painter = { context, window, box, theme };
  const legend: LegendEntry[] = [];
  for (const group of groupsOf(data, { theme, zoom, colourName })) {
    const seen = group.features.filter((feature) => !isApart(feature.box, box));
    const [one] = seen;
    if (one === undefined) continue;
    const { key, category, colour } = group.style;
    legend.push({ key, category, colour, layer: group.layer, kind: one.kind });
    const shown = { ...group, features: seen };
    if (one.kind === 'area') paintAreas(painter, shown);
    else if (one.kind === 'line') paintLines(painter, shown);
    else paintPoints(painter, shown);
  }
  return legend;
}
