import { hasCode } from '../../core/app-error.ts';

/** The greatest page size that the service accepts, learned from its refusals and kept while Nadir runs. */
export interface PageSizes {
  most(): number;
  remember(size: number): void;
}

const limitName = /\b(?:limit|page[ _-]?size|per[ _-]?page)\b/i;

/** True if the service refused the `limit` of the request; services do not document their maximum (service §8). */
export function refusesLimit(error: unknown): boolean {
  if (!hasCode(error, 'REFUSED') || (error.data.status !== 400 && error.data.status !== 422)) return false;
  return [error.data.detail, ...Object.keys(error.data.fields)].some((said) => limitName.test(said));
}

/** Fetches a page with at most as many rows as the service accepts. Halves the number each time the service refuses it. */
export async function fetchWithLimit<T>(
  address: URL,
  sizes: PageSizes,
  fetch: (url: URL) => Promise<T>,
): Promise<T> {
  const url = new URL(address);
  for (;;) {
    const wanted = Number(url.searchParams.get('limit'));
    const limit = Math.min(wanted, sizes.most());
    if (limit < wanted) url.searchParams.set('limit', String(limit));
    try {
      return await fetch(url);
    } catch (error) {
      if (limit < 2 || !refusesLimit(error)) throw error;
      sizes.remember(Math.floor(limit / 2));
    }
  }
}
