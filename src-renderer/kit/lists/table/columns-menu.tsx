import { ActionIcon, Button, Checkbox, Group, Popover, Stack, Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { fitWindow } from '../../ui/fit-window.ts';
import { nameKey, type TableColumn } from './table-columns.ts';

interface ColumnsMenuProps {
  all: readonly TableColumn[];
  shown: readonly TableColumn[];
  /** Null for the default columns. */
  onChange: (columns: TableColumn[] | null) => void;
}

/** The menu that shows, hides and moves the columns of a table. The name is always the first. */
export function ColumnsMenu({ all, shown, onChange }: ColumnsMenuProps) {
  const { t } = useTranslation();
  const isShown = (key: string) => shown.some((column) => column.key === key);
  const listed = [...shown, ...all.filter(({ key }) => !isShown(key))].filter(({ key }) => key !== nameKey);
  const toggle = (column: TableColumn) =>
    onChange(isShown(column.key) ? shown.filter(({ key }) => key !== column.key) : [...shown, column]);
  const move = (from: number, by: 1 | -1) => {
    const next = [...shown];
    const [moved] = next.splice(from, 1);
    if (moved) next.splice(from + by, 0, moved);
    onChange(next);
  };
  return (
    <Popover position="top-start" withinPortal trapFocus width={300} middlewares={fitWindow}>
      <Popover.Target>
        <Tooltip label={t('places.columns')}>
          <ActionIcon variant="default" aria-label={t('places.columns')}>
            <IconColumns3 size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('places.columns')} style={{ overflow: 'auto' }}>
        <Stack gap={4} role="group" aria-label={t('places.columns')}>
          {listed.map((column) => {
            const at = shown.findIndex(({ key }) => key === column.key);
            return (
              <Group key={column.key} gap={2} wrap="nowrap">
                <Checkbox flex={1} label={column.label} checked={at >= 0} onChange={() => toggle(column)} />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  disabled={at < 2}
                  aria-label={t('lists.columnLeft', { name: column.label })}
                  title={t('lists.columnLeft', { name: column.label })}
                  onClick={() => move(at, -1)}
                >
                  <IconChevronUp size={14} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  disabled={at < 1 || at >= shown.length - 1}
                  aria-label={t('lists.columnRight', { name: column.label })}
                  title={t('lists.columnRight', { name: column.label })}
                  onClick={() => move(at, 1)}
                >
                  <IconChevronDown size={14} aria-hidden />
                </ActionIcon>
              </Group>
            );
          })}
          <Button size="compact-xs" variant="default" onClick={() => onChange(null)}>
            {t('lists.usualColumns')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
