import type OlMap from 'ol/Map.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import { latitudeOf, longitudeOf, wrapLongitude } from '../../../src-shared/geometry/mercator.ts';
import type { LonLat } from '../../kit/i18n/coordinates.ts';
import { featureTipStore } from './feature-tip-store.ts';
import type { OwnMapHit } from './own-map-hit.ts';

/** The time after which a resting pointer shows the tip of the feature under it. */
const pauseMs = 250;

/**
 * Describes beside the pointer the features of the user's own maps over which it has paused. Marks of Nadir have precedence: over
 * a mark, or while a click does something else, no tip is shown.
 */
export function followPointer(
  map: OlMap,
  { hasFeatures, hits }: { hasFeatures: () => boolean; hits: (at: LonLat) => Promise<readonly OwnMapHit[]> },
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let version = 0;

  function hide() {
    clearTimeout(timer);
    version += 1;
    if (featureTipStore.getState().tip !== null) featureTipStore.setState({ tip: null });
  }

  const isMapFree = () => {
    const target = map.getTargetElement();
    return target instanceof HTMLElement && target.style.cursor === '' && target.dataset.picking !== 'true';
  };

  async function showTip([longitude, latitude]: LonLat, at: { x: number; y: number }) {
    const requested = version;
    const found = await hits([longitude, latitude]);
    const features = found.filter(({ feature }) => !feature.isKnown);
    if (requested !== version || features.length === 0) return;
    const [width = 0, height = 0] = map.getSize() ?? [];
    featureTipStore.setState({ tip: { hits: features, at, size: { width, height } } });
  }

  const onPointerMove = ({
    coordinate: [x = 0, y = 0],
    pixel: [left = 0, top = 0],
    dragging,
  }: MapBrowserEvent) => {
    hide();
    if (dragging || !hasFeatures()) return;
    timer = setTimeout(() => {
      if (isMapFree()) void showTip([wrapLongitude(longitudeOf(x)), latitudeOf(y)], { x: left, y: top });
    }, pauseMs);
  };
  map.on('pointermove', onPointerMove);
  map.on('movestart', hide);
  const viewport = map.getViewport();
  viewport?.addEventListener('pointerleave', hide);
  viewport?.addEventListener('pointerdown', hide);
  return () => {
    hide();
    map.un('pointermove', onPointerMove);
    map.un('movestart', hide);
    viewport?.removeEventListener('pointerleave', hide);
    viewport?.removeEventListener('pointerdown', hide);
  };
}
