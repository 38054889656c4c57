import type { Draft, DraftField } from './draft/draft.ts';

/** The properties of a group of form fields. */
export interface FieldsProps {
  draft: Draft;
  set: (patch: Partial<Draft>) => void;
  /** Returns the error of a field as text for the user. */
  errorOf: (field: DraftField) => string | undefined;
}
