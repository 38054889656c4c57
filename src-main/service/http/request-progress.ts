import { AppError, hasCode } from '../../app-error.ts';
import type { Redactor } from '../redaction/redact.ts';
import { isPlaceOnly } from './addresses.ts';
import { networkError } from './network-error.ts';

/** How far a request has come: what its failure means depends on it. */
export interface RequestProgress {
  url: URL;
  /** False as long as no byte of the body can have left this machine. */
  bodyTaken: boolean;
  proxied: boolean;
  /** The headers of the last request. */
  sent: Readonly<Record<string, string>>;
  /** Where redirects led, in turn; of each its place only. */
  ledTo: string[];
}

/** The progress of a request of which nothing has been sent. */
export const startProgress = (url: URL): RequestProgress => ({
  url,
  bodyTaken: false,
  proxied: false,
  sent: {},
  ledTo: [],
});

/**
 * The AppError behind whatever a request threw: a failure of the network in the user's terms, CANCELLED only where the
 * caller (`outer`) ended it, and a refused address without the secrets in it.
 */
export function failureOf(
  error: unknown,
  { progress, outer, redactor }: { progress: RequestProgress; outer: AbortSignal; redactor: Redactor },
): AppError {
  // A server can put what it was sent into the place it points to.
  if (hasCode(error, 'ADDRESS_REFUSED'))
    return new AppError('ADDRESS_REFUSED', {
      ...error.data,
      // What stands for a path is no path: as an address it would be written with percent signs.
      address: isPlaceOnly(error.data.address)
        ? redactor.text(error.data.address)
        : redactor.address(error.data.address),
    });
  // CANCELLED by the caller, or by the time limit?
  if (error instanceof AppError && !(hasCode(error, 'CANCELLED') && !outer.aborted)) return error;
  const cause = hasCode(error, 'CANCELLED') ? error.cause : error;
  return networkError(cause, { host: progress.url.host, signal: outer, proxied: progress.proxied });
}
