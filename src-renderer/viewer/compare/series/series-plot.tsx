import { useElementSize } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatUtcDay } from '../../../kit/i18n/format.ts';
import classes from './series.module.css';

/** A value of the series, and the first and the last moment, in milliseconds, in which it may have been acquired; both are the same but for a period. */
export interface SeriesPoint {
  from: number;
  until: number;
  value: number;
  label: string;
}

/** The width until it is measured. */
const usualWidth = 360;
const height = 116;
/** In a narrower plot the first day begins at the left edge, so that it does not reach the last one. */
const leastWidth = 220;
const inner = { left: 38, right: 10, top: 8, bottom: 22 };

/** Returns about four round values in a range, with a step of 1, 2 or 5 times a power of ten. */
export function ticksOf(low: number, high: number): number[] {
  const span = high - low || Math.abs(high) || 1;
  const rough = span / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough;
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

const radius = 3.2;

/** A value in the plot: a disc at its moment, or a bar over the period in which it was acquired, which is never as narrow as a disc. */
function Mark({
  point: { from, until, label },
  x,
  y,
}: {
  point: SeriesPoint;
  x: (at: number) => number;
  y: number;
}) {
  if (from === until)
    return (
      <circle cx={x(from)} cy={y} r={radius}>
        <title>{label}</title>
      </circle>
    );
  const width = Math.max(3 * radius, x(until) - x(from));
  return (
    <rect x={x((from + until) / 2) - width / 2} y={y - radius / 2} width={width} height={radius}>
      <title>{label}</title>
    </rect>
  );
}

/** The plot of an index over time. The table beside it has the same values. */
export function SeriesPlot({ points, name }: { points: readonly SeriesPoint[]; name: string }) {
  const { t, i18n } = useTranslation();
  const { ref, width: measured } = useElementSize();
  // One unit is one pixel, so that the letters of a narrow plot are as large as those of a wide one.
  const size = { width: measured || usualWidth, height };
  const values = points.map(({ value }) => value);
  const times = points.flatMap(({ from, until }) => [from, until]);
  const [begin, end] = [Math.min(...times), Math.max(...times)];
  const ticks = ticksOf(Math.min(...values), Math.max(...values));
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const x = (at: number) =>
    inner.left +
    (end === begin ? 0.5 : (at - begin) / (end - begin)) * (size.width - inner.left - inner.right);
  const y = (value: number) =>
    size.height - inner.bottom - ((value - low) / (high - low)) * (size.height - inner.top - inner.bottom);
  const day = (at: number) => formatUtcDay(i18n.language, new Date(at).toISOString());
  const digits = Math.max(0, Math.min(3, -Math.floor(Math.log10((ticks[1] ?? 1) - (ticks[0] ?? 0)))));
  return (
    <svg
      ref={ref}
      className={classes.plot}
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={t('compare.series.plot', {
        index: name,
        count: points.length,
        from: day(begin),
        to: day(end),
      })}
      data-testid="series-plot"
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={inner.left} x2={size.width - inner.right} y1={y(tick)} y2={y(tick)} />
          <text x={inner.left - 5} y={y(tick) + 3.5} textAnchor="end">
            {formatNumber(i18n.language, tick, digits)}
          </text>
        </g>
      ))}
      <text x={size.width < leastWidth ? 0 : inner.left} y={size.height - 6}>
        {day(begin)}
      </text>
      {end > begin && (
        <text x={size.width - inner.right} y={size.height - 6} textAnchor="end">
          {day(end)}
        </text>
      )}
      <polyline
        points={points.map(({ from, until, value }) => `${x((from + until) / 2)},${y(value)}`).join(' ')}
      />
      {points.map((point) => (
        <Mark key={`${point.from} ${point.label}`} point={point} x={x} y={y(point.value)} />
      ))}
    </svg>
  );
}
