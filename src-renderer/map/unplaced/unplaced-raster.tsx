import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RasterFailure } from '../../raster/raster-messages.ts';
import type { SceneDisplay } from '../shown-raster.ts';
import classes from './unplaced-raster.module.css';
import { createUnplacedView } from './unplaced-view.ts';

/** Covers the map with a raster whose place is not known, in its own pixels. */
export function UnplacedRaster({
  display,
  onFailure,
}: {
  display: SceneDisplay;
  onFailure: (failure: RasterFailure) => void;
}) {
  const { t } = useTranslation();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!container.current) return;
    const view = createUnplacedView(container.current, display, onFailure);
    return () => view.destroy();
  }, [display, onFailure]);
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
