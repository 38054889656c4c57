import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChannelStatistics } from '../raster/style/statistics.ts';
import type { Bounds } from '../raster/style/stretch.ts';
import classes from './histogram.module.css';
import { formatValue } from './style-numbers.ts';

const widthPx = 400;
const heightPx = 72;
/** An arrow key moves a handle by this fraction of the axis. */
const smallStep = 1 / 200;
const largeStep = 1 / 20;

/** Returns the values at the ends of the axis: those of the histogram, or of a handle beyond it. */
function axisOf({ range: [from, to] }: ChannelStatistics, [low, high]: Bounds): Bounds {
  const margin = Math.max((to - from) * 0.05, Number.EPSILON);
  const ends: Bounds = [Math.min(from - margin, low, high), Math.max(to + margin, low, high)];
  return ends[1] > ends[0] ? ends : [ends[0], ends[0] + 1];
}

/** Returns the outline of the bars. Their heights are square roots, so that rare values are visible beside frequent ones. */
function outlineOf({ histogram, range: [from, to] }: ChannelStatistics, [start, end]: Bounds): string {
  const max = Math.max(...histogram, 1);
  const x = (value: number) => ((value - start) / (end - start)) * widthPx;
  const step = (to - from) / histogram.length;
  const points = [...histogram].map((count, bar) => {
    const y = heightPx - Math.sqrt(count / max) * (heightPx - 2);
    return `V${y.toFixed(1)}H${x(from + (bar + 1) * step).toFixed(1)}`;
  });
  return `M${x(from).toFixed(1)} ${heightPx}${points.join('')}V${heightPx}Z`;
}

interface HistogramProps {
  statistics: ChannelStatistics;
  bounds: Bounds;
  colour: string;
  /** Called while a handle moves. */
  onMove: (bounds: Bounds) => void;
}

/** The histogram of a channel with handles for the dark and the bright end, which can be moved by pointer and by keys. */
export function Histogram({ statistics, bounds, colour, onMove }: HistogramProps) {
  const { t, i18n } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  // The axis must not change during a drag, or the handle would move away from the pointer.
  const dragged = useRef<Bounds | null>(null);
  const axis = dragged.current ?? axisOf(statistics, bounds);
  const [start, end] = axis;
  const width = end - start;
  const text = (value: number) => formatValue(i18n.language, value, width);
  const shareOf = (value: number) => Math.max(0, Math.min(1, (value - start) / width));
  const move = (handle: 0 | 1, value: number) => {
    const within = Math.max(start, Math.min(end, value));
    onMove(handle === 0 ? [within, bounds[1]] : [bounds[0], within]);
  };
  const valueAt = (clientX: number) => {
    const box = frame.current?.getBoundingClientRect();
    return box && box.width > 0 ? start + ((clientX - box.left) / box.width) * width : start;
  };
  const onKeyDown = (handle: 0 | 1) => (event: React.KeyboardEvent) => {
    const step = width * (event.shiftKey ? largeStep : smallStep);
    const to: Partial<Record<string, number>> = {
      ArrowLeft: bounds[handle] - step,
      ArrowDown: bounds[handle] - step,
      ArrowRight: bounds[handle] + step,
      ArrowUp: bounds[handle] + step,
      PageDown: bounds[handle] - width * largeStep,
      PageUp: bounds[handle] + width * largeStep,
      Home: start,
      End: end,
    };
    const value = to[event.key];
    if (value === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(handle, value);
  };
  const ends = [0, 1] as const;
  return (
    <div>
      <div ref={frame} className={classes.frame}>
        <svg viewBox={`0 0 ${widthPx} ${heightPx}`} preserveAspectRatio="none" aria-hidden>
          <path d={outlineOf(statistics, axis)} fill={colour} />
        </svg>
        {ends.map((handle) => (
          <div
            key={handle}
            role="slider"
            tabIndex={0}
            className={classes.handle}
            style={{ left: `${shareOf(bounds[handle]) * 100}%` }}
            aria-label={handle === 0 ? t('map.style.dark') : t('map.style.bright')}
            aria-valuemin={start}
            aria-valuemax={end}
            aria-valuenow={bounds[handle]}
            aria-valuetext={text(bounds[handle])}
            onKeyDown={onKeyDown(handle)}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              dragged.current = axis;
            }}
            onPointerMove={(event) => {
              if (dragged.current !== null) move(handle, valueAt(event.clientX));
            }}
            onPointerUp={() => {
              dragged.current = null;
            }}
            onPointerCancel={() => {
              dragged.current = null;
            }}
          />
        ))}
      </div>
      <div className={classes.ends} aria-hidden>
        <span>{text(start)}</span>
        <span>{text(end)}</span>
      </div>
    </div>
  );
}
