import type { OrderRequest } from '../../../../src-preload/contract/order-request.ts';

/**
 * Returns the Feature of a request as readable text with one vertex per line. A JSON string contains no line break, so
 * no value is changed.
 */
export function featureText(request: OrderRequest): string {
  return JSON.stringify(request, null, 2).replace(
    /\[\n\s+(-?\d[^,\n]*),\n\s+(-?\d[^,\n]*)(?:,\n\s+(-?\d[^,\n]*))?\n\s+\]/g,
    (_, x, y, z) => `[${[x, y, ...(z === undefined ? [] : [z])].join(', ')}]`,
  );
}
