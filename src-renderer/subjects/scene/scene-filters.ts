import { type SceneSort, sceneFilterSchema } from '../../../src-preload/contract/library.ts';
import { type DirectedTerms, declareFilters, filterOf } from '../subject-filters.tsx';

/** The filters and the sort of the library, as the fields contain them. */
export interface SceneTerms extends DirectedTerms<SceneSort> {
  onDiskOnly: boolean;
  /** The scene whose place is shown, as text; null for all places. */
  placeOf: string | null;
}

const scenesOnDisk: SceneTerms = {
  ...{ search: '', onDiskOnly: true, needsAttention: false, placeOf: null },
  ...{ sort: 'time', descending: true },
};

/** The filters of the library. The switch for scenes on the disk is beside the title. */
export const sceneFilters = declareFilters({
  schema: sceneFilterSchema,
  initial: scenesOnDisk,
  searchLabel: (t) => t('library.search'),
  sorts: {
    ...{ time: 'acquired', saved: 'saved', name: 'name' },
    ...{ project: 'project', satellite: 'satellite', clouds: 'clouds' },
  },
  sortWidth: 130,
});

/**
 * Returns the filter that the main process accepts. "Needs attention" switches off the limit to scenes on the disk,
 * because a scene whose files are missing has none there.
 */
export const sceneFilterOf = (terms: SceneTerms) => ({
  ...filterOf(sceneFilters, { ...terms, onDiskOnly: true }),
  onDiskOnly: terms.onDiskOnly && !terms.needsAttention,
});

/** The order of each column of the table that scenes can be sorted by. */
export const sceneColumnSorts: Readonly<Record<string, SceneSort>> = {
  ...{ name: 'name', acquired: 'time', project: 'project', satellite: 'satellite', clouds: 'clouds' },
};
