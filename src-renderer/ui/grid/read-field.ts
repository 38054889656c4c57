/** Why a text cannot be stored: a key of the catalogue with its values. */
export interface FieldProblem {
  message: string;
  values?: Record<string, string | number>;
}

/** The result of reading a text of the user. */
export type ReadField<T> = { value: T } | { problem: FieldProblem };
