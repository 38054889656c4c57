import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import uPlot from 'uplot';
import type { RevisitWithGaps } from '../../../src-preload/contract/timeline.ts';
import { formatNumber, formatUtcDay } from '../../i18n/format.ts';
import { dayMs } from '../../subjects/moment/days.ts';
import classes from './timeline.module.css';

/** The mean length of a Gregorian month. It is used only for drawing; gaps are compared by the calendar. */
const monthDays = 30.436_875;
/** Between the dates of the axis, in seconds: whole days, so that no date stands there twice. */
const dateSteps = [1, 2, 3, 5, 7, 14, 28, 61, 92, 183, 365, 730, 1_826].map((days) => (days * dayMs) / 1_000);
/** Half a date, which would be cut at the end of the axis. */
const datePx = 48;

interface Series {
  /** The times at which the gaps ended, in seconds since 1970. */
  times: number[];
  within: (number | null)[];
  beyond: (number | null)[];
  /** The length of the unfinished gap until now. */
  open: (number | null)[];
  askedDays: number | null;
}

/**
 * Returns the achieved intervals of a revisit as bars: when each ended (seconds since 1970) and its length in days.
 * The running interval comes last.
 */
export function seriesOf(row: RevisitWithGaps, nowMs: number): Series {
  const gaps = row.gaps.map(({ from, to, within }) => ({
    at: Date.parse(to),
    days: (Date.parse(to) - Date.parse(from)) / dayMs,
    as: within === false ? ('beyond' as const) : ('within' as const),
  }));
  const waiting =
    row.waitingSince === null
      ? []
      : [{ at: nowMs, days: (nowMs - Date.parse(row.waitingSince)) / dayMs, as: 'open' as const }];
  const all = [...gaps, ...waiting];
  const of = (kind: 'within' | 'beyond' | 'open') => all.map(({ as, days }) => (as === kind ? days : null));
  return {
    times: all.map(({ at }) => at / 1_000),
    within: of('within'),
    beyond: of('beyond'),
    open: of('open'),
    askedDays: row.asked === null ? null : row.asked.months * monthDays + row.asked.ms / dayMs,
  };
}

/**
 * Plots the achieved gaps as bars over the times when they ended, with a line for the requested interval. A table
 * beside it contains the same data.
 */
export function RevisitPlot({ row }: { row: RevisitWithGaps }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const scheme = useComputedColorScheme('dark');
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are those of the scheme
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const style = getComputedStyle(element);
    const colour = (name: string) => style.getPropertyValue(`--nadir-${name}`).trim();
    const { times, within, beyond, open, askedDays } = seriesOf(row, Date.now());
    const axis = {
      stroke: colour('quiet'),
      grid: { stroke: colour('line'), width: 1 },
      ticks: { stroke: colour('line') },
    };
    const font = '11.5px "Inter Variable", sans-serif';
    const bars = uPlot.paths.bars?.({ size: [0.6, 22, 3], align: 0 });
    const series = (label: string, stroke: string, fill: string): uPlot.Series => ({
      ...{ label, stroke, fill, width: 1.5, points: { show: false } },
      ...(bars ? { paths: bars } : {}),
    });
    const days = [...within, ...beyond, ...open].filter((value) => value !== null);
    const most = Math.max(1, askedDays ?? 0, ...days) * 1.12;
    const first = times[0] ?? Date.now() / 1_000;
    const last = times.at(-1) ?? first;
    const margin = Math.max(86_400, (last - first) * 0.04);
    const plot = new uPlot(
      {
        width: Math.max(200, element.clientWidth),
        height: Math.max(160, element.clientHeight),
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
        legend: { show: false },
        padding: [null, datePx, null, null],
        cursor: { drag: { x: false, y: false }, points: { show: false } },
        scales: { x: { time: true, range: [first - margin, last + margin] }, y: { range: [0, most] } },
        axes: [
          {
            ...{ ...axis, font, space: 90, incrs: dateSteps },
            values: (_plot, splits) =>
              splits.map((at) => formatUtcDay(language, new Date(at * 1_000).toISOString())),
          },
          {
            ...{
              ...axis,
              font,
              labelFont: font,
              label: t('timeline.revisit.gapDays'),
              size: 46,
              labelSize: 20,
              space: 44,
            },
            values: (_plot, splits) => splits.map((value) => formatNumber(language, value, 2)),
          },
        ],
        series: [
          {},
          series(t('timeline.revisit.isWithin'), '#1fa187', '#1fa187'),
          series(t('timeline.revisit.isBeyond'), '#d1495b', '#d1495b'),
          series(t('timeline.revisit.isOpen'), colour('accent'), 'transparent'),
        ],
        hooks: {
          draw: [
            (drawn) => {
              if (askedDays === null) return;
              const { ctx, bbox } = drawn;
              const y = drawn.valToPos(askedDays, 'y', true);
              ctx.save();
              ctx.strokeStyle = colour('label');
              ctx.lineWidth = 1.5 * devicePixelRatio;
              ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
              ctx.beginPath();
              ctx.moveTo(bbox.left, y);
              ctx.lineTo(bbox.left + bbox.width, y);
              ctx.stroke();
              ctx.restore();
            },
          ],
        },
      },
      [times, within, beyond, open],
      element,
    );
    const resized = new ResizeObserver(() =>
      plot.setSize({
        width: Math.max(200, element.clientWidth),
        height: Math.max(160, element.clientHeight),
      }),
    );
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [row, scheme, language, t]);
  return (
    <div
      ref={box}
      className={classes.plot}
      role="img"
      aria-label={t('timeline.revisit.plot')}
      data-testid="revisit-plot"
    />
  );
}
