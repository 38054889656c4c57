import { abortable } from '../service/http/abortable.ts';
import type { FetchFileOptions } from './fetch-file-options.ts';
import { hostOf, linkRefusal } from './range-failures.ts';

/** How often a link may be refused and renewed, per connection, before the file fails. */
const maxLinkRefreshes = 4;

/** Supplies the link of a file. Links expire, so a refused one is replaced by a new one from the service. */
export interface LinkSource {
  /** Resolves with the link that all connections share; with a new one if it equals the stale one. */
  get(stale: string | null): Promise<string>;
  /** Returns the host of the latest link; empty before the first. */
  host(): string;
  /** Counts a refusal of the link. Throws the error that ends the download after too many of them. */
  countRefusal(refused: { status: number; url: string }, connections: number): void;
  /** Resets the count of refusals, because bytes were received with the latest link. */
  resetRefusals(): void;
}

/** Creates the link source of a file, which asks once for all of its connections. `renewed` is called with each new link. */
export function createLinkSource(
  options: Pick<FetchFileOptions, 'link' | 'fileName'>,
  signal: AbortSignal,
  renewed: () => void,
): LinkSource {
  let latest: string | null = null;
  let refusals = 0;
  return {
    async get(stale) {
      if (latest !== null && latest !== stale) return latest;
      latest = await abortable(options.link(stale), signal);
      renewed();
      return latest;
    },
    host: () => hostOf(latest ?? ''),
    countRefusal({ status, url }, connections) {
      refusals += 1;
      if (refusals > maxLinkRefreshes * Math.max(1, connections))
        throw linkRefusal(status, url, options.fileName);
    },
    resetRefusals() {
      refusals = 0;
    },
  };
}
