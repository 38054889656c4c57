import { ActionIcon, Alert, Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import {
  IconFileImport,
  IconMapPinPlus,
  IconPlus,
  IconPolygon,
  IconRowInsertBottom,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { PlaceList } from '../../../src-preload/contract/place-values.ts';
import {
  mostPlacesAtOnce,
  type PlaceFacets,
  type PlaceFilter,
} from '../../../src-preload/contract/places.ts';
import type { Settings } from '../../../src-preload/contract/settings.ts';
import { useApi, useSettings } from '../../kit/client/api.tsx';
import { ListMenu } from '../../kit/export/list-menu.tsx';
import { useOffered } from '../../kit/export/use-offered.ts';
import { validationMessage } from '../../kit/i18n/validation-message.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { widthOf } from '../../kit/ui/grid/block-edits.ts';
import { writeTsv } from '../../kit/ui/grid/tsv.ts';
import { ListHead } from '../../kit/ui/list-filters.tsx';
import { ViewsMenu } from '../../kit/views/views-menu.tsx';
import { HandoverTools } from '../packages/handover-tools.tsx';
import { MakeDialog } from '../plan/prepared/make-dialog.tsx';
import { DuplicatesDialog } from './duplicates-dialog.tsx';
import { ImportPlaces, ImportTool } from './import-places.tsx';
import { ListDialog } from './list-dialog.tsx';
import { placeSource } from './place-export.ts';
import { PlaceLists } from './place-lists.tsx';
import { placeStore } from './place-store.ts';
import classes from './places.module.css';
import { PlacesFilters } from './places-filters.tsx';
import { PlacesTable } from './places-table.tsx';
import { PlacesToolbar } from './places-toolbar.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';
import { autoSavePlaces, restorePlaces } from './saved-places.ts';
import { RemovePlaces, SelectedPlaces } from './selected-places.tsx';
import { useDrawnPlaces } from './use-drawn-places.ts';
import { useNewRow } from './use-new-row.ts';
import { togglePlaceTool, usePasteToImport, usePlaceKeys } from './use-place-keys.ts';
import { useChosenInView, usePlaceRows, usePlacesOnMap, usePlaceTerms } from './use-places-list.ts';
import { viewedPlaces } from './viewed-places.ts';

const close = () => placeStore.setState({ tooWide: null });

/**
 * Shows that pasted cells have more columns than the table or too many rows, and offers the import, which understands headings,
 * coordinates in two columns, and attributes. Nothing was written.
 */
function WidePaste() {
  const { t } = useTranslation();
  const tooWide = useStore(placeStore, (state) => state.tooWide);
  if (tooWide === null) return null;
  const { texts, columnCount } = tooWide;
  return (
    <Dialog
      opened
      onClose={close}
      title={columnCount === null ? t('places.tooLong.title') : t('places.tooWide.title')}
    >
      <Stack gap="sm">
        {columnCount === null ? (
          <Text size="sm">{t('places.tooLong.copied', { count: texts.length, most: mostPlacesAtOnce })}</Text>
        ) : (
          <Text size="sm">
            {t('places.tooWide.copied', { count: widthOf(texts) })}{' '}
            {t('places.tooWide.shown', { count: columnCount })}
          </Text>
        )}
        <Text size="sm">{columnCount === null ? t('places.tooLong.hint') : t('places.tooWide.hint')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('common.back')}
          </Button>
          <Button
            data-autofocus
            onClick={() =>
              placeStore.setState({ tooWide: null, toImport: writeTsv(texts), dialog: 'import' })
            }
          >
            {t('places.tooWide.import')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/**
 * Restores the columns, the order and the lists of the last session, and saves them when they change. Returns true once
 * they are restored.
 */
function useSavedPlaces(settings: Settings | null): boolean {
  const { client } = useApi();
  const [isRestored, setRestored] = useState(false);
  const isKnown = settings !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the settings of the start
  useEffect(() => {
    if (!isKnown) return;
    // Choices that were made since the window opened are newer than the saved ones.
    if (placeStore.getState() === placeStore.getInitialState()) restorePlaces(settings.workspace.places);
    setRestored(true);
    return autoSavePlaces(client);
  }, [isKnown, client]);
  return isRestored;
}

/** Shows why the outline on the map is not stored, until its vertices were dragged or it was discarded. */
function OutlineNote() {
  const { t } = useTranslation();
  const problem = useStore(placeStore, ({ outlineProblem }) => outlineProblem);
  if (problem === null) return null;
  return (
    <Alert color="orange" p="xs" m="xs" title={t('places.outlineInvalid')}>
      <Text size="xs">{validationMessage(t, problem.message, problem.values)}</Text>
      <Text size="xs">{t('places.outlineHint')}</Text>
    </Alert>
  );
}

/** Shown instead of rows: how to add places, or that no place matches the filters. */
function EmptyPlaces({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation();
  const addRow = useNewRow();
  if (isFiltered)
    return (
      <Text className={classes.empty} c="var(--nadir-quiet)">
        {t('places.noMatch')}
      </Text>
    );
  return (
    <Stack className={classes.empty} gap="xs" component="section" aria-label={t('places.emptyTitle')}>
      <Text fw={600} size="sm">
        {t('places.emptyTitle')}
      </Text>
      <Text size="xs">{t('places.emptyHint')}</Text>
      <Group gap={6}>
        <Button
          variant="default"
          leftSection={<IconMapPinPlus size={14} aria-hidden />}
          onClick={() => togglePlaceTool('point')}
        >
          {t('places.drawPoint')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPolygon size={14} aria-hidden />}
          onClick={() => togglePlaceTool('area')}
        >
          {t('places.drawArea')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconRowInsertBottom size={14} aria-hidden />}
          onClick={addRow}
        >
          {t('places.newRow')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconFileImport size={14} aria-hidden />}
          onClick={() => placeStore.setState({ dialog: 'import' })}
        >
          {t('places.import.open')}
        </Button>
      </Group>
    </Stack>
  );
}

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
