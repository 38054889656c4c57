import { ActionIcon, Button, Group, Menu, Modal, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import {
  IconBookmark,
  IconBookmarkFilled,
  IconCheck,
  IconDeviceFloppy,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ViewId } from '../../../src-preload/contract/ids.ts';
import type { SavedView } from '../../../src-preload/contract/views.ts';
import { useApi, useSettings } from '../../client/api.tsx';
import type { ListName } from '../../state/list-store.ts';
import { setCurrentView, viewStore } from '../../state/view-store.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useAct } from '../../ui/use-act.ts';
import { openView } from './open-view.ts';
import { viewIdsSchema } from './view-ids.ts';
import { viewedList } from './viewed-lists.ts';

/** What the dialog does with the name that is typed. */
type Naming = { kind: 'save' } | { kind: 'rename'; view: SavedView };

/** Asks for the name of a view, and saves or renames it. */
function NameDialog({
  list,
  naming,
  views,
  onClose,
}: {
  list: ListName;
  naming: Naming;
  views: readonly SavedView[];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { client } = useApi();
  const [name, setName] = useState(naming.kind === 'rename' ? naming.view.name : '');
  const wanted = name.trim();
  const same = views.find((view) => view.name.toLocaleLowerCase() === wanted.toLocaleLowerCase());
  const save = useMutation({
    mutationFn: () =>
      naming.kind === 'rename'
        ? client.views.rename({ viewId: naming.view.viewId, name: wanted })
        : client.views.save({ list, name: wanted, content: viewedList(list).appearance() }),
    onSuccess({ viewId }) {
      setCurrentView(list, viewId);
      onClose();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== '') save.mutate();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('label.name')}
          value={name}
          maxLength={100}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {naming.kind === 'save' && (
          <Text size="xs" c="var(--nadir-quiet)" role="status">
            {same ? t('views.replaces', { name: same.name }) : t('views.saveHint')}
          </Text>
        )}
        {save.isError && <ErrorNote error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={wanted === ''}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Returns the view that a list shows, and saves which one it is. */
function useCurrentView(list: ListName, views: readonly SavedView[]): SavedView | null {
  const { client } = useApi();
  const settings = useSettings();
  const kept = settings?.workspace.views;
  const current = useStore(viewStore, (state) => state.current);
  useEffect(() => {
    // What was opened since the start of the window is newer than what is saved.
    if (viewStore.getState() !== viewStore.getInitialState()) return;
    const read = viewIdsSchema.safeParse(kept);
    if (read.success) viewStore.setState({ current: read.data });
  }, [kept]);
  const keptText = JSON.stringify(kept ?? {});
  useEffect(
    () =>
      viewStore.subscribe((state) => {
        if (JSON.stringify(state.current) === keptText) return;
        client.settings.set({ workspace: { views: state.current } }).catch(() => undefined);
      }),
    [client, keptText],
  );
  return views.find(({ viewId }) => viewId === current[list]) ?? null;
}

/** Returns the look of a list as text, to compare it with that of its view. */
function useAppearanceText(list: ListName): string {
  const viewed = useMemo(() => viewedList(list), [list]);
  return useSyncExternalStore(viewed.subscribe, () => JSON.stringify(viewed.appearance()));
}

/** The saved views of a list: shows one, saves, renames and removes them. */
export function ViewsMenu({ list }: { list: ListName }) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const all = useQuery(query.views.list.queryOptions()).data ?? [];
  const views = all.filter((view) => view.list === list);
  const current = useCurrentView(list, views);
  const appearance = useAppearanceText(list);
  const [naming, setNaming] = useState<Naming | null>(null);
  const isChanged = current !== null && appearance !== JSON.stringify(current.content);
  const label =
    current === null
      ? t('views.title')
      : isChanged
        ? t('views.shownChanged', { name: current.name })
        : t('views.shown', { name: current.name });
  const remove = (viewId: ViewId) =>
    act(async () => {
      await client.views.remove({ viewId });
      setCurrentView(list, null);
    });
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
              viewedList(list).apply({});
              setCurrentView(list, null);
            }}
          >
            {t('views.standard')}
          </Menu.Item>
          {views.map((view) => (
            <Menu.Item
              key={view.viewId}
              leftSection={view.viewId === current?.viewId ? <IconCheck size={14} aria-hidden /> : undefined}
              onClick={() => openView(view)}
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
            <>
              {isChanged && (
                <Menu.Item
                  leftSection={<IconDeviceFloppy size={14} aria-hidden />}
                  onClick={() =>
                    act(() =>
                      client.views.save({
                        list,
                        name: current.name,
                        content: viewedList(list).appearance(),
                      }),
                    )
                  }
                >
                  {t('views.update', { name: current.name })}
                </Menu.Item>
              )}
              <Menu.Item
                leftSection={<IconPencil size={14} aria-hidden />}
                onClick={() => setNaming({ kind: 'rename', view: current })}
              >
                {t('views.rename', { name: current.name })}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconTrash size={14} aria-hidden />}
                onClick={() => remove(current.viewId)}
              >
                {t('common.removeNamed', { name: current.name })}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={naming !== null}
        onClose={() => setNaming(null)}
        title={naming?.kind === 'rename' ? t('views.renameTitle') : t('views.saveTitle')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
        centered
      >
        {naming !== null && (
          <NameDialog list={list} naming={naming} views={views} onClose={() => setNaming(null)} />
        )}
      </Modal>
    </>
  );
}
