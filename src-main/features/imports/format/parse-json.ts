import type { ImportProblem } from '../../../../src-preload/contract/scene-imports.ts';
import { isBeyondBounds } from '../../../service/http/nesting.ts';

/** Items, catalogs and pages of a search are never larger than this. */
export const maxJsonBytes = 8 * 1_024 * 1_024;

/** Returns the value of a JSON text, or the problem if it cannot be used. A byte order mark at the start is ignored. */
export function parseBounded(text: string): { value: unknown } | { problem: ImportProblem } {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return isBeyondBounds(value) ? { problem: 'too-complex' } : { value };
  } catch {
    return { problem: 'not-json' };
  }
}
