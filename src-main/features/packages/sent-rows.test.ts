import { expect, it } from 'vitest';
import { fieldDifferences } from './item-fields.ts';
import { comparableSides } from './sent-rows.ts';

const request = {
  task_name: '1 Site 1 maize',
  project_name: 'sites',
  product: 169,
  target: { type: 'Point', coordinates: [7.2, 46.8] },
  start: '2026-11-29T00:00:00Z',
  end: '2026-12-09T00:00:00Z',
  priority: 40,
};
const values = {
  name: '1 Site 1 maize',
  project: 'sites',
  product: 169,
  sku: '',
  start: '2026-11-29T00:00:00.000Z',
  end: '2026-12-09T00:00:00.000Z',
  client: null,
  priority: 40,
  everyMinutes: null,
  maxCaptures: 1,
  maxSimultaneous: null,
  processingLevel: '',
};
const geometry = { kind: 'point', longitude: 7.2, latitude: 46.8, altitudeMetres: null };
const prepared = {
  kind: 'task',
  templateName: 'T1',
  listName: 'Sites',
  missing: [],
  values,
  base: values,
  geometry,
};

const differences = (content: unknown) => {
  const sides = comparableSides({ input: { kind: 'task', request } }, content);
  return sides && fieldDifferences(sides.mine, sides.theirs);
};

it('finds a row that was sent as it was prepared equal, and each change once, with the latitude first', () => {
  expect(differences(prepared)).toEqual([]);
  const moved = { ...geometry, latitude: 46.9 };
  expect(differences({ ...prepared, values: { ...values, priority: 20 }, geometry: moved })).toEqual([
    { field: 'values.priority', mine: '40', theirs: '20' },
    { field: 'geometry', mine: '46.8, 7.2', theirs: '46.9, 7.2' },
  ]);
});

it('compares an area without the position that closes its ring, and leaves other forms alone', () => {
  const ring = [
    [7, 46],
    [8, 46],
    [8, 47],
  ];
  const order = {
    type: 'Feature',
    geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] },
    properties: { order_name: 'A', project_name: 'P', sku: 'S', parameters: {} },
  };
  const row = { ...prepared, kind: 'order', values: { ...values, name: 'A', project: 'P', sku: 'S' } };
  const sides = comparableSides(
    { input: { kind: 'order', request: order } },
    { ...row, geometry: { kind: 'area', rings: [ring] } },
  );
  expect(sides && fieldDifferences(sides.mine, sides.theirs)).toEqual([]);
  expect(comparableSides({ input: { kind: 'order', request: order } }, prepared)).toBeNull();
  expect(comparableSides({ input: { kind: 'order', request: order } }, null)).toBeNull();
});
