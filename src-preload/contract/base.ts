import { oc } from '@orpc/contract';
import { type AppErrorCode, appErrorData } from './errors.ts';

type ErrorMap = { [C in AppErrorCode]: { data: (typeof appErrorData)[C] } };

/**
 * Every procedure declares all app errors: the middleware of the main process converts an AppError to the declared
 * error with its code.
 */
const errorMap: ErrorMap = {
  OFFLINE: { data: appErrorData.OFFLINE },
  UNREACHABLE: { data: appErrorData.UNREACHABLE },
  TLS_FAILED: { data: appErrorData.TLS_FAILED },
  WRONG_CREDENTIALS: { data: appErrorData.WRONG_CREDENTIALS },
  NO_CREDENTIALS: { data: appErrorData.NO_CREDENTIALS },
  UNAUTHORIZED: { data: appErrorData.UNAUTHORIZED },
  CONTRACT_NEEDED: { data: appErrorData.CONTRACT_NEEDED },
  REFUSED: { data: appErrorData.REFUSED },
  NOT_FOUND: { data: appErrorData.NOT_FOUND },
  RATE_LIMITED: { data: appErrorData.RATE_LIMITED },
  SERVICE_FAILED: { data: appErrorData.SERVICE_FAILED },
  BAD_ANSWER: { data: appErrorData.BAD_ANSWER },
  ADDRESS_REFUSED: { data: appErrorData.ADDRESS_REFUSED },
  ADDRESS_MOVED: { data: appErrorData.ADDRESS_MOVED },
  KEYCHAIN_UNAVAILABLE: { data: appErrorData.KEYCHAIN_UNAVAILABLE },
  DISK_FULL: { data: appErrorData.DISK_FULL },
  FOLDER_NOT_WRITABLE: { data: appErrorData.FOLDER_NOT_WRITABLE },
  FOLDER_AWAY: { data: appErrorData.FOLDER_AWAY },
  PATH_LINKED: { data: appErrorData.PATH_LINKED },
  FILE_REPLACED: { data: appErrorData.FILE_REPLACED },
  OWNER_UNKNOWN: { data: appErrorData.OWNER_UNKNOWN },
  TRASH_FAILED: { data: appErrorData.TRASH_FAILED },
  FILE_NOT_WHOLE: { data: appErrorData.FILE_NOT_WHOLE },
  RASTER_UNDRAWABLE: { data: appErrorData.RASTER_UNDRAWABLE },
  ARCHIVE_REFUSED: { data: appErrorData.ARCHIVE_REFUSED },
  PACKAGE_REFUSED: { data: appErrorData.PACKAGE_REFUSED },
  UPDATE_REFUSED: { data: appErrorData.UPDATE_REFUSED },
  MAP_UNUSABLE: { data: appErrorData.MAP_UNUSABLE },
  OUTCOME_UNKNOWN: { data: appErrorData.OUTCOME_UNKNOWN },
  JUST_SENT: { data: appErrorData.JUST_SENT },
  NOT_APPROVED: { data: appErrorData.NOT_APPROVED },
  SENT_ELSEWHERE: { data: appErrorData.SENT_ELSEWHERE },
  CONFLICT: { data: appErrorData.CONFLICT },
  INVALID_INPUT: { data: appErrorData.INVALID_INPUT },
  CANCELLED: { data: appErrorData.CANCELLED },
  DEFECT: { data: appErrorData.DEFECT },
};

/** The metadata of a procedure, besides its input and output. */
interface ProcedureMeta {
  /** The topics whose changes make the answer stale; null for a command, whose answer is not cached. */
  staleBy: readonly string[] | null;
}

const described = oc.$meta<ProcedureMeta>({ staleBy: null });

/** A command: a procedure that changes something. */
export const procedure = described.errors(errorMap);

/**
 * Declares a query: the page caches its answer until one of these changes is reported. Without any topic the answer never
 * becomes stale.
 */
export const query = (...staleBy: string[]) => procedure.meta({ staleBy });
