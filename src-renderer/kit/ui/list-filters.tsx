import { ActionIcon, Chip, Group, Text, TextInput } from '@mantine/core';
import { IconSearch, IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../i18n/format.ts';
import classes from './panes.module.css';

/** The heading of a list with the number of rows that match. */
export function ListTitle({ title, count }: { title: string; count: number }) {
  const { i18n } = useTranslation();
  return (
    <h2 className={classes.paneTitle}>
      {title}{' '}
      <Text span size="xs" c="var(--nadir-quiet)">
        {formatNumber(i18n.language, count)}
      </Text>
    </h2>
  );
}

interface ListHeadProps {
  title: string;
  /** The number of rows that match. */
  count: number;
  /** Shown at the right of the title. */
  actions?: ReactNode;
  /** The filters and notes about the whole list. */
  children: ReactNode;
}

/** The head of a list pane. */
export function ListHead({ title, count, actions, children }: ListHeadProps) {
  return (
    <div className={classes.paneHead}>
      <Group justify="space-between" mb={8} wrap="nowrap">
        <ListTitle title={title} count={count} />
        {actions}
      </Group>
      {children}
    </div>
  );
}

interface CountChipProps {
  value: string;
  /** The number of rows that this filter would show. */
  count: number;
  mark: ReactNode;
  /** Undefined if the mark already contains the text. */
  label?: string;
  /** The padding on the left and on the right, in pixels. */
  padding?: number;
}

/** One of several filter chips in a `Chip.Group`, with its mark and its count. */
export function CountChip({ value, count, mark, label, padding = 8 }: CountChipProps) {
  const { i18n } = useTranslation();
  return (
    <Chip
      value={value}
      size="xs"
      variant="outline"
      icon={null}
      styles={{ iconWrapper: { display: 'none' }, label: { paddingInline: padding } }}
    >
      <span style={{ display: 'inline-flex', alignItems: 'center', gap: 5 }}>
        {mark}
        {label}
        <Text span size="xs" c="var(--nadir-quiet)">
          {formatNumber(i18n.language, count)}
        </Text>
      </span>
    </Chip>
  );
}

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/**
 * The search field of a list. It takes the width that the other fields of its row leave free; in a row that wraps, they
 * leave it enough to read what is typed.
 */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <TextInput
      style={{ flex: '1 1 120px' }}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={value}
      maxLength={200}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface DirectionButtonProps {
  descending: boolean;
  onChange: (descending: boolean) => void;
}

/** Reverses the sort order of a list. */
export function DirectionButton({ descending, onChange }: DirectionButtonProps) {
  const { t } = useTranslation();
  const Icon = descending ? IconSortDescending : IconSortAscending;
  return (
    <ActionIcon
      variant="default"
      aria-label={descending ? t('tasks.descending') : t('tasks.ascending')}
      title={descending ? t('tasks.descending') : t('tasks.ascending')}
      onClick={() => onChange(!descending)}
    >
      <Icon size={15} />
    </ActionIcon>
  );
}
