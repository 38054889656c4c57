import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { SceneFilter } from '../../../src-preload/contract/library.ts';
import { type BaseTerms, SubjectFilters, useSorts } from '../subject-filters.tsx';
import type { ListFilterProps } from '../subject-list.tsx';

/** What the library is filtered and sorted by, as the fields hold it. */
export interface SceneTerms extends BaseTerms<'time' | 'saved' | 'name'> {
  onDiskOnly: boolean;
}

export const scenesOnDisk: SceneTerms = { search: '', onDiskOnly: true, needsAttention: false, sort: 'time' };

/** The filter for main, without what does not filter. */
export function sceneFilterOf({ search, onDiskOnly, needsAttention }: SceneTerms): SceneFilter {
  return {
    // A scene whose files are gone has none on disk.
    onDiskOnly: onDiskOnly && !needsAttention,
    ...(search === '' ? {} : { search }),
    ...(needsAttention ? { needsAttention } : {}),
  };
}

const sortWords = [
  ['time', 'acquired'],
  ['saved', 'saved'],
  ['name', 'name'],
] as const;

/** Search, sort and what needs attention: whether scenes are on disk is said beside the title. */
export function SceneFilters({ terms, change, flagged }: ListFilterProps<SceneTerms, unknown, Scope | null>) {
  const { t } = useTranslation();
  return (
    <SubjectFilters
      {...{ terms, change, flagged }}
      searchLabel={t('library.search')}
      sortWidth={130}
      sorts={useSorts(sortWords)}
    />
  );
}
