import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RasterStyle } from '../../../src-preload/contract/raster-styles.ts';
import { rampGradient } from '../../raster/style/ramps.ts';
import type { Bounds } from '../../raster/style/stretch.ts';
import { formatValue } from './style-numbers.ts';

/** The legend of a colour ramp with its values. */
export function RampLegend({ style, bounds: [low, high] }: { style: RasterStyle; bounds: Bounds }) {
  const { t, i18n } = useTranslation();
  const text = (value: number) => formatValue(i18n.language, value, Math.abs(high - low));
  // With gamma the middle of the ramp is not the middle of the range.
  const middle = low + (high - low) * 0.5 ** style.gamma;
  return (
    <div
      role="img"
      aria-label={t('map.style.legend', {
        preset: t(`map.preset.${style.preset}`),
        low: text(low),
        high: text(high),
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
        <Text fz={11}>{text(low)}</Text>
        <Text fz={11}>{text(middle)}</Text>
        <Text fz={11}>{text(high)}</Text>
      </Group>
    </div>
  );
}
