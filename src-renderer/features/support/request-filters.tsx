import { Button, Checkbox, Group, Select, Text, TextInput } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconSearch, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RequestFilter } from '../../../src-preload/contract/activity.ts';

interface RequestFiltersProps {
  filter: RequestFilter;
  change: (patch: Partial<RequestFilter>) => void;
  origins: readonly string[];
  /** The number of matching requests. */
  total: number;
  /** The number of the newest request; a paused list stops at the one that was newest. */
  newestId: number;
  onClear: () => void;
}

/** The filters of the request log, the switch that pauses it, and the button that clears it. */
export function RequestFilters({ filter, change, origins, total, newestId, onClear }: RequestFiltersProps) {
  const { t } = useTranslation();
  const isPaused = filter.upTo !== null;
  const newer = isPaused ? Math.max(0, newestId - (filter.upTo ?? 0)) : 0;
  return (
    <Group gap="sm" mb="sm">
      <TextInput
        w={280}
        aria-label={t('activity.search')}
        placeholder={t('activity.search')}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={filter.text}
        maxLength={200}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <Select
        w={250}
        aria-label={t('activity.origin')}
        placeholder={t('activity.allOrigins')}
        data={[...origins]}
        value={filter.origin}
        onChange={(origin) => change({ origin })}
        clearable
        clearButtonProps={{ 'aria-label': t('activity.allOrigins') }}
      />
      <Checkbox
        label={t('activity.failedOnly')}
        checked={filter.failedOnly}
        onChange={(event) => change({ failedOnly: event.currentTarget.checked })}
      />
      <Text size="sm" c="var(--nadir-quiet)" data-testid="request-count">
        {t('activity.count', { count: total })}
      </Text>
      <span style={{ flex: 1 }} />
      {newer > 0 && (
        <Text size="sm" c="var(--nadir-quiet)">
          {t('activity.newer', { count: newer })}
        </Text>
      )}
      <Button
        variant="default"
        leftSection={
          isPaused ? <IconPlayerPlay size={14} aria-hidden /> : <IconPlayerPause size={14} aria-hidden />
        }
        onClick={() => change({ upTo: isPaused ? null : newestId })}
      >
        {isPaused ? t('activity.follow') : t('activity.hold')}
      </Button>
      <Button variant="default" leftSection={<IconTrash size={14} aria-hidden />} onClick={onClear}>
        {t('activity.clear')}
      </Button>
    </Group>
  );
}
