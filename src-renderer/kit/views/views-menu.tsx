import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import {
  IconBookmark,
  IconBookmarkFilled,
  IconCheck,
  IconDeviceFloppy,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useStore } from 'zustand';
import { viewIdSchema } from '../../../src-preload/contract/ids.ts';
import type { SavedView } from '../../../src-preload/contract/views.ts';
import { useApi, useSettings } from '../client/api.tsx';
import type { ListName } from '../state/list-store.ts';
import { setCurrentView, viewStore } from '../state/view-store.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useAct } from '../ui/use-act.ts';
import { type Naming, ViewNameDialog } from './view-name-dialog.tsx';
import type { ViewedList } from './viewed-list.ts';

/** The schema of the saved ids of the views that the lists showed, by list name. */
const viewIdsSchema = z.partialRecord(z.string(), viewIdSchema);

/** Returns the view that a list shows, and saves the ids of these views. */
function useCurrentView(list: ListName, views: readonly SavedView[]): SavedView | null {
  const { client } = useApi();
  const settings = useSettings();
  const stored = settings?.workspace.views;
  const current = useStore(viewStore, (state) => state.current);
  useEffect(() => {
    // The state of this session is newer than the saved one.
    if (viewStore.getState() !== viewStore.getInitialState()) return;
    const read = viewIdsSchema.safeParse(stored);
    if (read.success) viewStore.setState({ current: read.data });
  }, [stored]);
  const storedText = JSON.stringify(stored ?? {});
  useEffect(
    () =>
      viewStore.subscribe((state) => {
        if (JSON.stringify(state.current) === storedText) return;
        client.settings.set({ workspace: { views: state.current } }).catch(() => undefined);
      }),
    [client, storedText],
  );
  return views.find(({ viewId }) => viewId === current[list]) ?? null;
}

/** Returns the appearance of a list as text, to compare it with that of its view. */
function useAppearanceText(list: ViewedList): string {
  return useSyncExternalStore(list.subscribe, () => JSON.stringify(list.appearance()));
}

interface CurrentViewItemsProps {
  list: ViewedList;
  view: SavedView;
  /** True if the appearance of the list differs from the view. */
  isChanged: boolean;
  onRename: () => void;
  onRemove: () => void;
}

/** The menu items for the current view: update, rename and remove. */
function CurrentViewItems({ list, view, isChanged, onRename, onRemove }: CurrentViewItemsProps) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const { name } = view;
  return (
    <>
      {isChanged && (
        <Menu.Item
          leftSection={<IconDeviceFloppy size={14} aria-hidden />}
          onClick={() => act(() => client.views.save({ list: list.name, name, content: list.appearance() }))}
        >
          {t('views.update', { name })}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconPencil size={14} aria-hidden />} onClick={onRename}>
        {t('views.rename', { name })}
      </Menu.Item>
      <Menu.Item leftSection={<IconTrash size={14} aria-hidden />} onClick={onRemove}>
        {t('views.remove', { name })}
      </Menu.Item>
    </>
  );
}

interface RemoveViewProps {
  list: ViewedList;
  /** The view to be removed; null while none is. */
  view: SavedView | null;
  onClose: () => void;
}

/** Asks before a view is removed, because it cannot be brought back. */
function RemoveView({ list, view, onClose }: RemoveViewProps) {
  const { t } = useTranslation();
  const { client } = useApi();
  const remove = useMutation({
    async mutationFn() {
      if (view === null) return;
      await client.views.remove({ viewId: view.viewId });
      setCurrentView(list.name, null);
    },
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      opened={view !== null}
      title={t('views.removeTitle')}
      confirmLabel={t('views.removeConfirm')}
      command={remove}
      onClose={onClose}
    >
      {t('views.removeBody', { name: view?.name ?? '' })}
    </ConfirmDialog>
  );
}

/** Returns the label of the button: the current view, and whether the list differs from it. */
function menuLabel(t: TFunction, view: SavedView | null, isChanged: boolean): string {
  if (view === null) return t('views.title');
  return isChanged ? t('views.shownChanged', { name: view.name }) : t('views.shown', { name: view.name });
}

/** The menu of the saved views of a list: opens, saves, renames and removes them. */
export function ViewsMenu({ list }: { list: ViewedList }) {
  const { t } = useTranslation();
  const { query } = useApi();
  const all = useQuery(query.views.list.queryOptions()).data ?? [];
  const views = all.filter((view) => view.list === list.name);
  const current = useCurrentView(list.name, views);
  const appearance = useAppearanceText(list);
  const [naming, setNaming] = useState<Naming | null>(null);
  const [removed, setRemoved] = useState<SavedView | null>(null);
  const isChanged = current !== null && appearance !== JSON.stringify(current.content);
  const label = menuLabel(t, current, isChanged);
  const Icon = current === null ? IconBookmark : IconBookmarkFilled;
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Tooltip label={label}>
            <ActionIcon variant="default" aria-label={label} data-changed={isChanged || undefined}>
              <Icon size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown mah={420} style={{ overflow: 'auto' }}>
          <Menu.Item
            onClick={() => {
              list.apply({});
              setCurrentView(list.name, null);
            }}
          >
            {t('views.standard')}
          </Menu.Item>
          {views.map((view) => (
            <Menu.Item
              key={view.viewId}
              leftSection={view.viewId === current?.viewId ? <IconCheck size={14} aria-hidden /> : undefined}
              onClick={() => {
                list.apply(view.content);
                setCurrentView(list.name, view.viewId);
              }}
            >
              {view.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconDeviceFloppy size={14} aria-hidden />}
            onClick={() => setNaming({ kind: 'save' })}
          >
            {t('views.saveAs')}
          </Menu.Item>
          {current !== null && (
            <CurrentViewItems
              list={list}
              view={current}
              isChanged={isChanged}
              onRename={() => setNaming({ kind: 'rename', view: current })}
              onRemove={() => setRemoved(current)}
            />
          )}
        </Menu.Dropdown>
      </Menu>
      <ViewNameDialog list={list} naming={naming} views={views} onClose={() => setNaming(null)} />
      <RemoveView list={list} view={removed} onClose={() => setRemoved(null)} />
    </>
  );
}
