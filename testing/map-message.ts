import en from '../resources/messages/en.json' with { type: 'json' };
import { hasCode } from '../src-main/core/app-error.ts';

/** The sentence that a person reads about a map that cannot be used; `CODE` for any other error. */
export function mapMessage(error: unknown): string {
  if (!hasCode(error, 'MAP_UNUSABLE'))
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return en.errors.map[error.data.reason].replace('{{detail}}', error.data.detail);
}
