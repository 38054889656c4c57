import { Checkbox, Select, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { dayKey, numberKey } from '../../../src-preload/contract/attribute-texts.ts';
import { type PlaceKind, placeKindSchema } from '../../../src-preload/contract/place-values.ts';
import {
  type AttributeFilter,
  attributeTestSchema,
  type PlaceFacets,
} from '../../../src-preload/contract/places.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatNumber, textReadingOf } from '../../kit/i18n/format.ts';
import { formatDayText } from '../../kit/i18n/read-day.ts';
import { ValueFilter } from '../../kit/ui/filter-bar.tsx';
import { SearchField } from '../../kit/ui/list-filters.tsx';
import { attributeKey } from './place-columns.tsx';
import { placeStore } from './place-store.ts';
import classes from './places.module.css';

const isKind = (value: string | null): value is PlaceKind => placeKindSchema.safeParse(value).success;

/**
 * Says how the days and numbers of the attribute that is filtered or sorted by are read, where they can be read in two ways and no value of it
 * tells in which.
 */
function ReadingNote({ attributes }: { attributes: PlaceFacets['attributes'] }) {
  const { t, i18n } = useTranslation();
  const compared = useStore(placeStore, ({ attribute }) =>
    attribute?.test === 'atLeast' || attribute?.test === 'atMost' || attribute?.test === 'equals'
      ? attribute.name
      : null,
  );
  const sorted = useStore(placeStore, ({ sort }) => sort?.key ?? null);
  const region = textReadingOf(i18n.language);
  const notes = attributes.flatMap(({ name, ambiguousDay, ambiguousNumber }) => {
    if (name !== compared && attributeKey(name) !== sorted) return [];
    const day = ambiguousDay === null ? null : dayKey(ambiguousDay, region);
    const number = ambiguousNumber === null ? null : numberKey(ambiguousNumber, region);
    return [
      ...(day === null
        ? []
        : [
            t('places.attribute.readAsDay', {
              name,
              text: ambiguousDay,
              day: formatDayText(i18n.language, day),
            }),
          ]),
      ...(number === null
        ? []
        : [
            t('places.attribute.readAsNumber', {
              name,
              text: ambiguousNumber,
              number: formatNumber(i18n.language, number, 3),
            }),
          ]),
    ];
  });
  return notes.map((note) => (
    <Text key={note} size="xs" role="note" c="var(--nadir-warning)" style={{ flexBasis: '100%' }}>
      {note}
    </Text>
  ));
}

/** Filters by the values of one attribute: its name, how they are compared, and with what. */
function AttributeFields({ names }: { names: readonly string[] }) {
  const { t } = useTranslation();
  const attribute = useStore(placeStore, (state) => state.attribute);
  const offered = [...new Set([...names, ...(attribute === null ? [] : [attribute.name])])];
  if (offered.length === 0) return null;
  const set = (patch: Partial<AttributeFilter>) =>
    placeStore.setState({ attribute: { name: '', test: 'contains', value: '', ...attribute, ...patch } });
  return (
    <>
      <Select
        w={128}
        aria-label={t('places.attribute.name')}
        placeholder={t('places.attribute.any')}
        data={offered}
        limit={100}
        value={attribute?.name ?? null}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('places.attribute.any') }}
        onChange={(name) => (name === null ? placeStore.setState({ attribute: null }) : set({ name }))}
        comboboxProps={{ withinPortal: true, width: 200, position: 'bottom-start' }}
      />
      {attribute !== null && (
        <Select
          w={110}
          aria-label={t('places.attribute.test')}
          data={attributeTestSchema.options.map((value) => ({
            value,
            label: t(`places.attribute.${value}`),
          }))}
          allowDeselect={false}
          value={attribute.test}
          onChange={(value) => {
            const test = attributeTestSchema.safeParse(value).data;
            if (test !== undefined) set({ test });
          }}
          comboboxProps={{ withinPortal: true }}
        />
      )}
      {attribute !== null && attribute.test !== 'empty' && (
        <TextInput
          w={120}
          aria-label={t('places.attribute.value')}
          placeholder={t('places.attribute.value')}
          value={attribute.value}
          maxLength={200}
          onChange={(event) => set({ value: event.currentTarget.value })}
        />
      )}
    </>
  );
}

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
      <AttributeFields names={(facets?.attributes ?? []).map(({ name }) => name)} />
      <Checkbox
        label={t('places.inView')}
        checked={isInView}
        style={{ alignSelf: 'center' }}
        onChange={(event) => placeStore.setState({ isInView: event.currentTarget.checked })}
      />
      <ReadingNote attributes={facets?.attributes ?? []} />
    </div>
  );
}
