import type TileGrid from 'ol/tilegrid/TileGrid.js';
import { halfWorldMetres } from '../../../../src-shared/geometry/mercator.ts';
import { createCanvasLayer, type Frame, worldsIn } from '../../canvas-layer.ts';
import type { VectorLabel } from './vector-labels.ts';

/** The names of a stored tile, and the part of it that a drawn tile shows. */
export interface TileLabels {
  labels: readonly VectorLabel[];
  left: number;
  top: number;
  span: number;
}

/** The colours of names. */
export interface PlacedLabels {
  text: () => string;
  halo: () => string;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const apartPx = 3;
/** The same name is not repeated within this distance, because a file cut into tiles has it in each of them. */
const repeatPx = 260;
const maxPlaced = 400;
const besidePx = 9;
const font = (sizePx: number) => `500 ${sizePx}px "Inter Variable", Inter, sans-serif`;

const meets = (a: Box, b: Box) =>
  a.left < b.right + apartPx &&
  a.right > b.left - apartPx &&
  a.top < b.bottom + apartPx &&
  a.bottom > b.top - apartPx;

/** Returns placed names that do not overlap, the more important first. `widthOf` measures a text in pixels. */
export function placeLabels(
  labels: readonly (VectorLabel & { pxX: number; pxY: number; roomPx: number })[],
  widthOf: (text: string, sizePx: number) => number,
) {
  const boxes: Box[] = [];
  const byText = new Map<string, { x: number; y: number }[]>();
  const placed: { label: VectorLabel; x: number; y: number; width: number }[] = [];
  for (const label of labels.toSorted((a, b) => a.rank - b.rank)) {
    if (placed.length >= maxPlaced) break;
    const same = byText.get(label.text) ?? [];
    if (same.some(({ x, y }) => Math.hypot(x - label.pxX, y - label.pxY) < repeatPx)) continue;
    const width = widthOf(label.text, label.sizePx);
    if (width > label.roomPx) continue;
    const x = label.isBeside ? label.pxX + besidePx + width / 2 : label.pxX;
    // A rotated name needs its bounding box.
    const [cos, sin] = [Math.abs(Math.cos(label.angle ?? 0)), Math.abs(Math.sin(label.angle ?? 0))];
    const halfWidth = (width * cos + label.sizePx * sin) / 2;
    const halfHeight = (width * sin + label.sizePx * cos) / 2;
    const box = {
      left: x - halfWidth,
      right: x + halfWidth,
      top: label.pxY - halfHeight,
      bottom: label.pxY + halfHeight,
    };
    if (boxes.some((each) => meets(each, box))) continue;
    boxes.push(box);
    byText.set(label.text, [...same, { x: label.pxX, y: label.pxY }]);
    placed.push({ label, x, y: label.pxY, width });
  }
  return placed;
}

/** Creates the layer of the names of a map made of vector tiles, which are drawn across the edges of tiles. */
export function createVectorLabels({
  grid,
  theme,
  maxTiles,
}: {
  grid: TileGrid;
  theme: PlacedLabels;
  maxTiles: number;
}) {
  const tiles = new Map<string, TileLabels>();
  const widths = new Map<string, number>();
  let opacity = 1;

  function* inView(frame: Frame) {
    const { left, top, width, height, resolution } = frame;
    const z = grid.getZForResolution(resolution);
    const columns = 2 ** z;
    for (const world of worldsIn(frame, halfWorldMetres)) {
      const west = Math.max(-halfWorldMetres, left - world);
      const east = Math.min(halfWorldMetres, left - world + width * resolution);
      if (west >= east) continue;
      const range = grid.getTileRangeForExtentAndZ([west, top - height * resolution, east, top], z);
      for (let x = Math.max(0, range.minX); x <= Math.min(columns - 1, range.maxX); x += 1)
        for (let y = Math.max(0, range.minY); y <= Math.min(columns - 1, range.maxY); y += 1) {
          const tile = tiles.get(`${z}/${x}/${y}`);
          if (tile === undefined) continue;
          const extent = grid.getTileCoordExtent([z, x, y]);
          const perUnit = ((extent[2] ?? 0) - (extent[0] ?? 0)) / tile.span / resolution;
          const originX = ((extent[0] ?? 0) + world - left) / resolution;
          const originY = (top - (extent[3] ?? 0)) / resolution;
          yield* tile.labels
            .filter(({ x: unitX, y: unitY }) => {
              const [shareX, shareY] = [(unitX - tile.left) / tile.span, (unitY - tile.top) / tile.span];
              // Names in the margin of a tile belong to the neighbouring tile.
              return shareX >= 0 && shareX < 1 && shareY >= 0 && shareY < 1;
            })
            .map((label) => ({
              ...label,
              pxX: originX + (label.x - tile.left) * perUnit,
              pxY: originY + (label.y - tile.top) * perUnit,
              roomPx: label.room * perUnit,
            }));
        }
    }
  }

  function draw(frame: Frame) {
    const { context } = frame;
    const widthOf = (text: string, sizePx: number) => {
      const key = `${sizePx} ${text}`;
      const stored = widths.get(key);
      if (stored !== undefined) return stored;
      context.font = font(sizePx);
      const { width } = context.measureText(text);
      if (widths.size > 10_000) widths.clear();
      widths.set(key, width);
      return width;
    };
    context.globalAlpha = opacity;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = 3;
    context.fillStyle = theme.text();
    context.strokeStyle = theme.halo();
    for (const { label, x, y } of placeLabels([...inView(frame)], widthOf)) {
      context.save();
      context.translate(x, y);
      if (label.angle !== null) context.rotate(label.angle);
      context.font = font(label.sizePx);
      context.strokeText(label.text, 0, 0);
      context.fillText(label.text, 0, 0);
      context.restore();
    }
    context.globalAlpha = 1;
  }

  const canvas = createCanvasLayer(draw, 0, () => tiles.size > 0 && opacity > 0);
  return {
    layer: canvas.layer,
    set({ z, x, y }: { z: number; x: number; y: number }, labels: TileLabels) {
      const key = `${z}/${x}/${y}`;
      tiles.delete(key);
      tiles.set(key, labels);
      const [oldest] = tiles.keys();
      if (tiles.size > maxTiles && oldest !== undefined) tiles.delete(oldest);
      canvas.redraw();
    },
    setOpacity(next: number) {
      if (opacity === next) return;
      opacity = next;
      canvas.redraw();
    },
    clear() {
      tiles.clear();
      canvas.redraw();
    },
  };
}
