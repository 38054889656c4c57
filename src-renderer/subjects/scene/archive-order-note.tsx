import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SceneFile } from '../../../src-preload/contract/library.ts';

/**
 * Whether a download is archive consumption, which the service represents as an order (service §9.3): imagery is, an
 * outline or a small picture is not.
 */
export function countsAsArchiveOrder({ kind, name }: Pick<SceneFile, 'kind' | 'name'>): boolean {
  return kind === 'raster' || name === 'delivery_zip';
}

/** Said where such a download begins: it may be charged, and how often the same one is (service §10.4). */
export function ArchiveOrderNote() {
  const { t } = useTranslation();
  return (
    <Text size="xs" c="var(--nadir-quiet)" data-testid="archive-order-note">
      {t('library.archiveOrder')}
    </Text>
  );
}
