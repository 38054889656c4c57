import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RasterStyle } from '../../../src-preload/contract/raster-styles.ts';
import { rampGradient } from '../raster/style/ramps.ts';
import type { Bounds } from '../raster/style/stretch.ts';
import { rampLabels } from './style-numbers.ts';

/** The legend of a colour ramp with its values. */
export function RampLegend({ style, bounds }: { style: RasterStyle; bounds: Bounds }) {
  const { t, i18n } = useTranslation();
  const [low, middle, high] = rampLabels(i18n.language, style.gamma, bounds);
  return (
    <div
      role="img"
      aria-label={t('map.style.legend', {
        preset: t(`map.preset.${style.preset}`),
        low,
        high,
        ramp: t(`map.ramp.${style.ramp}`),
      })}
      data-testid="raster-legend"
      style={{ marginTop: 6 }}
    >
      <div
        style={{
          height: 10,
          borderRadius: 2,
          border: '1px solid var(--nadir-line)',
          background: rampGradient(style.ramp, style.isRampReversed),
        }}
      />
      <Group justify="space-between" gap={6} aria-hidden style={{ fontVariantNumeric: 'tabular-nums' }}>
        <Text fz={11}>{low}</Text>
        <Text fz={11}>{middle}</Text>
        <Text fz={11}>{high}</Text>
      </Group>
    </div>
  );
}
