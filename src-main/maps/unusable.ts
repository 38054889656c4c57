import type { MapReason } from '../../src-preload/contract/errors.ts';
import { AppError, hasCode } from '../app-error.ts';

/** The longest detail of a reason: a text of a server or of a file is cut there. */
const longestDetail = 300;

/** Creates the error that says why a map cannot be used. */
export function unusable(reason: MapReason, detail: string | number = ''): AppError<'MAP_UNUSABLE'> {
  // Control characters of a foreign text would break the line that shows it.
  const shown = String(detail)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
  return new AppError('MAP_UNUSABLE', { name: '', reason, detail: shown.slice(0, longestDetail) });
}

/** Returns the error with the name of the map; any other error unchanged. */
export function named(error: unknown, name: string): unknown {
  return hasCode(error, 'MAP_UNUSABLE')
    ? new AppError('MAP_UNUSABLE', { ...error.data, name }, { cause: error })
    : error;
}
