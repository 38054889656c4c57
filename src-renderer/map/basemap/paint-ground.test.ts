import { expect, it } from 'vitest';
import { worldMetres } from '../../../src-shared/geometry/mercator.ts';
import { readBasemapColours } from './basemap-colours.ts';
import { type DecodedTile, decodeTile, type TileShape } from './decode-tile.ts';
import type { ShapeLayer } from './ground-style.ts';
import { type GroundContext, paintGround } from './paint-ground.ts';
import { placeTile, type TileInWindow } from './tiles-in-window.ts';

/** Each colour is its own name, so that a drawing says what it is. */
const colours = readBasemapColours((name) => name);

interface Drawn {
  act: 'fill' | 'stroke';
  colour: string;
  path: number[][];
  dash: readonly number[];
  offset: number;
}

function recorder() {
  const drawn: Drawn[] = [];
  let path: number[][] = [];
  let dash: readonly number[] = [];
  const context: GroundContext = {
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 1,
    lineDashOffset: 0,
    lineCap: 'butt',
    lineJoin: 'miter',
    beginPath() {
      path = [];
    },
    moveTo: (x, y) => path.push([x, y]),
    lineTo: (x, y) => path.push([x, y]),
    closePath() {},
    setTransform() {},
    fillRect() {},
    setLineDash(next) {
      dash = [...next];
    },
    fill() {
      drawn.push({ act: 'fill', colour: String(context.fillStyle), path, dash, offset: 0 });
    },
    stroke() {
      const { strokeStyle, lineDashOffset } = context;
      if (path.length > 0)
        drawn.push({ act: 'stroke', colour: String(strokeStyle), path, dash, offset: lineDashOffset });
    },
  };
  return { context, drawn };
}

const shape = (points: number[], more: Partial<TileShape> = {}): TileShape => {
  const xs = points.filter((_, i) => i % 2 === 0);
  const ys = points.filter((_, i) => i % 2 === 1);
  return {
    parts: [Int16Array.from(points)],
    box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
    fromZoom: 0,
    weight: 5,
    isDisputed: false,
    name: null,
    ...more,
  };
};

const tileWith = (layers: Partial<Record<ShapeLayer, TileShape[]>>): DecodedTile => {
  const empty = decodeTile(0, 0, 0, new Uint8Array());
  return { ...empty, shapes: { ...empty.shapes, ...layers } };
};

const worldWindow = {
  left: -worldMetres / 2,
  top: worldMetres / 2,
  resolution: worldMetres / 512,
  width: 512,
  height: 512,
  ratio: 1,
};
const inWorld = (tile: DecodedTile): TileInWindow =>
  placeTile({ tile, z: 0, column: 0, row: 0 }, worldWindow);

function paint(layers: Partial<Record<ShapeLayer, TileShape[]>>, window = worldWindow) {
  const { context, drawn } = recorder();
  const tile = placeTile({ tile: tileWith(layers), z: 0, column: 0, row: 0 }, window);
  paintGround(context, window, [tile], colours);
  return drawn;
}

it('paints from below: land, towns, ice, rivers, lakes, borders', () => {
  const square = () => shape([400, 400, 800, 400, 800, 800, 400, 800, 400, 400]);
  const line = () => shape([0, 0, 4_000, 4_000]);
  const drawn = paint({
    borders: [line()],
    rivers: [line()],
    lakes: [square()],
    ice: [square()],
    urban: [square()],
    land: [square()],
  });
  expect(drawn.map(({ act, colour }) => `${act} ${colour}`)).toEqual([
    'fill land',
    'fill urban',
    'fill ice',
    'stroke river',
    'fill water',
    'stroke coast',
    'stroke coast',
    'stroke borderBand',
    'stroke border',
  ]);
  expect(drawn[0]?.path[0]).toEqual([50, 50]);
});

it('draws no coast where a tile was cut', () => {
  // Land fills the tile and its margin; only the edge in the middle is a coast.
  const drawn = paint({ land: [shape([-64, -64, 2_048, -64, 2_048, 4_160, -64, 4_160, -64, -64])] });
  const coast = drawn.find(({ colour }) => colour === 'coast');
  expect(coast?.path).toEqual([
    [256, 0],
    [256, 512],
  ]);
});

it('leaves out what the view is too far for', () => {
  const far = shape([0, 0, 100, 100], { fromZoom: 3 });
  expect(paint({ rivers: [far] })).toEqual([]);
  const near = { ...worldWindow, resolution: worldWindow.resolution / 8 };
  expect(paint({ rivers: [far] }, near)).toHaveLength(1);
});

it('leaves out the coarse areas of towns where the view is near', () => {
  const town = shape([0, 0, 100, 0, 100, 100, 0, 0]);
  const at = (zoom: number) =>
    paint({ urban: [town] }, { ...worldWindow, resolution: worldMetres / 256 / 2 ** zoom });
  expect(at(9)).toHaveLength(1);
  expect(at(10)).toEqual([]);
});

it('draws disputed borders dotted, and goes on with the dashes where a line comes into view', () => {
  const drawn = paint({ borders: [shape([0, 800, 4_000, 800], { isDisputed: true })] });
  expect(drawn.find(({ colour }) => colour === 'border')?.dash.length).toBe(2);
  const window = { ...worldWindow, left: worldWindow.left + 200 * worldWindow.resolution, width: 100 };
  const [division] = paint({ divisions: [shape([0, 800, 4_000, 800])] }, window);
  expect(division?.offset).toBeCloseTo(184);
  expect(division?.path).toEqual([
    [-16, 100],
    [116, 100],
  ]);
});

it('cuts shapes to the window, however much larger they are', () => {
  const window = {
    left: -1_000,
    top: 1_000,
    resolution: 10,
    width: 200,
    height: 200,
    ratio: 1,
  };
  const drawn = paint({ land: [shape([0, 0, 4_096, 0, 4_096, 4_096, 0, 4_096, 0, 0])] }, window);
  expect(drawn.map(({ act }) => act)).toEqual(['fill']);
  for (const [x = 0, y = 0] of drawn[0]?.path ?? []) {
    expect(Math.abs(x)).toBeLessThan(300);
    expect(Math.abs(y)).toBeLessThan(300);
  }
  expect(inWorld(tileWith({})).scale).toBe(0.125);
});

it('draws the land of a picture on which the world is smaller than a tile', () => {
  const land = shape([1000, 1000, 3000, 1000, 3000, 3000]);
  const small = { ...worldWindow, resolution: worldMetres / 150, width: 150, height: 104 };
  const filled = paint({ land: [land] }, small).filter(({ act }) => act === 'fill');
  expect(filled.map(({ colour }) => colour)).toEqual([colours.land]);
  expect(paint({ land: [{ ...land, fromZoom: 1 }] }, small)).toEqual([]);
});
