import type { AppErrorCode, AppErrorData, StoredError } from '../../src-preload/contract/errors.ts';
import { appErrors } from '../../src-preload/contract/errors.ts';

/** An expected failure: a code and data of the contract, without a sentence. `cause` stays in the main process, for the log. */
export class AppError<C extends AppErrorCode = AppErrorCode> extends Error {
  readonly code: C;
  readonly data: AppErrorData<C>;

  constructor(code: C, data: AppErrorData<C>, options?: { cause?: unknown }) {
    super(code, options);
    this.name = 'AppError';
    this.code = code;
    this.data = data;
  }
}

/** True if an error is one that the contract declares. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof AppError;
}

/** True if an error is a declared one with this code. */
export function hasCode<C extends AppErrorCode>(error: unknown, code: C): error is AppError<C> {
  return error instanceof AppError && error.code === code;
}

/** Returns an error for storage with a transfer or a sync; a defect is stored without details, which are in the log. */
export function toStoredError(error: unknown): StoredError {
  if (isAppError(error))
    return { code: error.code, data: { ...appErrors[error.code].data.parse(error.data) } };
  return { code: 'DEFECT', data: { reference: '' } };
}
