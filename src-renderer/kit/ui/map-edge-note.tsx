import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { mercatorLatitude } from '../../../src-shared/geometry/mercator.ts';
import { formatNumber } from '../i18n/format.ts';

/** Says that the mark of a place near a pole is not at the place, because the map ends before it; renders nothing for others. */
export function MapEdgeNote({ latitude }: { latitude: number }) {
  const { t, i18n } = useTranslation();
  if (Math.abs(latitude) <= mercatorLatitude) return null;
  return (
    <Text size="xs" role="status">
      {t('map.beyondEdge', { latitude: formatNumber(i18n.language, mercatorLatitude, 2) })}
    </Text>
  );
}
