import { expect, it } from 'vitest';
import { madeVectorTile } from '../../../../testing/made-vector-tile.ts';
import { hitVector } from './hit-vector.ts';
import { placeLabels } from './label-canvas.ts';
import { paintVector, type TileWindow, type VectorContext } from './paint-vector.ts';
import { labelsOf } from './vector-labels.ts';
import { categoryOf, ownColour, styleOf } from './vector-style.ts';
import { decodeVectorTile, nameOfFeature, tileUnits } from './vector-tile-data.ts';

const data = decodeVectorTile(madeVectorTile({ isPacked: false }));
const whole: TileWindow = { left: 0, top: 0, span: tileUnits, sizePx: 512, ratio: 2, zoom: 3 };

/** A canvas that writes down what is painted: the colours in their order, and the points of each path. */
function createNotes() {
  const painted: { how: 'fill' | 'stroke'; colour: string; alpha: number; points: number[][] }[] = [];
  let points: number[][] = [];
  const add = (x: number, y: number) => void points.push([x, y]);
  const context = {
    fillStyle: '',
    strokeStyle: '',
    globalAlpha: 1,
    lineWidth: 1,
    lineCap: 'butt',
    lineJoin: 'miter',
    arc: add,
    beginPath() {
      points = [];
    },
    closePath: () => undefined,
    fill: () =>
      void painted.push({
        how: 'fill',
        colour: String(context.fillStyle),
        alpha: context.globalAlpha,
        points,
      }),
    lineTo: add,
    moveTo: add,
    setLineDash: () => undefined,
    setTransform: () => undefined,
    stroke: () =>
      void painted.push({
        how: 'stroke',
        colour: String(context.strokeStyle),
        alpha: context.globalAlpha,
        points,
      }),
  } satisfies VectorContext;
  return { context, painted };
}

it('decodes layers with their features, names and numbers', () => {
  expect(data.layers.map(({ name, features }) => [name, features.length])).toEqual([
    ['water', 1],
    ['parcels', 1],
    ['roads', 1],
    ['stations', 1],
  ]);
  expect(data.layers[1]?.features[0]).toMatchObject({
    kind: 'area',
    id: 2,
    box: [1_024, 1_024, 3_072, 3_072],
    properties: { name: 'Parcel nine' },
  });
  expect(data.byteLength).toBeGreaterThan(1_000);
  expect(() => decodeVectorTile(new Uint8Array([0x1a, 0x7f, 1]))).toThrow();
});

it.each([
  ['water', 'area', {}, 'water'],
  ['water', 'line', { kind: 'river' }, 'waterway'],
  ['waterway', 'line', {}, 'waterway'],
  ['landcover', 'area', { class: 'wood' }, 'wood'],
  ['landuse', 'area', { 'pmap:kind': 'residential' }, 'built'],
  ['park', 'area', {}, 'grass'],
  ['transportation', 'line', { class: 'motorway' }, 'mainRoad'],
  ['transportation', 'line', { class: 'service' }, 'road'],
  ['roads', 'line', { kind: 'rail' }, 'rail'],
  ['streets', 'line', { kind: 'footway' }, 'path'],
  ['building', 'area', {}, 'building'],
  ['boundary', 'line', {}, 'boundary'],
  ['place_labels', 'point', {}, 'label'],
  ['poi', 'point', {}, 'label'],
  ['earth', 'area', {}, 'land'],
  ['ocean', 'area', {}, 'water'],
  ['parcels', 'area', {}, null],
  ['stations', 'point', {}, null],
] as const)('takes a feature of %s (%s, %o) for %s', (layer, kind, properties, category) => {
  expect(categoryOf(layer, kind, properties)).toBe(category);
});

it('gives each unknown layer a colour of its own, the same each time, and another one for each theme', () => {
  const names = ['parcels', 'wells', 'pipes', 'fences', 'zones', 'trees'];
  const colours = names.map((name) => ownColour(name, 'light'));
  expect(new Set(colours).size).toBeGreaterThan(3);
  expect(names.map((name) => ownColour(name, 'light'))).toEqual(colours);
  expect(ownColour('parcels', 'dark')).not.toBe(ownColour('parcels', 'light'));
  const one = { layer: 'areas', kind: 'area', properties: {} } as const;
  const ofMap = (colourName: string) => styleOf(one, { theme: 'light', zoom: 3, colourName }).colour;
  expect(ofMap('a1')).toBe(
    styleOf({ ...one, kind: 'line', layer: 'lines' }, { theme: 'light', zoom: 9, colourName: 'a1' }).colour,
  );
});

