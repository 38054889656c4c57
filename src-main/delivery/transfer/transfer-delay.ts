import type { AppError } from '../../app-error.ts';

/** The service asks to wait, or does not answer well; `until` in ms since epoch, when it said so. */
export class TransferDelay extends Error {
  readonly until: number | null;
  readonly reason: AppError;
  constructor(reason: AppError, until: number | null) {
    super('the transfer has to wait');
    this.reason = reason;
    this.until = until;
  }
}
