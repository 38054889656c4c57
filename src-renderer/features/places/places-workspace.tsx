import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { PlaceList } from '../../../src-preload/contract/place-values.ts';
import type { PlaceFacets, PlaceFilter } from '../../../src-preload/contract/places.ts';
import { useApi, useSettings } from '../../kit/client/api.tsx';
import { ListMenu } from '../../kit/export/list-menu.tsx';
import { useOffered } from '../../kit/export/use-offered.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { ListHead } from '../../kit/ui/list-filters.tsx';
import { ViewsMenu } from '../../kit/views/views-menu.tsx';
import { HandoverTools } from '../packages/handover-tools.tsx';
import { MakeDialog } from '../plan/prepared/make-dialog.tsx';
import { DuplicatesDialog } from './duplicates-dialog.tsx';
import { EmptyPlaces } from './empty-places.tsx';
import { ImportPlaces, ImportTool } from './import-places.tsx';
import { ListDialog } from './list-dialog.tsx';
import { OutlineNote } from './outline-note.tsx';
import { placeSource } from './place-export.ts';
import { PlaceLists } from './place-lists.tsx';
import { placeStore } from './place-store.ts';
import { PlacesFilters } from './places-filters.tsx';
import { PlacesTable } from './places-table.tsx';
import { PlacesToolbar } from './places-toolbar.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';
import { RemovePlaces, SelectedPlaces } from './selected-places.tsx';
import { useDrawnPlaces } from './use-drawn-places.ts';
import { usePasteToImport, usePlaceKeys } from './use-place-keys.ts';
import { useChosenInView, usePlaceRows, usePlacesOnMap, usePlaceTerms } from './use-places-list.ts';
import { useSavedPlaces } from './use-saved-places.ts';
import { viewedPlaces } from './viewed-places.ts';
import { WidePaste } from './wide-paste.tsx';

const noFacets: PlaceFacets = { attributes: [], tags: [], kinds: { point: 0, area: 0, none: 0 } };

function NewListButton() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Tooltip label={t('places.newList')}>
        <ActionIcon variant="default" aria-label={t('places.newList')} onClick={() => setOpen(true)}>
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {isOpen && <ListDialog list={null} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Removes deleted lists from the selection. */
function useExistingLists() {
  const { query } = useApi();
  const lists = useQuery(query.places.lists.queryOptions()).data;
  useEffect(() => {
    if (lists === undefined) return;
    const { listIds } = placeStore.getState();
    const existing = listIds.filter((each) => lists.some(({ listId }) => listId === each));
    if (existing.length < listIds.length) placeStore.setState({ listIds: existing });
  }, [lists]);
  return lists ?? [];
}

/** Provides the places of the table for exports and field sheets. */
function useOfferedPlaces(filter: PlaceFilter, lists: readonly PlaceList[], total: number) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const chosen = useStore(placeStore, (state) => state.chosen);
  const { listIds } = filter;
  const facets = useQuery(
    query.places.facets.queryOptions({ input: { filter: listIds === undefined ? {} : { listIds } } }),
  ).data;
  useOffered(() => placeSource({ t, client, filter, lists, facets: facets ?? noFacets, total, chosen }));
}

function Places() {
  const { t } = useTranslation();
  const lists = useExistingLists();
  const { isWide, dialog } = useStore(placeStore);
  const terms = usePlaceTerms();
  const rows = usePlaceRows(terms);
  usePlacesOnMap(terms);
  useChosenInView(terms);
  useDrawnPlaces();
  usePlaceKeys();
  usePasteToImport();
  useOfferedPlaces(terms.filter, lists, rows.total ?? 0);
  const { listIds, ...others } = terms.filter;
  const closeDialog = () => placeStore.setState({ dialog: null });
  return (
    <>
      <ListHead
        title={t('shell.workspace.places')}
        count={rows.total ?? 0}
        actions={
          <Group gap={8} wrap="nowrap">
            <NewListButton />
            <ViewsMenu list={viewedPlaces} />
            <ListMenu title={t('shell.workspace.places')} isEmpty={(rows.total ?? 0) === 0} />
          </Group>
        }
      >
        <PlaceLists lists={lists} />
        <PlacesToolbar>
          <ImportTool />
          <HandoverTools />
        </PlacesToolbar>
        <PlacesFilters />
      </ListHead>
      {rows.error && <ErrorNote error={rows.error} />}
      <OutlineNote />
      <SelectedPlaces />
      {rows.total === 0 && <EmptyPlaces isFiltered={Object.keys(others).length > 0} />}
      {!isWide && <PlacesTable terms={terms} rows={rows} isWide={false} />}
      <RemovePlaces />
      <MakeDialog />
      <ImportPlaces />
      <WidePaste />
      {dialog === 'replace' && <ReplaceDialog filter={terms.filter} onClose={closeDialog} />}
      {dialog === 'duplicates' && (
        <DuplicatesDialog listIds={listIds ?? lists.map(({ listId }) => listId)} onClose={closeDialog} />
      )}
    </>
  );
}

/** The lists of places and their table. */
export function PlacesWorkspace() {
  const settings = useSettings();
  const isRestored = useSavedPlaces(settings);
  return isRestored ? <Places /> : null;
}
