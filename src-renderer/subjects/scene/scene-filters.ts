import { sceneFilterSchema } from '../../../src-preload/contract/library.ts';
import { type BaseTerms, declareFilters, filterOf } from '../subject-filters.tsx';

/** What the library is filtered and sorted by, as the fields hold it. */
export interface SceneTerms extends BaseTerms<'time' | 'saved' | 'name'> {
  onDiskOnly: boolean;
}

const scenesOnDisk: SceneTerms = { search: '', onDiskOnly: true, needsAttention: false, sort: 'time' };

/** Search, sort and what needs attention: whether scenes are on disk is said beside the title. */
export const sceneFilters = declareFilters({
  schema: sceneFilterSchema,
  initial: scenesOnDisk,
  searchLabel: (t) => t('library.search'),
  sorts: { time: 'acquired', saved: 'saved', name: 'name' },
  sortWidth: 130,
});

/** The filter of scenes as main takes it. A scene whose files are gone has none on disk. */
export const sceneFilterOf = (terms: SceneTerms) => ({
  ...filterOf(sceneFilters, { ...terms, onDiskOnly: true }),
  onDiskOnly: terms.onDiskOnly && !terms.needsAttention,
});
