import { expect, it } from 'vitest';
import { handedMapOf, serverRowOf } from './handed-map.ts';
import type { MapRow } from './source-table.ts';

const recipe = {
  template: 'https://tiles.example/{z}/{x}/{y}.png',
  subdomains: [],
  flipY: false,
  axes: 'xy' as const,
  matrices: null,
  legend: null,
};
const id = '000000000001';
const handed = {
  kind: 'xyz' as const,
  name: 'Roads',
  layer: null,
  attribution: '',
  minZoom: 0,
  maxZoom: 18,
  grid: 'mercator' as const,
  bounds: null,
  address: 'https://tiles.example/',
  recipe,
  needsKey: false,
  file: null,
};

it('the map of a server in a package is hidden until it is shown, and asks public hosts only', () => {
  const row: MapRow = serverRowOf(id, handed);
  expect(row).toMatchObject({ visible: false, hosts: ['https://tiles.example'] });
  expect(row.recipe?.reach).toBe('public');
  expect(handedMapOf(row)).toMatchObject({ name: 'Roads', file: null });
});
