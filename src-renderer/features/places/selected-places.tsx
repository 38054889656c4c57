import { ActionIcon, Button, Group, Menu, Popover, Text, TextInput, Tooltip } from '@mantine/core';
import {
  IconCopyPlus,
  IconFolderSymlink,
  IconTags,
  IconTemplate,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useApi } from '../../kit/client/api.tsx';
import { validationMessage } from '../../kit/i18n/validation-message.ts';
import { ConfirmDialog } from '../../kit/ui/confirm-dialog.tsx';
import { Tool } from '../../kit/ui/tool-button.tsx';
import { useAct } from '../../kit/ui/use-act.ts';
import { useCommand } from '../../kit/ui/use-command.ts';
import { makeFromPlaces } from '../plan/prepared/prepared-store.ts';
import { usePlaceEdits } from './edit-places.ts';
import { readTags } from './place-fields.ts';
import { choosePlaces, placeStore } from './place-store.ts';
import classes from './places.module.css';

/** Adds tags to the selected places, or removes them. */
function TagButton() {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const read = readTags(text);
  const tags = 'value' in read ? read.value : [];
  const apply = (add: string[], drop: string[]) => {
    const placeIds = [...placeStore.getState().chosen];
    setOpen(false);
    setText('');
    act(() => client.places.changeAll({ placeIds, change: { do: 'tag', add, drop } }));
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" withinPortal trapFocus width={280}>
      <Popover.Target>
        <Tooltip label={t('places.tagSelected')}>
          <ActionIcon variant="default" aria-label={t('places.tagSelected')} onClick={() => setOpen(!isOpen)}>
            <IconTags size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <TextInput
          label={t('places.column.tags')}
          description={t('places.tagsHint')}
          value={text}
          error={'problem' in read ? validationMessage(t, read.problem.message) : null}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && tags.length > 0) apply(tags, []);
          }}
        />
        <Button.Group mt={8}>
          <Button variant="default" disabled={tags.length === 0} onClick={() => apply(tags, [])}>
            {t('places.addTags')}
          </Button>
          <Button variant="default" disabled={tags.length === 0} onClick={() => apply([], tags)}>
            {t('places.dropTags')}
          </Button>
        </Button.Group>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The actions for the places that are selected together. */
export function SelectedPlaces() {
  const { t } = useTranslation();
  const { query } = useApi();
  const edits = usePlaceEdits();
  const chosen = useStore(placeStore, (state) => state.chosen);
  const lists = useQuery(query.places.lists.queryOptions()).data ?? [];
  if (chosen.size === 0) return null;
  const placeIds = [...chosen];
  return (
    <Group
      className={classes.selected}
      gap={4}
      wrap="nowrap"
      role="group"
      aria-label={t('places.selectedGroup')}
    >
      <Text span size="xs" flex={1}>
        {t('places.selected', { count: chosen.size })}
      </Text>
      <Tool label={t('prepared.makeMore')} icon={IconTemplate} onClick={() => makeFromPlaces(chosen)} />
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Tooltip label={t('places.moveToList')}>
            <ActionIcon variant="default" aria-label={t('places.moveToList')}>
              <IconFolderSymlink size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflow: 'auto' }}>
          {lists.map(({ listId, name }) => (
            <Menu.Item key={listId} onClick={() => edits.moveTo(placeIds, listId)}>
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <TagButton />
      <Tool label={t('places.duplicate')} icon={IconCopyPlus} onClick={() => edits.duplicate(placeIds)} />
      <Tool
        label={t('common.remove')}
        icon={IconTrash}
        onClick={() =>
          placeIds.length > 1 ? placeStore.setState({ toRemove: placeIds }) : edits.remove(placeIds)
        }
      />
      <Tool label={t('places.selectNone')} icon={IconX} onClick={() => choosePlaces([])} />
    </Group>
  );
}

/** Asks for confirmation before many places are removed. */
export function RemovePlaces() {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const { query } = useApi();
  const { toRemove: placeIds, listIds } = useStore(placeStore);
  const lists = useQuery(query.places.lists.queryOptions()).data ?? [];
  const isAll = listIds.length === 0 && lists.length > 1;
  const shown = lists.filter(({ listId }) => listIds.length === 0 || listIds.includes(listId));
  const names = isAll ? [t('places.allLists')] : shown.map(({ name }) => name);
  const close = () => placeStore.setState({ toRemove: null });
  const command = useCommand({
    mutationFn: async () => {
      if (placeIds === null) return;
      await client.places.changeAll({ placeIds: [...placeIds], change: { do: 'remove' } });
      choosePlaces([]);
      close();
    },
  });
  const count = placeIds?.length ?? 0;
  return (
    <ConfirmDialog
      opened={placeIds !== null}
      title={t('places.removeTitle', { count })}
      confirmLabel={t('common.remove')}
      command={command}
      onClose={close}
    >
      {t('places.removeFrom', { lists: new Intl.ListFormat(i18n.language).format(names) })}{' '}
      {t('places.removeHint')}
    </ConfirmDialog>
  );
}
