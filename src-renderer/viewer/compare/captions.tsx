import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { isCertainlyEarlier } from '../../../src-preload/contract/acquired.ts';
import type { PixelOffset } from '../../../src-preload/contract/raster-styles.ts';
import { formatAcquired } from '../../kit/i18n/format.ts';
import { type CompareMode, compareStore } from '../../kit/state/compare-store.ts';
import classes from './compare.module.css';
import { formatOffset, isNudged } from './offset-text.ts';
import { type CapturedScene, compareCaptures } from './shown-rasters.ts';

type Captioned = CapturedScene | null;

/** Formats the time and satellite of a scene, or its name if its time is unknown. */
export function formatScene(t: TFunction, language: string, scene: Captioned): string {
  if (scene === null) return t('common.loading');
  const time = formatAcquired(language, scene) ?? scene.sceneId;
  return scene.satelliteName === null ? time : `${time} · ${scene.satelliteName}`;
}

/** Returns `formatScene` in the language of the page. */
export function useSceneText(): (scene: Captioned) => string {
  const { t, i18n } = useTranslation();
  return (scene) => formatScene(t, i18n.language, scene);
}

/** Returns the text of a raster on the map: its scene, and its nudge if it is drawn elsewhere than its file lies. */
export function useRasterText(): (scene: Captioned, offset: PixelOffset) => string {
  const { t, i18n } = useTranslation();
  const textOf = useSceneText();
  return (scene, offset) =>
    isNudged(offset) ? `${textOf(scene)} · ${formatOffset(t, i18n.language, offset)}` : textOf(scene);
}

interface Sides {
  base: Captioned;
  above: readonly Captioned[];
  /** True if the user has exchanged the two sides. */
  areExchanged: boolean;
}

/** Returns true if the rasters above are drawn to the left: those that are certainly earlier, unless the user has exchanged the sides. */
export function isAboveLeft({ base, above, areExchanged }: Sides): boolean {
  const isEarlier = (scene: Captioned) => scene !== null && base !== null && isCertainlyEarlier(scene, base);
  return (above.length > 0 && above.every(isEarlier)) !== areExchanged;
}

/** A raster that a caption names. */
interface CaptionedRaster {
  scene: Captioned;
  offset: PixelOffset;
}

interface CaptionsProps {
  mode: CompareMode;
  base: CaptionedRaster;
  /** The rasters above, from the lowest. */
  above: readonly CaptionedRaster[];
  /** False while blinking hides the rasters above. */
  isUp: boolean;
  /** True if the rasters above are to the left of those below. */
  isAboveLeft: boolean;
}

function Caption({ rasters, isQuiet = false }: { rasters: readonly CaptionedRaster[]; isQuiet?: boolean }) {
  const textOf = useRasterText();
  return (
    <span className={classes.caption} data-quiet={isQuiet || undefined} data-testid="raster-caption">
      {rasters.map(({ scene, offset }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order is what is shown
        <span key={i}>{textOf(scene, offset)}</span>
      ))}
    </span>
  );
}

/** The date and satellite of each raster on the map, beside its pixels. */
export function Captions({ mode, base, above, isUp, isAboveLeft }: CaptionsProps) {
  const { t } = useTranslation();
  const swipe = useStore(compareStore, (state) => state.swipe);
  const left = above.length > 0 && mode === 'swipe' ? swipe : 0.5;
  // The highest raster is the first, as on the map.
  const upper = above.toReversed();
  const isDifference = mode === 'difference' && above.length > 0;
  // The difference is that of the two lowest rasters, the later one minus the earlier one.
  const byTime = [base, ...above.slice(0, 1)].toSorted((a, b) => compareCaptures(b.scene, a.scene));
  return (
    <div className={classes.over}>
      <div
        className={classes.captions}
        style={{
          left: mode === 'swipe' ? `clamp(min(250px, 50%), ${left * 100}%, max(50%, 100% - 250px))` : '50%',
        }}
        data-apart={above.length > 0 && (mode === 'side' || mode === 'swipe')}
        data-halves={above.length > 0 && mode === 'side'}
        data-captions
        role="status"
        aria-label={t('compare.captions')}
      >
        {isDifference ? (
          <>
            <Caption rasters={byTime.slice(0, 1)} />
            <span className={classes.minus}>{'−'}</span>
            <Caption rasters={byTime.slice(1)} />
          </>
        ) : above.length > 0 && mode !== 'swipe' && mode !== 'side' ? (
          <>
            <Caption rasters={upper} isQuiet={!isUp} />
            <Caption rasters={[base]} isQuiet={mode === 'blink' && isUp} />
          </>
        ) : (
          <>
            {above.length > 0 && isAboveLeft && <Caption rasters={upper} />}
            <Caption rasters={[base]} />
            {above.length > 0 && !isAboveLeft && <Caption rasters={upper} />}
          </>
        )}
      </div>
    </div>
  );
}
