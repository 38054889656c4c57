import type { MapReason } from '../../../src-preload/contract/errors.ts';
import { AppError, hasCode } from '../../core/app-error.ts';

/** The longest detail of a reason; a longer text of a server or file is cut. */
const maxDetailLength = 300;

/** Returns the error that says why a map cannot be used. */
export function unusable(reason: MapReason, detail: string | number = ''): AppError<'MAP_UNUSABLE'> {
  // Control characters in a foreign text would break the line that shows it.
  const printable = String(detail)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
  return new AppError('MAP_UNUSABLE', { name: '', reason, detail: printable.slice(0, maxDetailLength) });
}

/**
 * Returns the error with the name by which the user knows the map: the file may be a copy whose name is an id. An error of another
 * kind is returned as it is.
 */
export function named(error: unknown, name: string): unknown {
  if (hasCode(error, 'RASTER_UNDRAWABLE'))
    return new AppError('RASTER_UNDRAWABLE', { ...error.data, fileName: name }, { cause: error });
  return hasCode(error, 'MAP_UNUSABLE')
    ? new AppError('MAP_UNUSABLE', { ...error.data, name }, { cause: error })
    : error;
}

/** A shorter beginning of a key is left in the text, because it may be a word. */
const minKeyPartLength = 4;

/** Returns the error without the key of a server. Some servers repeat it in their refusal, and errors are stored and shown. */
export function withoutKeyIn(error: unknown, key: string | null): unknown {
  if (!hasCode(error, 'MAP_UNUSABLE') || key === null || key === '') return error;
  const forms = [key, encodeURIComponent(key.toWellFormed())];
  let { detail } = error.data;
  for (const form of forms) detail = detail.replaceAll(form, '…');
  // The text may have been cut within the key.
  for (const form of forms)
    for (let length = form.length - 1; length >= minKeyPartLength; length -= 1)
      if (detail.endsWith(form.slice(0, length))) detail = `${detail.slice(0, -length)}…`;
  return new AppError('MAP_UNUSABLE', { ...error.data, detail }, { cause: error });
}
