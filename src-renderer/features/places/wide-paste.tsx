import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { mostPlacesAtOnce } from '../../../src-preload/contract/places.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { widthOf } from '../../kit/ui/grid/block-edits.ts';
import { writeTsv } from '../../kit/ui/grid/tsv.ts';
import { placeStore } from './place-store.ts';

const close = () => placeStore.setState({ tooWide: null });

/**
 * Shows that pasted cells have more columns than the table or too many rows, and offers the import, which understands headings,
 * coordinates in two columns, and attributes. Nothing was written.
 */
export function WidePaste() {
  const { t } = useTranslation();
  const tooWide = useStore(placeStore, (state) => state.tooWide);
  if (tooWide === null) return null;
  const { texts, columnCount } = tooWide;
  return (
    <Dialog
      opened
      onClose={close}
      title={columnCount === null ? t('places.tooLong.title') : t('places.tooWide.title')}
    >
      <Stack gap="sm">
        {columnCount === null ? (
          <Text size="sm">{t('places.tooLong.copied', { count: texts.length, most: mostPlacesAtOnce })}</Text>
        ) : (
          <Text size="sm">
            {t('places.tooWide.copied', { count: widthOf(texts) })}{' '}
            {t('places.tooWide.shown', { count: columnCount })}
          </Text>
        )}
        <Text size="sm">{columnCount === null ? t('places.tooLong.hint') : t('places.tooWide.hint')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('common.back')}
          </Button>
          <Button
            data-autofocus
            onClick={() =>
              placeStore.setState({ tooWide: null, toImport: writeTsv(texts), dialog: 'import' })
            }
          >
            {t('places.tooWide.import')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
