import type { AppErrorCode, AppErrorData, StoredError } from '../src-preload/contract/errors.ts';
import { appErrorData } from '../src-preload/contract/errors.ts';

/** An expected failure: a code and data of the contract, no sentence. `cause` stays in main, for the log. */
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

/** Whether an error is one of those that the contract declares. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof AppError;
}

/** Whether an error is the declared one with this code. */
export function hasCode<C extends AppErrorCode>(error: unknown, code: C): error is AppError<C> {
  return error instanceof AppError && error.code === code;
}

/** For keeping beside a transfer or a sync; a defect keeps no detail, the log has it. */
export function toStoredError(error: unknown): StoredError {
  if (isAppError(error)) return { code: error.code, data: { ...appErrorData[error.code].parse(error.data) } };
  return { code: 'DEFECT', data: { reference: '' } };
}
