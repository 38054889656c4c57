import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatOffset, isNudged } from '../compare/offset-text.ts';
import { rasterName } from './pixel-values.ts';
import type { ReadableRaster } from './readable-rasters.ts';

/** Says which values are those of a raster that is drawn, and read, elsewhere than its file lies. */
export function NudgeNote({ rasters }: { rasters: readonly ReadableRaster[] }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return rasters
    .filter(({ offset }) => isNudged(offset))
    .map((raster) => (
      <Text key={raster.info.fileId} size="xs" role="note">
        {`${rasterName(language, raster)} · ${formatOffset(t, language, raster.offset)}`}
      </Text>
    ));
}
