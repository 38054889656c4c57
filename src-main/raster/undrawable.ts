import type { UndrawableReason } from '../../src-preload/contract/errors.ts';

/** The file is complete but cannot be drawn on a map; `detail` is a name for the message, such as that of a compression. */
export class UndrawableError extends Error {
  readonly reason: UndrawableReason;
  readonly detail: string;
  constructor(reason: UndrawableReason, detail = '', options?: { cause?: unknown }) {
    super(detail === '' ? reason : `${reason}: ${detail}`, options);
    this.reason = reason;
    this.detail = detail;
  }
}
