import { idOfHit } from './map-hit.ts';
import type { MapTipContent } from './tip-store.ts';

/** How long the pointer must pause over a mark before its tip is shown, in milliseconds. */
export const tipDelayMs = 350;

/**
 * Creates what shows a tip when the pointer has paused over marks, and hides it when the pointer leaves them. `show` receives
 * null to hide it.
 */
export function createTipTimer(show: (tip: MapTipContent | null) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown = '';

  function hide() {
    clearTimeout(timer);
    timer = undefined;
    if (shown === '') return;
    shown = '';
    show(null);
  }

  return {
    hide,
    /** Must be called when the pointer moves, with the marks under it; an empty list if there are none. */
    over(tip: MapTipContent) {
      const ids = tip.hits.map(idOfHit).join('\n');
      if (ids !== '' && ids === shown) return;
      hide();
      if (ids === '') return;
      timer = setTimeout(() => {
        shown = ids;
        show(tip);
      }, tipDelayMs);
    },
  };
}
