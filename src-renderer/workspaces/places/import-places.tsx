import { Group, Select, TextInput } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { PlaceListId } from '../../../src-preload/contract/ids.ts';
import { type PlaceList, placeBounds } from '../../../src-preload/contract/place-values.ts';
import { type Api, useApi } from '../../client/api.tsx';
import { zoomToBox } from '../../state/map-store.ts';
import { ImportDialog, useImport } from '../../subjects/import/import-dialog.tsx';
import type { ImportLimits, ImportRun, ImportTarget } from '../../subjects/import/import-target.ts';
import { batchesOf, placeOfFeature, widenedBox } from '../../subjects/place/imported-places.ts';
import { placeStore } from '../../subjects/place/place-store.ts';
import { Tool } from '../../ui/tool-button.tsx';
import { useSay } from '../../ui/use-act.ts';

const limits: ImportLimits = { accepts: 'all', maxFeatures: 250_000, selectsEach: false };
/** The choice of a list that is made with the import. */
const newList = 'new';

type Target = { listId: PlaceListId } | { name: string };

/** What an import has done so far. */
interface Imported {
  listId: PlaceListId;
  /** The name of the list as it was when the import began. */
  listName: string;
  box: ReturnType<typeof widenedBox> | null;
  /** The number of places whose attributes did not all fit. */
  shortened: number;
}

interface BeginOptions {
  client: Api['client'];
  list: Target;
  listName: string;
  onBegun: (imported: Imported) => void;
}

/** Starts one import into a list: a step that is made in batches, and can be undone as a whole. */
async function beginImport({ client, list, listName, onBegun }: BeginOptions): Promise<ImportRun> {
  const { importId, listId } = await client.places.beginImport({ list });
  const imported: Imported = { listId, listName, box: null, shortened: 0 };
  onBegun(imported);
  return {
    async add(features) {
      const made = features.map(placeOfFeature);
      for (const places of batchesOf(made)) await client.places.addToImport({ importId, places });
      for (const feature of features) imported.box = widenedBox(imported.box, feature);
      imported.shortened += made.filter(({ isShortened }) => isShortened).length;
    },
    async finish() {
      await client.places.finishImport({ importId });
    },
    // The main process undoes an import of which one of its calls failed. This is for a failure in the page.
    cancel: async () => void (await client.places.cancelImport({ importId }).catch(() => null)),
  };
}

/** The list that the import goes to: the one that is selected, or a new one with the name of the first file. */
function useListChoice(lists: readonly PlaceList[], fileName: string | null) {
  const { t } = useTranslation();
  const selected = useStore(placeStore, ({ listIds }) => listIds.at(-1));
  const [wanted, setWanted] = useState<string | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const known = (id: string | null | undefined) => lists.find(({ listId }) => listId === id);
  const list = wanted === newList ? undefined : (known(wanted) ?? known(selected));
  const usual = fileName?.replace(/\.[^.]+$/, '') || t('places.firstList');
  const name = typed?.trim() || usual.slice(0, placeBounds.name);
  const target: Target = list ? { listId: list.listId } : { name };
  return {
    target,
    name: list?.name ?? name,
    /** Forgets what was chosen for one import. */
    forget() {
      setWanted(null);
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
            onChange={setWanted}
          />
        )}
        {list === undefined && (
          <TextInput
            label={t('places.import.newName')}
            placeholder={usual}
            value={typed ?? usual}
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
  const imported = useRef<Imported>(null);
  const pasted = useStore(placeStore, ({ toImport }) => toImport);
  useEffect(() => {
    if (pasted === null) return;
    placeStore.setState({ toImport: null });
    state.addFiles([new File([pasted], t('places.tooWide.name'))]);
  }, [pasted, state, t]);
  // The dialog does not cover the rail: another workspace may be opened while it is open.
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
    options: choice.fields,
    begin: () =>
      beginImport({
        client,
        list: choice.target,
        listName: choice.name,
        onBegun(begun) {
          imported.current = begun;
        },
      }),
    onDone(count, { isAll, isShown }) {
      if (imported.current === null) return;
      const { listId, listName, box, shortened } = imported.current;
      say({ message: t('places.import.done', { count, list: listName }), color: 'teal' });
      if (shortened > 0)
        say({
          message: t('places.import.shortened', { count: shortened, most: placeBounds.attributesInAll }),
          color: 'orange',
        });
      placeStore.setState(({ listIds, dialog }) => ({
        listIds: listIds.includes(listId) ? listIds : [listId],
        dialog: isAll ? null : dialog,
      }));
      choice.forget();
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

/** Opens the dialog of the import. */
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
