import type { ImportProblem } from '../../../src-preload/contract/scene-imports.ts';
import { isBeyondBounds } from '../../service/http/nesting.ts';

/** A larger file is no item, no catalog and no page of a search. */
export const maxJsonBytes = 8 * 1_024 * 1_024;

/** Returns the value of a text, or why it is not used. A byte order mark at the beginning is no part of it. */
export function parseBounded(text: string): { value: unknown } | { problem: ImportProblem } {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return isBeyondBounds(value) ? { problem: 'too-complex' } : { value };
  } catch {
    return { problem: 'not-json' };
  }
}
