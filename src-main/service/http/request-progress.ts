import { AppError, hasCode } from '../../core/app-error.ts';
import type { Redactor } from '../redaction/redact.ts';
import { isPlaceOnly } from './addresses.ts';
import { networkError } from './network-error.ts';

/** How far a request has come; what its failure means depends on this. */
export interface RequestProgress {
  url: URL;
  /** False while no byte of the body can have left this machine. */
  bodyTaken: boolean;
  proxied: boolean;
  /** The headers of the last request. */
  sent: Readonly<Record<string, string>>;
  /** Where the redirects led, in order; only the origin of each. */
  ledTo: string[];
}

/** Returns the progress of a request of which nothing has been sent. */
export const startProgress = (url: URL): RequestProgress => ({
  url,
  bodyTaken: false,
  proxied: false,
  sent: {},
  ledTo: [],
});

/**
 * Returns the AppError for the error of a request: a network failure in the user's terms, CANCELLED only if the caller
 * (`outer`) aborted it, and a refused address without its secrets.
 */
export function failureOf(
  error: unknown,
  { progress, outer, redactor }: { progress: RequestProgress; outer: AbortSignal; redactor: Redactor },
): AppError {
  // A server can put what was sent to it into the target of a redirect.
  if (hasCode(error, 'ADDRESS_REFUSED'))
    return new AppError('ADDRESS_REFUSED', {
      ...error.data,
      // The mark that replaces a hidden path is not part of an address; `redactor.address` would percent-encode it.
      address: isPlaceOnly(error.data.address)
        ? redactor.text(error.data.address)
        : redactor.address(error.data.address),
    });
  // Tells whether the caller or the time limit aborted the request.
  if (error instanceof AppError && !(hasCode(error, 'CANCELLED') && !outer.aborted)) return error;
  const cause = hasCode(error, 'CANCELLED') ? error.cause : error;
  return networkError(cause, { host: progress.url.host, signal: outer, proxied: progress.proxied });
}
