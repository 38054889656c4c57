import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RuleKind } from '../../../src-preload/contract/rules.ts';

/** Returns true if a rule for this kind of files downloads what counts as archive consumption (`countsAsArchiveOrder`). */
export const isImageryKind = (kind: RuleKind) => kind === 'delivery_zip' || kind.startsWith('raster:');

/**
 * A note beside such downloads: they may be charged, and how often (service §10.4). `orders` is the largest number of archive orders
 * that they may count as; left out where it is not known.
 */
export function ArchiveOrderNote({ orders }: { orders?: number }) {
  const { t } = useTranslation();
  return (
    <Text size="xs" c="var(--nadir-quiet)" data-testid="archive-order-note">
      {orders === undefined ? t('library.archiveOrder') : t('library.archiveOrders', { count: orders })}
    </Text>
  );
}
