import type { Problem } from '../../src-shared/geometry/area.ts';

/**
 * The error that ends the reading of a file, with the reason for the user. What was read before it can still be used.
 */
export class FormatProblem extends Error {
  readonly problem: Problem;
  /** The line of the file, from 1; null if the format has no lines. */
  readonly line: number | null;

  constructor(message: string, values?: Record<string, string | number>, line: number | null = null) {
    super(message);
    this.problem = values === undefined ? { message } : { message, values };
    this.line = line;
  }
}
