import { type Box, clipRing } from '../../../src-shared/geometry/clip.ts';
import { clipLine } from '../../../src-shared/geometry/clip-line.ts';
import type { BasemapColours } from './basemap-colours.ts';
import type { MapWindow } from './basemap-messages.ts';
import { zoomOf } from './basemap-zooms.ts';
import { type TileShape, tileExtent } from './decode-tile.ts';
import {
  between,
  type GroundColour,
  type GroundPass,
  groundPasses,
  type ShapeLayer,
} from './ground-style.ts';
import type { TileInWindow } from './tiles-in-window.ts';

/** The part of a canvas that the painter uses. Tests replace it by a recorder. */
export type GroundContext = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'closePath'
  | 'fill'
  | 'stroke'
  | 'fillRect'
  | 'setTransform'
  | 'setLineDash'
  | 'lineDashOffset'
  | 'lineWidth'
  | 'lineCap'
  | 'lineJoin'
  | 'fillStyle'
  | 'strokeStyle'
>;

/** Shapes are clipped this far outside of the window, so that no clipped edge is visible. */
const marginPx = 16;

interface Painter {
  context: GroundContext;
  tiles: readonly TileInWindow[];
  window: MapWindow;
  zoom: number;
}

/** Returns the window in units of a tile. Because y grows downwards, “south” is the upper edge. */
function boxIn({ originX, originY, scale }: TileInWindow, { width, height }: MapWindow): Box {
  return {
    west: (-marginPx - originX) / scale,
    east: (width + marginPx - originX) / scale,
    south: (-marginPx - originY) / scale,
    north: (height + marginPx - originY) / scale,
  };
}

const isApart = ([west, north, east, south]: TileShape['box'], box: Box) =>
  east < box.west || west > box.east || south < box.south || north > box.north;

const isWithin = ([west, north, east, south]: TileShape['box'], box: Box) =>
  west >= box.west && east <= box.east && north >= box.south && south <= box.north;

/** Calls a function for each shape of a layer that is in view. */
function eachShape(
  { tiles, window, zoom }: Painter,
  layer: ShapeLayer,
  visit: (shape: TileShape, tile: TileInWindow, box: Box) => void,
) {
  for (const tile of tiles) {
    const box = boxIn(tile, window);
    for (const shape of tile.tile.shapes[layer])
      if (shape.fromZoom <= zoom && !isApart(shape.box, box)) visit(shape, tile, box);
  }
}

function trace(context: GroundContext, points: ArrayLike<number>, tile: TileInWindow) {
  const { originX, originY, scale } = tile;
  for (let at = 0; at < points.length; at += 2) {
    const x = (points[at] ?? 0) * scale + originX;
    const y = (points[at + 1] ?? 0) * scale + originY;
    if (at === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
}

function fillLayer(painter: Painter, layer: ShapeLayer, colour: string) {
  const { context } = painter;
  context.fillStyle = colour;
  eachShape(painter, layer, (shape, tile, box) => {
    context.beginPath();
    const whole = isWithin(shape.box, box);
    for (const part of shape.parts) {
      trace(context, whole ? part : clipRing(part, box), tile);
      context.closePath();
    }
    context.fill('evenodd');
  });
}

/** Returns the part of a box that is within the tile itself. The neighbouring tiles draw the rest. */
const ownBox = (box: Box): Box => ({
  west: Math.max(0, box.west),
  east: Math.min(tileExtent, box.east),
  south: Math.max(0, box.south),
  north: Math.min(tileExtent, box.north),
});

interface Stroke {
  colour: string;
  widthPx: number | ((shape: TileShape) => number);
  dashPx?: readonly number[];
  isShown?: (shape: TileShape) => boolean;
}

function strokeLayer(
  painter: Painter,
  layer: ShapeLayer,
  { colour, widthPx, dashPx = [], isShown = () => true }: Stroke,
) {
  const { context } = painter;
  context.strokeStyle = colour;
  context.setLineDash([...dashPx]);
  context.lineCap = dashPx.length > 0 ? 'butt' : 'round';
  // Solid lines of one width are one path, because each stroke costs as much as hundreds of vertices.
  const isOnePath = typeof widthPx === 'number' && dashPx.length === 0;
  if (typeof widthPx === 'number') context.lineWidth = widthPx;
  if (isOnePath) context.beginPath();
  eachShape(painter, layer, (shape, tile, box) => {
    if (!isShown(shape)) return;
    if (typeof widthPx === 'function') context.lineWidth = widthPx(shape);
    const own = ownBox(box);
    for (const part of shape.parts)
      for (const { points, from } of clipLine(part, own)) {
        if (!isOnePath) context.beginPath();
        trace(context, points, tile);
        if (isOnePath) continue;
        context.lineDashOffset = from * tile.scale;
        context.stroke();
      }
  });
  if (isOnePath) context.stroke();
  context.setLineDash([]);
}

/** Paints land, water and borders of a window. Names are a separate layer. */
export function paintGround(
  context: GroundContext,
  window: MapWindow,
  tiles: readonly TileInWindow[],
  colours: BasemapColours,
) {
  const zoom = zoomOf(window.resolution);
  const painter: Painter = { context, tiles, window, zoom };
  const near = (from: number, to: number) => between((zoom - from) / (to - from), 0, 1);
  context.setTransform(window.ratio, 0, 0, window.ratio, 0, 0);
  context.lineJoin = 'round';
  context.fillStyle = colours.water;
  context.fillRect(0, 0, window.width, window.height);
  const passes: readonly GroundPass<ShapeLayer, GroundColour>[] = groundPasses;
  for (const { layer, colour, beforeZoom, widthPx, dashPx, isShown } of passes) {
    if (beforeZoom !== undefined && zoom >= beforeZoom) continue;
    if (widthPx === undefined) fillLayer(painter, layer, colours[colour]);
    else
      strokeLayer(painter, layer, {
        colour: colours[colour],
        widthPx: widthPx({ zoom, near }),
        ...(dashPx && { dashPx }),
        ...(isShown && { isShown }),
      });
  }
}
