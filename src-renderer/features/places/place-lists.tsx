import { ActionIcon, ColorSwatch, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconDots, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { PlaceListId } from '../../../src-preload/contract/ids.ts';
import { type PlaceList, placeColours } from '../../../src-preload/contract/place-values.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatNumber } from '../../kit/i18n/format.ts';
import { zoomToBox } from '../../kit/state/map-store.ts';
import { useAct, useSay } from '../../kit/ui/use-act.ts';
import { placeCssColour } from '../../map/place-colours.ts';
import { ListDialog } from './list-dialog.tsx';
import { placeStore } from './place-store.ts';
import classes from './places.module.css';

/** Selects a list for the table; `isAdded` (Ctrl) adds it to the selected lists or removes it from them. */
function selectList(listId: PlaceListId, isAdded: boolean) {
  placeStore.setState(({ listIds }) => ({
    listIds: !isAdded
      ? [listId]
      : listIds.includes(listId)
        ? listIds.filter((each) => each !== listId)
        : [...listIds, listId],
  }));
}

interface ListRowProps {
  list: PlaceList;
  /** All lists in their order. */
  lists: readonly PlaceList[];
  onRename: () => void;
}

/** The menu with the actions for a list. */
function ListMenu({ list, lists, onRename }: ListRowProps) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const say = useSay();
  const { listId, name, box } = list;
  const ids = lists.map((each) => each.listId);
  const at = ids.indexOf(listId);
  const move = (by: -1 | 1) => {
    const others = ids.filter((each) => each !== listId);
    act(() => client.places.orderLists({ listIds: others.toSpliced(at + by, 0, listId) }));
  };
  const remove = () =>
    act(async () => {
      await client.places.removeList({ listId });
      placeStore.setState(({ listIds }) => ({ listIds: listIds.filter((each) => each !== listId) }));
      say({ message: t('places.listRemoved', { name }), color: 'teal' });
    });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t('places.listMenu', { name })}
          title={t('places.listMenu', { name })}
        >
          <IconDots size={15} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onRename}>{t('places.renameList')}</Menu.Item>
        <Menu.Label>{t('places.colour.label')}</Menu.Label>
        <Group gap={4} px="sm" pb={6} maw={190}>
          {placeColours.map((colour) => (
            <Menu.Item
              key={colour}
              p={2}
              w="auto"
              aria-label={t(`places.colour.${colour}`)}
              aria-current={colour === list.colour ? 'true' : undefined}
              onClick={() => act(() => client.places.changeList({ listId, patch: { colour } }))}
            >
              <ColorSwatch
                size={16}
                color={placeCssColour(colour)}
                style={
                  colour === list.colour ? { outline: '2px solid var(--nadir-accent)', outlineOffset: 1 } : {}
                }
              />
            </Menu.Item>
          ))}
        </Group>
        <Menu.Divider />
        <Menu.Item disabled={box === null} onClick={() => box && zoomToBox(box)}>
          {t('map.zoomTo')}
        </Menu.Item>
        <Menu.Item disabled={at === 0} onClick={() => move(-1)}>
          {t('downloads.moveUp')}
        </Menu.Item>
        <Menu.Item disabled={at === ids.length - 1} onClick={() => move(1)}>
          {t('downloads.moveDown')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" onClick={remove}>
          {t('places.removeList', { count: list.count })}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function ListRow(props: ListRowProps) {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const { list } = props;
  const { listId, name, colour, visible } = list;
  const isSelected = useStore(placeStore, ({ listIds }) => listIds.includes(listId));
  const Eye = visible ? IconEye : IconEyeOff;
  return (
    <li className={classes.list} data-selected={isSelected || undefined}>
      <UnstyledButton
        className={classes.listName}
        aria-pressed={isSelected}
        title={list.notes === '' ? name : `${name}\n${list.notes}`}
        onClick={(event: React.MouseEvent) => selectList(listId, event.ctrlKey || event.metaKey)}
      >
        <span className={classes.chip} style={{ background: placeCssColour(colour) }} />
        <span className={classes.listText}>{name}</span>
        <Text span size="xs" c="var(--nadir-quiet)">
          {formatNumber(i18n.language, list.count)}
        </Text>
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={t('places.onMap', { name })}
        title={t('places.onMap', { name })}
        aria-pressed={visible}
        onClick={() => act(() => client.places.showList({ listId, visible: !visible }))}
      >
        <Eye size={15} aria-hidden />
      </ActionIcon>
      <ListMenu {...props} />
    </li>
  );
}

/** The lists of places, with their colours and counts. The table shows the selected lists. */
export function PlaceLists({ lists }: { lists: readonly PlaceList[] }) {
  const { t, i18n } = useTranslation();
  const [renamed, setRenamed] = useState<PlaceList | null>(null);
  const isAll = useStore(placeStore, ({ listIds }) => listIds.length === 0);
  return (
    <>
      <ul className={classes.lists} aria-label={t('places.lists')}>
        {lists.length > 1 && (
          <li className={classes.list} data-selected={isAll || undefined}>
            <UnstyledButton
              className={classes.listName}
              aria-pressed={isAll}
              onClick={() => placeStore.setState({ listIds: [] })}
            >
              <span className={classes.chip} />
              <span className={classes.listText}>{t('places.allLists')}</span>
              <Text span size="xs" c="var(--nadir-quiet)">
                {formatNumber(
                  i18n.language,
                  lists.reduce((sum, { count }) => sum + count, 0),
                )}
              </Text>
            </UnstyledButton>
          </li>
        )}
        {lists.map((list) => (
          <ListRow key={list.listId} list={list} lists={lists} onRename={() => setRenamed(list)} />
        ))}
      </ul>
      {renamed && <ListDialog list={renamed} onClose={() => setRenamed(null)} />}
    </>
  );
}