it('paints what is known below what is not, areas below lines below points, in the colours of the theme', () => {
  for (const theme of ['light', 'dark'] as const) {
    const { context, painted } = createNotes();
    const legend = paintVector(context, data, { window: whole, theme, colourName: null });
    expect(legend.map(({ layer, category }) => [layer, category])).toEqual([
      ['water', 'water'],
      ['roads', 'road'],
      ['parcels', null],
      ['stations', null],
    ]);
    expect(painted[0]).toMatchObject({ how: 'fill', alpha: 1, colour: legend[0]?.colour });
    expect(painted.find(({ colour }) => colour === ownColour('parcels', theme))).toMatchObject({
      alpha: 0.22,
    });
    // A station of 3400 units is at 425 of 512 pixels.
    expect(painted.at(-1)?.points).toEqual([[425, 425]]);
  }
});

it('paints a part of a tile beyond the last zoom of its map, and nothing of what is not in it', () => {
  const { context, painted } = createNotes();
  const corner = { ...whole, left: 0, top: 0, span: tileUnits / 8, zoom: 6 };
  const legend = paintVector(context, data, { window: corner, theme: 'light', colourName: null });
  expect(legend.map(({ layer }) => layer)).toEqual(['water', 'roads']);
  // The road at 512 units is at the lower edge of this part.
  expect(painted.at(-1)?.points.every(([, y]) => y === 512)).toBe(true);
});

it('names features in the language of the window, else in their own', () => {
  const named = (properties: Record<string, string>) => nameOfFeature({ properties }, 'es');
  expect(named({ name: 'Germany', 'name:es': 'Alemania' })).toBe('Alemania');
  expect(named({ name: 'Germany' })).toBe('Germany');
  expect(named({ title: 'Well' })).toBe('Well');
  expect(named({ name: '  ' })).toBeNull();
});

it('labels points, lines and unknown areas, and places those that fit', () => {
  const labels = labelsOf(data, 'en');
  expect(labels.map(({ text, angle, isBeside }) => [text, angle, isBeside])).toEqual([
    ['Parcel nine', null, false],
    ['Station four', null, true],
    ['Long road', 0, false],
  ]);
  const at = (x: number, text: string, rank = 1, roomPx = Infinity) => ({
    text,
    rank,
    x: 0,
    y: 0,
    sizePx: 10,
    angle: null,
    room: Infinity,
    isBeside: false,
    pxX: x,
    pxY: 100,
    roomPx,
  });
  const widthOf = (text: string) => 10 * text.length;
  const placed = (all: ReturnType<typeof at>[]) => placeLabels(all, widthOf).map(({ label }) => label.text);
  expect(placed([at(100, 'Behind', 2), at(110, 'First', 1)])).toEqual(['First']);
  expect(placed([at(100, 'Here'), at(300, 'There')])).toEqual(['Here', 'There']);
  // A map that is cut into tiles has the name in each of them.
  expect(placed([at(100, 'Same'), at(300, 'Same'), at(900, 'Same')])).toEqual(['Same', 'Same']);
  expect(placed([at(100, 'Too long for its line', 1, 50)])).toEqual([]);
});

it('finds what is at a place: points before lines before areas, within reach', () => {
  const found = (x: number, y: number, reach = 20) =>
    hitVector(data, { x, y, reach, language: 'en' }).map(({ name, layer }) => name ?? layer);
  expect(found(2_000, 2_000)).toEqual(['Parcel nine', 'water']);
  expect(found(3_410, 3_390)).toEqual(['Station four', 'water']);
  expect(found(100, 525)).toEqual(['Long road', 'water']);
  expect(found(100, 600)).toEqual(['water']);
  expect(found(-500, -500)).toEqual([]);
  expect(
    hitVector(data, { x: 2_000, y: 2_000, reach: 1, language: 'en' }).map(({ isKnown }) => isKnown),
  ).toEqual([false, true]);
});
