import { IconLayoutGrid, IconTable } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { changeList, type ListName, listOf, listStore } from '../state/list-store.ts';
import { Tool } from '../ui/tool-button.tsx';
import { viewedList } from './viewed-list.ts';
import { ViewsMenu } from './views-menu.tsx';

/** The lists whose rows have pictures. */
const pictured: readonly ListName[] = ['library'];

/** The buttons for the appearance of a list: its saved views, its table, and its grid of pictures. */
export function ListViewTools({ name }: { name: ListName }) {
  const { t } = useTranslation();
  const isTable = useStore(listStore, (all) => listOf(all, name).isTable);
  const isGrid = useStore(listStore, (all) => listOf(all, name).isGrid);
  const viewed = useMemo(() => viewedList(name), [name]);
  return (
    <>
      <ViewsMenu list={viewed} />
      <Tool
        label={t('places.wideTable')}
        icon={IconTable}
        isPressed={isTable}
        onClick={() => changeList(name, { isTable: !isTable, isGrid: false })}
      />
      {pictured.includes(name) && (
        <Tool
          label={t('find.grid')}
          icon={IconLayoutGrid}
          isPressed={isGrid}
          onClick={() => changeList(name, { isGrid: !isGrid, isTable: false })}
        />
      )}
    </>
  );
}
