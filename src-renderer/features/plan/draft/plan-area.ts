import { codesOf } from '../../../../src-preload/contract/sku-catalogue.ts';
import type { Area } from '../../../../src-shared/geometry/area.ts';
import { emptyPeriod, zoned } from './draft.ts';
import { loadOrderCopy } from './order-store.ts';

/** Opens the order form with an area and a name. Nothing is sent. */
export function planAreaOrder(area: Area, name: string) {
  const [sku = ''] = codesOf('area');
  const { start, end } = emptyPeriod(Date.now());
  loadOrderCopy({
    type: 'Feature',
    geometry: {
      type: 'Polygon',
      coordinates: area.map((ring) =>
        [...ring, ...ring.slice(0, 1)].map(([x, y]): [number, number] => [x, y]),
      ),
    },
    properties: {
      order_name: name,
      project_name: '',
      sku,
      parameters: { start: zoned(start, 0) ?? undefined, end: zoned(end, 0) ?? undefined },
    },
  });
}
