import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RasterInfo } from '../../../src-preload/contract/library.ts';

/** Says that values are not those that are stored in the file, where it declares a scale and an offset. */
export function ScaledNote({ infos }: { infos: readonly Pick<RasterInfo, 'scales'>[] }) {
  const { t } = useTranslation();
  if (!infos.some(({ scales }) => scales.some((each) => each !== null))) return null;
  return (
    <Text size="xs" c="var(--nadir-quiet)">
      {t('pixels.scaledNote')}
    </Text>
  );
}
