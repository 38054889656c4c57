import type { TFunction } from 'i18next';
import uPlot from 'uplot';
import { formatNumber, formatUtcDay } from '../../kit/i18n/format.ts';
import { dayMs } from './moment/days.ts';
import type { RevisitBars } from './revisit-bars.ts';

/** The possible steps between the dates of the axis, in seconds: whole days, so that no date is repeated. */
const dateSteps = [1, 2, 3, 5, 7, 14, 28, 61, 92, 183, 365, 730, 1_826].map((days) => (days * dayMs) / 1_000);
/** Half the width of a date, which would be cut off at the end of the axis. */
const datePx = 48;

const font = '11.5px "Inter Variable", sans-serif';

interface PlotStyle {
  /** Returns a colour of the theme by its name. */
  colour: (name: string) => string;
  t: TFunction;
  language: string;
}

/** Returns the series of the plot: the time axis, and the bars of each kind. */
function plotSeries({ colour, t }: PlotStyle): uPlot.Series[] {
  const paths = uPlot.paths.bars?.({ size: [0.6, 22, 3], align: 0 });
  const bars = (label: string, stroke: string, fill: string): uPlot.Series => ({
    label,
    stroke,
    fill,
    width: 1.5,
    points: { show: false },
    ...(paths ? { paths } : {}),
  });
  return [
    {},
    bars(t('timeline.revisit.isWithin'), '#1fa187', '#1fa187'),
    bars(t('timeline.revisit.isBeyond'), '#d1495b', '#d1495b'),
    bars(t('timeline.revisit.isOpen'), colour('accent'), 'transparent'),
  ];
}

/** Returns the axes of the plot: dates below, and days on the left. */
function plotAxes({ colour, t, language }: PlotStyle): uPlot.Axis[] {
  const common = {
    stroke: colour('quiet'),
    grid: { stroke: colour('line'), width: 1 },
    ticks: { stroke: colour('line') },
    font,
  };
  return [
    {
      ...common,
      space: 90,
      incrs: dateSteps,
      values: (_plot, splits) =>
        splits.map((at) => formatUtcDay(language, new Date(at * 1_000).toISOString())),
    },
    {
      ...common,
      labelFont: font,
      label: t('timeline.revisit.gapDays'),
      size: 46,
      labelSize: 20,
      space: 44,
      values: (_plot, splits) => splits.map((value) => formatNumber(language, value, 2)),
    },
  ];
}

/** Draws the dashed line of the requested interval. */
function drawAskedLine({ ctx, bbox, valToPos }: uPlot, askedDays: number, stroke: string) {
  const y = valToPos(askedDays, 'y', true);
  ctx.save();
  ctx.strokeStyle = stroke;
  ctx.lineWidth = 1.5 * devicePixelRatio;
  ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}

/** Returns the size of the plot within an element, in pixels. */
export const plotSize = (element: HTMLElement) => ({
  width: Math.max(200, element.clientWidth),
  height: Math.max(160, element.clientHeight),
});

/** Returns how the bars of a revisit are plotted in an element. */
export function revisitPlotOptions(
  element: HTMLElement,
  { times, within, beyond, open, askedDays }: RevisitBars,
  style: PlotStyle,
): uPlot.Options {
  const days = [...within, ...beyond, ...open].filter((value) => value !== null);
  const maxDays = Math.max(1, askedDays ?? 0, ...days) * 1.12;
  const first = times[0] ?? Date.now() / 1_000;
  const last = times.at(-1) ?? first;
  const margin = Math.max(86_400, (last - first) * 0.04);
  return {
    ...plotSize(element),
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
    legend: { show: false },
    padding: [null, datePx, null, null],
    cursor: { drag: { x: false, y: false }, points: { show: false } },
    scales: { x: { time: true, range: [first - margin, last + margin] }, y: { range: [0, maxDays] } },
    axes: plotAxes(style),
    series: plotSeries(style),
    hooks: {
      draw: [
        (plot) => {
          if (askedDays !== null) drawAskedLine(plot, askedDays, style.colour('label'));
        },
      ],
    },
  };
}
