import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import uPlot from 'uplot';
import type { RevisitWithGaps } from '../../../src-preload/contract/timeline.ts';
import { revisitBars } from './revisit-bars.ts';
import { plotSize, revisitPlotOptions } from './revisit-plot-options.ts';
import classes from './timeline.module.css';

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
    const bars = revisitBars(row, Date.now());
    const plot = new uPlot(
      revisitPlotOptions(element, bars, { colour, t, language }),
      [bars.times, bars.within, bars.beyond, bars.open],
      element,
    );
    const resized = new ResizeObserver(() => plot.setSize(plotSize(element)));
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
