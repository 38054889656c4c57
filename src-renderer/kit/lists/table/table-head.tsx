import { Group, Text } from '@mantine/core';
import { IconFileTypeCsv, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { openOutput } from '../../export/export-store.ts';
import { formatNumber } from '../../i18n/format.ts';
import { changeList, type ListName } from '../../state/list-store.ts';
import { Tool } from '../../ui/tool-button.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import classes from './list-table.module.css';
import type { TableColumns } from './use-table-columns.ts';

interface TableHeadProps {
  list: ListName;
  /** The number of rows of the list. */
  total: number;
  columns: Pick<TableColumns, 'all' | 'shown' | 'setColumns'>;
}

/** The line above a table: the number of rows, and the buttons for the columns, the CSV export and closing. */
export function TableHead({ list, total, columns }: TableHeadProps) {
  const { t, i18n } = useTranslation();
  const title = t(`shell.workspace.${list}`);
  return (
    <Group className={classes.tools ?? ''} gap={6} wrap="nowrap">
      <Text size="xs" c="var(--nadir-quiet)" flex={1} truncate>
        {t('lists.tableOf', { list: title, total: formatNumber(i18n.language, total), count: total })}
      </Text>
      <ColumnsMenu all={columns.all} shown={columns.shown} onChange={columns.setColumns} />
      <Tool label={t('lists.csv')} icon={IconFileTypeCsv} onClick={() => openOutput('file', 'csv')} />
      <Tool label={t('lists.closeTable')} icon={IconX} onClick={() => changeList(list, { isTable: false })} />
    </Group>
  );
}
