import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useStore } from 'zustand';
import { useSettings } from '../kit/client/api.tsx';
import { closeMapWindow, mapWindowStore, openMapWindow } from '../kit/state/map-window.ts';
import { useSay } from '../kit/ui/use-act.ts';

/** A screen is never larger, and a window at a place far beyond it could not be found. */
const position = z.number().int().min(-20_000).max(20_000);
const extent = z.number().int().min(300).max(20_000);
const boundsSchema = z.object({ left: position, top: position, width: extent, height: extent });

/** Returns whether the map has a window of its own, and the command that opens that window or brings the map back. */
export function useMapWindow() {
  const { t } = useTranslation();
  const say = useSay();
  const isApart = useStore(mapWindowStore, ({ place }) => place !== 'here');
  const saved = boundsSchema.safeParse(useSettings()?.workspace.mapWindow).data ?? null;
  return {
    isApart,
    label: isApart ? t('map.window.close') : t('map.window.open'),
    async toggle() {
      if (isApart) closeMapWindow();
      else if (!(await openMapWindow(saved)))
        say({ title: t('map.window.blocked'), message: t('map.window.allow'), color: 'orange' });
    },
  };
}
