import { ActionIcon, Button, Group, RangeSlider, SegmentedControl, Text, Tooltip } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { TimelineTerms } from '../../../src-preload/contract/timeline.ts';
import { formatNumber, formatUtcDay } from '../../kit/i18n/format.ts';
import { type Reach, reaches, timelineStore } from '../../kit/state/timeline-store.ts';
import { bucketsOf, type DaySpan, startOf } from './moment/days.ts';
import { useContractTone } from './moment/marks.tsx';
import type { CountedDay, Timeline } from './moment/use-timeline.ts';
import { brushedOf, today } from './shown-days.ts';
import classes from './timeline.module.css';
import { useDomain } from './use-domain.ts';
import { useHitEntry, useMomentsOnMap } from './use-moments.ts';

const maxBuckets = 240;
const heightPx = 56;
const stepMs = 250;

interface Bucket {
  total: number;
  byContract: Map<string | null, number>;
}

function bucketed(days: ReadonlyMap<number, CountedDay> | null, domain: DaySpan): Bucket[] {
  const { size, count } = bucketsOf(domain, maxBuckets);
  const buckets = Array.from({ length: count }, (): Bucket => ({ total: 0, byContract: new Map() }));
  for (const [day, counted] of days ?? []) {
    const bucket = buckets[Math.floor((day - domain.from) / size)];
    if (!bucket || day < domain.from) continue;
    bucket.total += counted.total;
    for (const [id, n] of counted.byContract) bucket.byContract.set(id, (bucket.byContract.get(id) ?? 0) + n);
  }
  return buckets;
}

/**
 * Shows the number of entries over time as bars, by contract if there are several; dragging over them brushes a span.
 */
