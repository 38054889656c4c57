/** Why a text cannot be stored: a message key with its values. */
export interface FieldProblem {
  message: string;
  values?: Record<string, string | number>;
}

/** The result of reading a text that the user typed. */
export type ReadField<T> = { value: T } | { problem: FieldProblem };
