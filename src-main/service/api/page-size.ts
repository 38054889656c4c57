import { hasCode } from '../../app-error.ts';

/** How many rows a listing may be asked for at once, as the service has said by refusing more; for as long as Nadir runs. */
export interface PageSizes {
  most(): number;
  remember(size: number): void;
}

const limitName = /\b(?:limit|page[ _-]?size|per[ _-]?page)\b/i;

/** A refusal of the `limit` that was asked for; no service says what its greatest is (service §8). */
export function refusesLimit(error: unknown): boolean {
  if (!hasCode(error, 'REFUSED') || (error.data.status !== 400 && error.data.status !== 422)) return false;
  return [error.data.detail, ...Object.keys(error.data.fields)].some((said) => limitName.test(said));
}

/** Fetches a page with no more rows than the service gives, and with half as many each time that it refuses the number. */
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
