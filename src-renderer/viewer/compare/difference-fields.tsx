import { Group, Select, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { indexPresets } from '../../../src-preload/contract/plain-values.ts';
import { defaultRasterStyle } from '../../../src-preload/contract/raster-styles.ts';
import { formatNumber } from '../../kit/i18n/format.ts';
import { compareStore } from '../../kit/state/compare-store.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { RampLegend } from '../raster-style/ramp-legend.tsx';
import { useSceneText } from './captions.tsx';
import { type Difference, differenceRamp } from './difference.ts';

const reaches = [0.1, 0.2, 0.5, 1, 2];

/** The fields that select the index and the range of the difference, with its legend. */
export function DifferenceFields({ difference }: { difference: Difference }) {
  const { t, i18n } = useTranslation();
  const textOf = useSceneText();
  const { index, reach } = useStore(compareStore);
  const name = t(`map.preset.${index}`);
  const number = (value: number) => formatNumber(i18n.language, value, 1);
  return (
    <div style={{ marginTop: 6 }}>
      <Group gap={8}>
        <Select
          w={130}
          label={t('compare.index')}
          data={indexPresets.map((value) => ({ value, label: t(`map.preset.${value}`) }))}
          value={index}
          allowDeselect={false}
          onChange={(value) =>
            compareStore.setState({ index: indexPresets.find((each) => each === value) ?? 'ndvi' })
          }
        />
        <Select
          w={130}
          label={t('compare.reach')}
          data={reaches.map((value) => ({ value: String(value), label: `± ${number(value)}` }))}
          value={String(reach)}
          allowDeselect={false}
          onChange={(value) => compareStore.setState({ reach: Number(value) })}
        />
      </Group>
      {difference.display !== null && (
        <>
          <RampLegend
            style={{ ...defaultRasterStyle, preset: index, ramp: differenceRamp }}
            bounds={[-reach, reach]}
          />
          <Text fz={11} data-testid="difference">
            {t('compare.difference', {
              index: name,
              later: textOf(difference.later),
              earlier: textOf(difference.earlier),
            })}
          </Text>
        </>
      )}
      {difference.lacksBands && (
        <Text size="xs" role="status" mt={4}>
          {t('compare.lacksBands', { index: name })}
        </Text>
      )}
      {difference.error !== null && <ErrorNote error={difference.error} />}
    </div>
  );
}
