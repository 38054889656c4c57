import { useTranslation } from 'react-i18next';
import type { SceneFilter } from '../../../src-preload/contract/library.ts';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { NeedsLookChip } from '../tracking/flags.tsx';

const sorts = ['time', 'saved', 'name'] as const;
const sortWords = { time: 'acquired', saved: 'saved', name: 'name' } as const;

/** What the library is filtered and sorted by, as the fields hold it. */
export interface SceneTerms {
  search: string;
  onDiskOnly: boolean;
  needsLook: boolean;
  sort: (typeof sorts)[number];
}

export const scenesOnDisk: SceneTerms = { search: '', onDiskOnly: true, needsLook: false, sort: 'time' };

/** The filter for main, without what does not filter: then it is the map's own question too, asked and answered once. */
export function sceneFilterOf({ search, onDiskOnly, needsLook }: SceneTerms): SceneFilter {
  return {
    // A scene whose files are gone has none on disk.
    onDiskOnly: onDiskOnly && !needsLook,
    ...(search === '' ? {} : { search }),
    ...(needsLook ? { needsLook } : {}),
  };
}

interface SceneFiltersProps {
  terms: SceneTerms;
  change: (patch: Partial<SceneTerms>) => void;
  /** How many scenes need attention. */
  flagged: number;
}

export function SceneFilters({ terms, change, flagged }: SceneFiltersProps) {
  const { t } = useTranslation();
  return (
    <FilterBar
      search={{
        label: t('library.search'),
        value: terms.search,
        onChange: (search) => change({ search }),
      }}
      sort={{
        width: 130,
        options: sorts.map((value) => ({ value, label: t(`label.${sortWords[value]}`) })),
        value: terms.sort,
        onChange: (sort) => change({ sort }),
      }}
    >
      <NeedsLookChip
        count={flagged}
        checked={terms.needsLook}
        onChange={(needsLook) => change({ needsLook })}
      />
    </FilterBar>
  );
}
