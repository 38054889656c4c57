import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import uPlot from 'uplot';
import { formatNumber } from '../../kit/i18n/format.ts';
import classes from './pixels.module.css';

/** A line of a plot, or the outline of a histogram. */
export interface PlotLine {
  label: string;
  colour: string;
  /** True for a dashed line. */
  isDashed?: boolean;
  /** The values at each x; null for a gap, undefined if the line continues without a value there. */
  values: readonly (number | null | undefined)[];
  /** What a value stands for; left out where values are quantities. */
  nameOf?: (value: number) => string | null;
}

interface PixelPlotProps {
  x: readonly number[];
  lines: readonly PlotLine[];
  kind: 'lines' | 'marked' | 'steps';
  /** The description of the plot for screen readers. */
  label: string;
  xLabel: string;
  /** Returns the text for an x, for screen readers. */
  describeAt: (index: number) => string;
  /** Names of some x instead of numbers. */
  ticks?: { at: readonly number[]; names: readonly string[] };
  /** Receives the index under the pointer, or selected by keys; null for none. */
  onPoint?: (index: number | null) => void;
}

function optionsOf(
  { lines, kind, xLabel, ticks, x }: PixelPlotProps,
  element: HTMLElement,
  language: string,
): uPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(`--nadir-${name}`).trim();
  const font = '11px "Inter Variable", sans-serif';
  const axis = {
    stroke: colour('quiet'),
    font,
    labelFont: font,
    labelGap: 0,
    grid: { stroke: colour('line'), width: 1 },
    ticks: { stroke: colour('line'), size: 4 },
  };
  const steps = kind === 'steps' ? uPlot.paths.stepped?.({ align: 1 }) : undefined;
  const numbers = (_plot: uPlot, splits: number[]) => splits.map((at) => formatNumber(language, at, 4));
  const [first = 0, last = 1] = [x[0], x.at(-1)];
  const margin = kind === 'marked' ? Math.max((last - first) * 0.04, 0.1) : 0;
  return {
    width: Math.max(160, element.clientWidth),
    height: Math.max(120, element.clientHeight),
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { size: 6 }, y: false },
    padding: [8, 10, 0, 0],
    scales: { x: { time: false, range: [first - margin, last > first ? last + margin : first + 1] } },
    axes: [
      {
        ...axis,
        label: xLabel,
        labelSize: 16,
        size: 26,
        space: 60,
        ...(ticks ? { splits: () => [...ticks.at], values: () => [...ticks.names] } : { values: numbers }),
      },
      { ...axis, size: 54, space: 26, values: numbers },
    ],
    series: [
      {},
      ...lines.map(
        (line): uPlot.Series => ({
          label: line.label,
          stroke: line.colour,
          width: 1.5,
          dash: line.isDashed ? [5, 4] : [],
          points: { show: kind === 'marked', size: 6 },
          ...(steps ? { paths: steps, fill: `${line.colour}55` } : {}),
        }),
      ),
    ],
  };
}

/** The keys that move along the x axis, with the step as a fraction of all values; 0 for a single value. */
const keySteps: Partial<Record<string, number>> = {
  ArrowRight: 0,
  ArrowUp: 0,
  ArrowLeft: -0,
  ArrowDown: -0,
  PageUp: 0.1,
  PageDown: -0.1,
  Home: -1,
  End: 1,
};
const backwards = ['ArrowLeft', 'ArrowDown'];

/** Returns the index to which a key moves; null for other keys. */
function movedTo(key: string, from: number, count: number): number | null {
  const fraction = keySteps[key];
  if (fraction === undefined) return null;
  const step = fraction === 0 ? (backwards.includes(key) ? -1 : 1) : Math.round(fraction * count);
  return Math.max(0, Math.min(count - 1, from + step));
}

/**
 * A plot of values. The pointer and the arrow keys move along its x axis, and screen readers announce the values there. A table
 * beside it has the same values.
 */
export function PixelPlot(props: PixelPlotProps) {
  const { x, lines, kind, label, describeAt, onPoint } = props;
  const { i18n } = useTranslation();
  const { language } = i18n;
  const scheme = useComputedColorScheme('dark');
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const pointed = useRef(onPoint);
  pointed.current = onPoint;
  const [index, setIndex] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are those of the scheme
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const data: uPlot.AlignedData = [[...x], ...lines.map(({ values }) => [...values])];
    const created = new uPlot(
      {
        ...optionsOf(props, element, language),
        hooks: {
          setCursor: [
            ({ cursor }) => {
              const at = cursor.idx ?? null;
              if (at !== null) setIndex(at);
              pointed.current?.(at);
            },
          ],
        },
      },
      data,
      element,
    );
    plot.current = created;
    const resized = new ResizeObserver(() =>
      created.setSize({
        width: Math.max(160, element.clientWidth),
        height: Math.max(120, element.clientHeight),
      }),
    );
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.current = null;
      created.destroy();
      pointed.current?.(null);
    };
  }, [x, lines, kind, props.xLabel, scheme, language]);
  const at = Math.min(index, Math.max(0, x.length - 1));
  return (
    <div
      ref={box}
      className={classes.plot}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, x.length - 1)}
      aria-valuenow={at}
      aria-valuetext={x.length === 0 ? '' : describeAt(at)}
      data-testid="pixel-plot"
      data-samples={x.length}
      onKeyDown={(event) => {
        const to = movedTo(event.key, at, x.length);
        if (to === null) return;
        event.preventDefault();
        event.stopPropagation();
        plot.current?.setCursor({ left: plot.current.valToPos(x[to] ?? 0, 'x'), top: 10 });
        setIndex(to);
        pointed.current?.(to);
      }}
      onBlur={() => pointed.current?.(null)}
    />
  );
}