function Histogram({
  timeline,
  days,
  domain,
  brushed,
}: {
  timeline: Timeline;
  days: ReadonlyMap<number, CountedDay> | null;
  domain: DaySpan;
  brushed: DaySpan;
}) {
  const { t, i18n } = useTranslation();
  const tone = useContractTone();
  const box = useRef<HTMLDivElement>(null);
  const buckets = useMemo(() => bucketed(days, domain), [days, domain]);
  const maxTotal = Math.max(1, ...buckets.map(({ total }) => total));
  const { size } = bucketsOf(domain, maxBuckets);
  const spanDays = domain.to - domain.from;
  const dayAt = (clientX: number) => {
    const { left = 0, width = 1 } = box.current?.getBoundingClientRect() ?? {};
    const fraction = Math.max(0, Math.min(1, (clientX - left) / width));
    return Math.min(domain.to - 1, domain.from + Math.floor(fraction * spanDays));
  };
  const drag = (event: React.PointerEvent<HTMLDivElement>) => {
    const began = dayAt(event.clientX);
    const area = event.currentTarget;
    area.setPointerCapture(event.pointerId);
    const move = (moved: PointerEvent) => {
      const now = dayAt(moved.clientX);
      timelineStore.setState({
        brush: { from: Math.min(began, now), to: Math.max(began, now) + 1 },
        playing: false,
      });
    };
    const end = () => area.removeEventListener('pointermove', move);
    area.addEventListener('pointermove', move);
    area.addEventListener('lostpointercapture', end, { once: true });
  };
  const bars = (bucket: Bucket) =>
    timeline.all
      ? timeline.contracts.map(({ contractId, colour }) => ({
          id: contractId ?? '',
          n: bucket.byContract.get(contractId) ?? 0,
          fill: tone(colour),
        }))
      : [{ id: '', n: bucket.total, fill: 'var(--nadir-accent)' }];
  const percent = (day: number) => `${(100 * (day - domain.from)) / spanDays}%`;
  return (
    <div ref={box} className={classes.histogram} onPointerDown={drag} data-testid="histogram">
      <svg
        width="100%"
        height={heightPx}
        viewBox={`0 0 ${spanDays} ${heightPx}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('timeline.histogram', {
          from: formatUtcDay(i18n.language, startOf(domain.from)),
          to: formatUtcDay(i18n.language, startOf(domain.to - 1)),
          most: formatNumber(i18n.language, maxTotal),
        })}
      >
        {buckets.map((bucket, index) => {
          if (bucket.total === 0) return null;
          let top = heightPx;
          const from = domain.from + index * size;
          const inside = from + size > brushed.from && from < brushed.to;
          return (
            <g key={from} opacity={inside ? 1 : 0.28}>
              {bars(bucket).map(({ id, n, fill }) => {
                if (n === 0) return null;
                const height = Math.max(1.5, (n / maxTotal) * (heightPx - 4));
                top -= height;
                return (
                  <rect
                    key={id}
                    x={index * size + 0.08 * size}
                    y={top}
                    width={0.84 * size}
                    height={height}
                    fill={fill}
                  />
                );
              })}
            </g>
          );
        })}
      </svg>
      {today() >= domain.from && today() < domain.to && (
        <span className={classes.nowLine} style={{ left: percent(today() + 0.5) }} aria-hidden />
      )}
      <span
        className={classes.brush}
        aria-hidden
        style={{ left: percent(brushed.from), width: `${(100 * (brushed.to - brushed.from)) / spanDays}%` }}
      />
    </div>
  );
}

/**
 * Returns how the time map is played: the brush moves forward by a twentieth of its width, but at least a day, until
 * the end of the domain.
 */
function usePlaying(domain: DaySpan, brushed: DaySpan) {
  const playing = useStore(timelineStore, (state) => state.playing);
  const latest = useRef({ domain, brushed });
  latest.current = { domain, brushed };
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      const { domain: all, brushed: now } = latest.current;
      const step = Math.max(1, Math.round((now.to - now.from) / 20));
      const to = Math.min(all.to, now.to + step);
      timelineStore.setState({
        brush: { from: to - (now.to - now.from), to },
        playing: to < all.to,
      });
    }, stepMs);
    return () => clearInterval(timer);
  }, [playing]);
  const toggle = () => {
    if (playing) return timelineStore.setState({ playing: false });
    const wide = brushed.to - brushed.from;
    const whole = domain.to - domain.from;
    // At the end it restarts from the beginning. A brush of the whole domain could not move, so it is made narrower.
    const width = wide >= whole ? Math.max(1, Math.round(whole / 10)) : wide;
    const from = brushed.to >= domain.to ? domain.from : brushed.from;
    timelineStore.setState({ brush: { from, to: from + width }, playing: true });
  };
  return { playing, toggle };
}

const reachOf = (value: string): Reach => reaches.find((reach) => String(reach ?? 'all') === value) ?? null;

/** The time strip below the map; only entries in its brush are on the map and in the list. */
export function TimeStrip({ timeline, terms }: { timeline: Timeline; terms: TimelineTerms }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const { domain, days } = useDomain(terms);
  const { brush, reach } = useStore(timelineStore);
  const brushed = brushedOf(domain, brush);
  const { whole, drawn } = useMomentsOnMap({ timeline, terms, domain, brushed });
  useHitEntry(terms);
  const { playing, toggle } = usePlaying(domain, brushed);
  const label = (day: number) => formatUtcDay(language, startOf(day));
  return (
    <section className={classes.strip} aria-label={t('timeline.time')} data-testid="time" data-drawn={drawn}>
      <Group justify="space-between" gap="4px 10px">
        <Group gap={8} wrap="nowrap">
          <Tooltip label={playing ? t('timeline.pause') : t('timeline.play')}>
            <ActionIcon
              variant="default"
              aria-label={playing ? t('timeline.pause') : t('timeline.play')}
              onClick={toggle}
            >
              {playing ? <IconPlayerPause size={15} /> : <IconPlayerPlay size={15} />}
            </ActionIcon>
          </Tooltip>
          <Text size="sm" fw={500} data-testid="brushed">
            {[...new Set([label(brushed.from), label(brushed.to - 1)])].join(' – ')}
          </Text>
          {brush !== null && (
            <Button
              variant="subtle"
              size="compact-xs"
              flex="none"
              onClick={() => timelineStore.setState({ brush: null, playing: false })}
            >
              {t('timeline.wholeTime')}
            </Button>
          )}
          {!whole && (
            <Text size="xs" role="status">
              {t('timeline.tooMany')}
            </Text>
          )}
        </Group>
        <SegmentedControl
          aria-label={t('timeline.reach')}
          data={reaches.map((days) => ({
            value: String(days ?? 'all'),
            label: days === null ? t('timeline.all') : t('timeline.days', { count: days }),
          }))}
          value={String(reach ?? 'all')}
          onChange={(value) => timelineStore.setState({ reach: reachOf(value), brush: null, playing: false })}
        />
      </Group>
      <Histogram timeline={timeline} days={days} domain={domain} brushed={brushed} />
      <RangeSlider
        size={3}
        thumbSize={14}
        min={domain.from}
        max={domain.to}
        minRange={1}
        step={1}
        value={[brushed.from, brushed.to]}
        label={null}
        thumbFromLabel={t('label.from')}
        thumbToLabel={t('label.to')}
        thumbProps={(index) => ({ 'aria-valuetext': label(index === 0 ? brushed.from : brushed.to - 1) })}
        onChange={([from, to]) => timelineStore.setState({ brush: { from, to }, playing: false })}
        className={classes.slider}
      />
      <div className={classes.edges}>
        <span>{label(domain.from)}</span>
        <span>{label(domain.to - 1)}</span>
      </div>
    </section>
  );
}
