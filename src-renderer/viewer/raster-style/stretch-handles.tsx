import { Box, Group, SegmentedControl, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numberText, readNumber } from '../../../src-preload/contract/read-number.ts';
import { formatNumber } from '../../kit/i18n/format.ts';
import { validationMessage } from '../../kit/i18n/validation-message.ts';
import { restyleRaster } from '../../kit/state/map-store.ts';
import { CommitField } from '../../kit/ui/commit-field.tsx';
import type { Bounds } from '../raster/style/stretch.ts';
import type { ShownRaster } from '../shown-raster.ts';
import { Histogram } from './histogram.tsx';
import { digitsFor, formatValue } from './style-numbers.ts';
import type { StyledRaster } from './style-on-raster.ts';

const channels = ['red', 'green', 'blue'] as const;
/** The colours of the bars by channel, and of a single value. They are visible on both backgrounds. */
const barColours = ['#d9534f', '#3f9c52', '#4a7fd0'] as const;
const singleColour = 'var(--nadir-quiet)';

interface BoundFieldProps {
  label: string;
  value: number;
  digits: number;
  onCommit: (value: number) => void;
}

/** A field for an exact value, in any notation of numbers: a decimal comma that is pasted must not be dropped. */
function BoundField({ label, value, digits, onCommit }: BoundFieldProps) {
  const { t } = useTranslation();
  const shown = Number(value.toFixed(digits));
  return (
    <Box w={110}>
      <CommitField
        label={label}
        value={numberText(shown)}
        onCommit={(text) => {
          const read = readNumber(text);
          if (read !== null && 'problem' in read)
            return validationMessage(t, read.problem.message, read.problem.values);
          if (read === null || Math.abs(read.value) >= 1e38) return t('validation.number');
          if (read.value !== shown) onCommit(read.value);
          return null;
        }}
      />
    </Box>
  );
}

interface StretchHandlesProps {
  shown: ShownRaster;
  styled: StyledRaster;
  /** True while tiles are painted. The next change waits for them, so that changes do not accumulate during a drag. */
  pending: boolean;
}

/** The histogram of the drawn values with the handles of the stretch, and the statistics. */
export function StretchHandles({ shown, styled, pending }: StretchHandlesProps) {
  const { t, i18n } = useTranslation();
  const { style } = styled;
  const [selected, setSelected] = useState(0);
  const [draft, setDraft] = useState<Bounds[] | null>(null);
  const isComposite = styled.expressions.length === 3;
  const channel = isComposite ? selected : 0;
  useEffect(() => {
    if (draft === null || pending) return;
    setDraft(null);
    restyleRaster({
      ...style,
      stretch: {
        ...style.stretch,
        kind: 'by-hand',
        bounds: draft.map(([low, high]): [number, number] => [low, high]),
      },
    });
  }, [draft, pending, style]);
  if (shown.bounds === null) return null;
  const all = draft ?? shown.bounds;
  const bounds = all[channel] ?? [0, 1];
  const change = (next: Bounds) => {
    if (next[0] === next[1]) return;
    const { isTogether } = style.stretch;
    setDraft(all.map((each, i) => (isTogether || i === channel ? next : each)));
  };
  const statistics = shown.statistics?.channels[channel] ?? null;
  const countedOf = style.stretch.scope === 'view' ? 'view' : 'overview';
  const counted = shown.statistics?.isComplete ? 'all' : countedOf;
  const width = statistics ? statistics.max - statistics.min : Math.abs(bounds[1] - bounds[0]);
  const text = (value: number) => formatValue(i18n.language, value, width);
  return (
    <>
      {isComposite && (
        <SegmentedControl
          aria-label={t('map.style.channel')}
          data={channels.map((each, i) => ({ value: String(i), label: t(`map.channel.${each}`) }))}
          value={String(channel)}
          onChange={(value) => setSelected(Number(value))}
        />
      )}
      {statistics && (
        <>
          <Histogram
            statistics={statistics}
            bounds={bounds}
            colour={isComposite ? (barColours[channel] ?? singleColour) : singleColour}
            onMove={change}
          />
          <Text fz={11} c="var(--nadir-quiet)" data-testid="raster-statistics">
            {t('map.style.statistics', {
              min: text(statistics.min),
              max: text(statistics.max),
              mean: text(statistics.mean),
              deviation: text(statistics.deviation),
            })}{' '}
            {t(`map.style.counted.${counted}`, {
              pixels: formatNumber(i18n.language, statistics.count),
            })}
          </Text>
        </>
      )}
      {shown.statistics && !statistics && (
        <Text fz={11} c="var(--nadir-quiet)" role="status">
          {t('map.style.noValues')}
        </Text>
      )}
      <Group gap={10}>
        <BoundField
          label={t('map.style.dark')}
          value={bounds[0]}
          digits={digitsFor(width)}
          onCommit={(low) => change([low, bounds[1]])}
        />
        <BoundField
          label={t('map.style.bright')}
          value={bounds[1]}
          digits={digitsFor(width)}
          onCommit={(high) => change([bounds[0], high])}
        />
      </Group>
    </>
  );
}
