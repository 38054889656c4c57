import { Group, RangeSlider, Text } from '@mantine/core';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SceneFacets } from '../../../../src-preload/contract/scene-filter.ts';
import { formatNumber, formatUtcDay, formatUtcMonth } from '../../../kit/i18n/format.ts';
import { Tool } from '../../../kit/ui/tool-button.tsx';
import classes from './find.module.css';
import type { FindFieldProps } from './find-field-props.ts';
import { findStore } from './find-store.ts';
import { binsOfSpan, spanOfBins, startOfBin } from './time-bins.ts';

type Histogram = SceneFacets['histogram'];
type Bins = [number, number];

const heightPx = 44;
const dayMs = 86_400_000;

/** A histogram over time: a drag over its bars selects a span, and the thumbs of the slider below do so by keys. */
function Bars({
  histogram,
  bins,
  onBins,
}: {
  histogram: Histogram;
  bins: Bins;
  onBins: (bins: Bins) => void;
}) {
  const { t, i18n } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const { counts } = histogram;
  const highest = counts.reduce((sum, count) => Math.max(sum, count), 1);
  const binAt = (clientX: number) => {
    const { left = 0, width = 1 } = box.current?.getBoundingClientRect() ?? {};
    return Math.max(0, Math.min(counts.length - 1, Math.floor(((clientX - left) / width) * counts.length)));
  };
  const onPointerDown = (event: React.PointerEvent<HTMLDivElement>) => {
    const began = binAt(event.clientX);
    const area = event.currentTarget;
    area.setPointerCapture(event.pointerId);
    const show = (x: number) => {
      const now = binAt(x);
      onBins([Math.min(began, now), Math.max(began, now) + 1]);
    };
    show(event.clientX);
    const move = (moved: PointerEvent) => show(moved.clientX);
    area.addEventListener('pointermove', move);
    area.addEventListener('lostpointercapture', () => area.removeEventListener('pointermove', move), {
      once: true,
    });
  };
  const day = (index: number, before = 0) =>
    formatUtcDay(i18n.language, new Date(startOfBin(histogram, index) - before).toISOString());
  return (
    <div ref={box} className={classes.bars} onPointerDown={onPointerDown} data-testid="find-histogram">
      <svg
        width="100%"
        height={heightPx}
        viewBox={`0 0 ${Math.max(1, counts.length)} ${heightPx}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('find.histogram', {
          from: day(0),
          to: day(counts.length, dayMs),
          most: formatNumber(i18n.language, highest),
        })}
      >
        {counts.map((count, index) => {
          const height = count === 0 ? 0 : Math.max(1.5, (count / highest) * (heightPx - 2));
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a bin is its index
              key={index}
              x={index + 0.08}
              y={heightPx - height}
              width={0.84}
              height={height}
              fill="var(--nadir-accent)"
              opacity={index >= bins[0] && index < bins[1] ? 1 : 0.28}
            />
          );
        })}
      </svg>
    </div>
  );
}

/** The filter by acquisition time: a histogram with a span. When zoomed in, its bars are days. */
export function TimeField({ terms, change, facets }: FindFieldProps) {
  const { t, i18n } = useTranslation();
  const span = useStore(findStore, (state) => state.span);
  const histogram = facets?.histogram;
  const filtered = histogram ? binsOfSpan(histogram, terms) : null;
  const [dragged, setDragged] = useState<Bins | null>(null);
  const bins = dragged ?? filtered;
  const key = `${terms.from} ${terms.to} ${histogram?.start} ${histogram?.counts.length}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was dragged is in the terms now
  useEffect(() => setDragged(null), [key]);
  const pausing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  if (!histogram || bins === null || histogram.counts.length === 0) return null;
  const { counts, unit } = histogram;
  const take = (next: Bins) => {
    setDragged(next);
    clearTimeout(pausing.current);
    // Delayed, because each bar that a drag passes would cause a query.
    pausing.current = setTimeout(() => change(spanOfBins(histogram, next)), 150);
  };
  const dayOf = (index: number, before = 0) => {
    const iso = new Date(startOfBin(histogram, index) - before).toISOString();
    return unit === 'day' ? formatUtcDay(i18n.language, iso) : formatUtcMonth(i18n.language, iso);
  };
  const near = { from: terms.from, to: terms.to };
  const canZoom = near.from !== null || near.to !== null;
  const zoom = () => {
    const [first, last] = bins;
    const at = (index: number) => new Date(startOfBin(histogram, index)).toISOString();
    findStore.setState({ span: { from: at(first), to: at(last) } });
  };
  return (
    <div className={classes.time}>
      <Group gap={6} wrap="nowrap">
        <span className={classes.label}>{t('label.acquired')}</span>
        <Text size="xs" c="var(--nadir-quiet)" flex={1} truncate ta="right">
          {t('find.between', { first: dayOf(bins[0]), last: dayOf(bins[1], dayMs) })}
        </Text>
        <Tool label={t('find.nearer')} icon={IconZoomIn} isDisabled={!canZoom} onClick={zoom} />
        <Tool
          label={t('find.allTimes')}
          icon={IconZoomOut}
          isDisabled={span === null}
          onClick={() => findStore.setState({ span: null })}
        />
      </Group>
      <Bars histogram={histogram} bins={bins} onBins={take} />
      <RangeSlider
        className={classes.slider ?? ''}
        size={3}
        thumbSize={14}
        min={0}
        max={counts.length}
        minRange={1}
        value={bins}
        onChange={take}
        label={null}
        thumbFromLabel={t('find.from')}
        thumbToLabel={t('find.to')}
        thumbProps={(index) => ({
          'aria-valuetext': index === 0 ? dayOf(bins[0]) : dayOf(bins[1], dayMs),
        })}
      />
      {histogram.undated > 0 && (
        <Text size="xs" c="var(--nadir-quiet)">
          {t('find.undated', { count: histogram.undated })}
        </Text>
      )}
    </div>
  );
}
