import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { mapStore } from '../kit/state/map-store.ts';
import { measureStore } from '../kit/state/measure-store.ts';
import { pixelsStore } from '../kit/state/pixels-store.ts';

/** Returns a hint about what the next click picks or draws; null for the usual selection. */
function usePickHint(): string | null {
  const { t } = useTranslation();
  const picking = useStore(mapStore, (state) => state.picking);
  const areaTool = useStore(mapStore, (state) => state.areaTool);
  const pickingScene = useStore(mapStore, (state) => state.pickingScene);
  if (areaTool !== null) return areaTool === 'box' ? t('orderForm.boxHint') : t('orderForm.drawHint');
  if (pickingScene) return t('orderForm.pickSceneHint');
  return picking ? t('map.pickHint') : null;
}

/**
 * Returns the hint that is shown over the map (null for none), the description of the map for screen readers, and whether a click
 * does something other than select.
 */
export function useMapHints() {
  const { t } = useTranslation();
  const hint = usePickHint();
  const isMeasuring = useStore(measureStore, ({ measure }) => measure?.isAdding === true);
  const isAddingPoints = useStore(pixelsStore, (state) => state.isAddingPoints);
  const toolHint = isMeasuring ? t('measure.hint') : isAddingPoints ? t('pixels.pointHint') : null;
  return {
    hint,
    description: toolHint ?? hint ?? t('map.keyboardHint'),
    isPicking: hint !== null || isMeasuring || isAddingPoints,
  };
}
