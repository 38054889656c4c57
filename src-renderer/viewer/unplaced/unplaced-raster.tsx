import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RasterFailure } from '../raster/raster-messages.ts';
import type { RasterCounter } from '../raster-counter.ts';
import type { SceneDisplay } from '../raster-style/style-on-raster.ts';
import { rasterKey } from '../raster-tiles.ts';
import classes from './unplaced-raster.module.css';
import { createUnplacedView, type UnplacedView } from './unplaced-view.ts';

interface UnplacedRasterProps {
  display: SceneDisplay;
  onFailure: (failure: RasterFailure) => void;
  /** Receives what counts its values, after each move; null when the raster is removed. */
  onCounter: (counter: RasterCounter | null) => void;
}

/** Covers the map with a raster whose place is unknown, in its own pixels. The raster of a mounted component never changes. */
export function UnplacedRaster({ display, onFailure, onCounter }: UnplacedRasterProps) {
  const { t } = useTranslation();
  const container = useRef<HTMLDivElement>(null);
  const shown = useRef<UnplacedView | null>(null);
  useEffect(() => {
    if (shown.current) return shown.current.restyle(display);
    if (!container.current) return;
    const raster = rasterKey(display);
    const view = createUnplacedView(container.current, display, {
      onFailure,
      onMoved: (extent) =>
        onCounter({
          raster,
          view: extent.join(' '),
          count: ({ isInView, ...asked }, signal) =>
            view.statistics({ ...asked, view: isInView ? extent : null }, signal),
        }),
    });
    shown.current = view;
  }, [display, onFailure, onCounter]);
  useEffect(
    () => () => {
      shown.current?.destroy();
      shown.current = null;
      onCounter(null);
    },
    [onCounter],
  );
  return (
    <div
      ref={container}
      className={classes.pane}
      role="application"
      aria-label={t('map.ownPixels')}
      aria-description={t('map.keyboardHint')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the view moves by keys
      tabIndex={0}
      data-testid="unplaced-raster"
      data-raster={display.info.fileId}
      data-bands={display.bands.join(' ')}
    />
  );
}
