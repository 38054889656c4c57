import type { Draft, DraftField } from '../../subjects/draft/draft.ts';

/** What a group of fields of the form gets. */
export interface FieldsProps {
  draft: Draft;
  set: (patch: Partial<Draft>) => void;
  /** In words. */
  errorOf: (field: DraftField) => string | undefined;
}
