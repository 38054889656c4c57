import { Group, Select, TextInput } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { PlaceListId } from '../../../src-preload/contract/ids.ts';
import { type PlaceList, placeBounds } from '../../../src-preload/contract/place-values.ts';
import { centreOfBox } from '../../../src-shared/geometry/box-of-places.ts';
import { type Api, useApi } from '../../kit/client/api.tsx';
import { zoomToBox } from '../../kit/state/map-store.ts';
import { Tool } from '../../kit/ui/tool-button.tsx';
import { useSay } from '../../kit/ui/use-act.ts';
import { ImportDialog, useImport } from './import/import-dialog.tsx';
import type { ImportLimits, ImportRun, ImportTarget } from './import/import-target.ts';
import { batchesOf, placeOfFeature, widenedBox } from './imported-places.ts';
import { placeStore } from './place-store.ts';

const limits: ImportLimits = {
  accepts: 'all',
  maxFeatures: 250_000,
  selectsEach: false,
  keepsAttributes: true,
};
/** The choice of a list that is made with the import. */
const newList = 'new';

type Target = { listId: PlaceListId } | { name: string };

/** The progress of an import. */
interface ImportProgress {
  listId: PlaceListId;
  /** The name of the list when the import started. */
  listName: string;
  box: ReturnType<typeof widenedBox> | null;
  /** The number of places that the list had already. */
  repeated: number;
  /** The number of places whose attributes did not all fit. */
  shortened: number;
}

interface ImportOptions {
  client: Api['client'];
  list: Target;
  listName: string;
  onStarted: (progress: ImportProgress) => void;
}

/** Starts an import into a list: it is one step of the history, stored in batches, and can be undone as a whole. */
async function beginImport({ client, list, listName, onStarted }: ImportOptions): Promise<ImportRun> {
  const { importId, listId } = await client.places.beginImport({ list });
  const progress: ImportProgress = { listId, listName, box: null, repeated: 0, shortened: 0 };
  onStarted(progress);
  return {
    async add(features) {
      const converted = features.map(placeOfFeature);
      for (const places of batchesOf(converted)) await client.places.addToImport({ importId, places });
      for (const feature of features) progress.box = widenedBox(progress.box, feature);
      progress.shortened += converted.filter(({ isShortened }) => isShortened).length;
    },
    async finish() {
      const { repeated } = await client.places.finishImport({ importId });
      progress.repeated = repeated;
    },
    // The main process undoes an import after a failed call. This is for a failure in the page.
    cancel: async () => void (await client.places.cancelImport({ importId }).catch(() => null)),
  };
}

/** Returns the choice of the list for the import: the selected one, or a new one with the name of the first file. */
function useListChoice(lists: readonly PlaceList[], fileName: string | null) {
  const { t } = useTranslation();
  const selected = useStore(placeStore, ({ listIds }) => listIds.at(-1));
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const listOf = (id: string | null | undefined) => lists.find(({ listId }) => listId === id);
  const list = chosenId === newList ? undefined : (listOf(chosenId) ?? listOf(selected));
  const defaultName = fileName?.replace(/\.[^.]+$/, '') || t('places.firstList');
  const name = typed?.trim() || defaultName.slice(0, placeBounds.name);
  const target: Target = list ? { listId: list.listId } : { name };
  return {
    target,
    name: list?.name ?? name,
    middle: list?.box ? centreOfBox(list.box) : null,
    /** Resets the choices of one import. */
    reset() {
      setChosenId(null);
      setTyped(null);
    },
    fields: (
      <Group grow gap="xs" align="end" wrap="nowrap">
        {lists.length > 0 && (
          <Select
            label={t('places.import.into')}
            data={[
              { value: newList, label: t('places.addedList') },
              ...lists.map(({ listId, name: label }) => ({ value: listId, label })),
            ]}
            value={list?.listId ?? newList}
            allowDeselect={false}
            searchable={lists.length > 8}
            onChange={setChosenId}
          />
        )}
        {list === undefined && (
          <TextInput
            label={t('places.import.newName')}
            placeholder={defaultName}
            value={typed ?? defaultName}
            maxLength={placeBounds.name}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Group>
    ),
  };
}

/** The dialog that imports files and texts into a list of places. Files may also be dropped anywhere on the window. */
export function ImportPlaces() {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const say = useSay();
  const lists = useQuery(query.places.lists.queryOptions()).data ?? [];
  const opened = useStore(placeStore, ({ dialog }) => dialog === 'import');
  const state = useImport(limits);
  const fileName = useStore(state.store, ({ files: [first] }) =>
    first && first.source.kind !== 'text' ? first.name : null,
  );
  const choice = useListChoice(lists, fileName);
  const progress = useRef<ImportProgress>(null);
  const pasted = useStore(placeStore, ({ toImport }) => toImport);
  useEffect(() => {
    if (pasted === null) return;
    placeStore.setState({ toImport: null });
    state.addFiles([new File([pasted], t('places.tooWide.name'))]);
  }, [pasted, state, t]);
  // The dialog does not cover the rail, so the user may open another workspace while it is open.
  useEffect(
    () => () => placeStore.setState(({ dialog }) => ({ dialog: dialog === 'import' ? null : dialog })),
    [],
  );
  const target: ImportTarget = {
    limits,
    title: t('places.import.title'),
    numbered: (number) => t('places.import.numbered', { number }),
    addLabel: (count) => t('places.import.add', { count }),
    blocked: null,
    middleOfList: choice.middle,
    options: choice.fields,
    begin: () =>
      beginImport({
        client,
        list: choice.target,
        listName: choice.name,
        onStarted(started) {
          progress.current = started;
        },
      }),
    onDone(count, { isAll, isShown }) {
      if (progress.current === null) return;
      const { listId, listName, box, repeated, shortened } = progress.current;
      say({ message: t('places.import.done', { count, list: listName }), color: 'teal' });
      if (repeated > 0) say({ message: t('places.import.repeated', { count: repeated }), color: 'orange' });
      if (shortened > 0)
        say({
          message: t('places.import.shortened', { count: shortened, most: placeBounds.attributesInAll }),
          color: 'orange',
        });
      placeStore.setState(({ listIds, dialog }) => ({
        listIds: listIds.includes(listId) ? listIds : [listId],
        dialog: isAll ? null : dialog,
      }));
      choice.reset();
      if (box && isShown) zoomToBox(box);
    },
  };
  return (
    <ImportDialog
      state={state}
      target={target}
      opened={opened}
      onOpen={() => placeStore.setState({ dialog: 'import' })}
      onClose={() => placeStore.setState({ dialog: null })}
    />
  );
}

/** The button that opens the import dialog. */
export function ImportTool() {
  const { t } = useTranslation();
  return (
    <Tool
      label={t('places.import.open')}
      icon={IconFileImport}
      onClick={() => placeStore.setState({ dialog: 'import' })}
    />
  );
}
