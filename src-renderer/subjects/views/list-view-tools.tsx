import { IconTable } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { changeList, type ListName, listStore } from '../../state/list-store.ts';
import { Tool } from '../../ui/tool-button.tsx';
import { ViewsMenu } from './views-menu.tsx';

/** What a declared list looks like: its saved views, and its table. */
export function ListViewTools({ name }: { name: ListName }) {
  const { t } = useTranslation();
  const isTable = useStore(listStore, ({ lists }) => lists[name].isTable);
  return (
    <>
      <ViewsMenu list={name} />
      <Tool
        label={t('places.wideTable')}
        icon={IconTable}
        isPressed={isTable}
        onClick={() => changeList(name, { isTable: !isTable })}
      />
    </>
  );
}
