import { Button, Group, Stack, Text } from '@mantine/core';
import { IconFileImport, IconMapPinPlus, IconPolygon, IconRowInsertBottom } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { placeStore } from './place-store.ts';
import classes from './places.module.css';
import { useNewRow } from './use-new-row.ts';
import { togglePlaceTool } from './use-place-keys.ts';

/** Shown instead of rows: how to add places, or that no place matches the filters. */
export function EmptyPlaces({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation();
  const addRow = useNewRow();
  if (isFiltered)
    return (
      <Text className={classes.empty} c="var(--nadir-quiet)">
        {t('places.noMatch')}
      </Text>
    );
  return (
    <Stack className={classes.empty} gap="xs" component="section" aria-label={t('places.emptyTitle')}>
      <Text fw={600} size="sm">
        {t('places.emptyTitle')}
      </Text>
      <Text size="xs">{t('places.emptyHint')}</Text>
      <Group gap={6}>
        <Button
          variant="default"
          leftSection={<IconMapPinPlus size={14} aria-hidden />}
          onClick={() => togglePlaceTool('point')}
        >
          {t('places.drawPoint')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPolygon size={14} aria-hidden />}
          onClick={() => togglePlaceTool('area')}
        >
          {t('places.drawArea')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconRowInsertBottom size={14} aria-hidden />}
          onClick={addRow}
        >
          {t('places.newRow')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconFileImport size={14} aria-hidden />}
          onClick={() => placeStore.setState({ dialog: 'import' })}
        >
          {t('places.import.open')}
        </Button>
      </Group>
    </Stack>
  );
}
