import type { OrderRequest } from '../../../../src-preload/contract/order-request.ts';

/** The Feature as it goes out, to be read: a corner on one line. Line breaks cannot stand within a JSON text, so no value changes. */
export function featureText(request: OrderRequest): string {
  return JSON.stringify(request, null, 2).replace(
    /\[\n\s+(-?\d[^,\n]*),\n\s+(-?\d[^,\n]*)(?:,\n\s+(-?\d[^,\n]*))?\n\s+\]/g,
    (_, x, y, z) => `[${[x, y, ...(z === undefined ? [] : [z])].join(', ')}]`,
  );
}
