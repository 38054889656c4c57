import { Checkbox, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type PlaceKind, placeKindSchema } from '../../../src-preload/contract/place-values.ts';
import { useApi } from '../../client/api.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { placeStore } from '../../subjects/place/place-store.ts';
import { ValueFilter } from '../../ui/filter-bar.tsx';
import { SearchField } from '../../ui/list-filters.tsx';
import classes from './places.module.css';

const isKind = (value: string | null): value is PlaceKind => placeKindSchema.safeParse(value).success;

/** The fields that filter the places of the selected lists. */
export function PlacesFilters() {
  const { t, i18n } = useTranslation();
  const { query } = useApi();
  const { listIds, search, tag, kind, isInView } = useStore(placeStore);
  const filter = listIds.length === 0 ? {} : { listIds: [...listIds] };
  const facets = useQuery(query.places.facets.queryOptions({ input: { filter } })).data;
  const kinds = placeKindSchema.options.filter((each) => each === kind || (facets?.kinds[each] ?? 0) > 0);
  return (
    <div className={classes.filters}>
      <SearchField
        label={t('places.search')}
        value={search}
        onChange={(typed) => placeStore.setState({ search: typed })}
      />
      <ValueFilter
        label={t('places.column.tags')}
        all={t('places.allTags')}
        width={110}
        listWidth={180}
        values={[...(facets?.tags ?? []).map((each) => each.tag), ...(tag === null ? [] : [tag])]}
        value={tag}
        onChange={(value) => placeStore.setState({ tag: value })}
      />
      <Select
        w={128}
        aria-label={t('places.column.kind')}
        placeholder={t('places.allKinds')}
        data={kinds.map((value) => ({
          value,
          label: `${t(`places.kind.${value}`)} (${formatNumber(i18n.language, facets?.kinds[value] ?? 0)})`,
        }))}
        value={kind}
        clearable
        clearButtonProps={{ 'aria-label': t('places.allKinds') }}
        onChange={(value) => placeStore.setState({ kind: isKind(value) ? value : null })}
        comboboxProps={{ withinPortal: true }}
      />
      <Checkbox
        label={t('places.inView')}
        checked={isInView}
        style={{ alignSelf: 'center' }}
        onChange={(event) => placeStore.setState({ isInView: event.currentTarget.checked })}
      />
    </div>
  );
}
