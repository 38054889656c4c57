import type { AppError } from '../core/app-error.ts';

/** The service asked to wait, or did not answer well. `until` is in ms since epoch; null if the service named no time. */
export class TransferDelay extends Error {
  readonly until: number | null;
  readonly reason: AppError;
  constructor(reason: AppError, until: number | null) {
    super('the transfer has to wait');
    this.reason = reason;
    this.until = until;
  }
}
