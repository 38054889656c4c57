import type { CSSProperties } from 'react';
import type { MapTipContent } from './tip-store.ts';

/** The distance from the pointer to a tip, so that the tip does not cover what it describes. */
const apartPx = 14;

/** Returns where a tip stands on the map: on the side of the pointer that has more space. */
export function besidePointer(at: MapTipContent['at'], size: MapTipContent['size']): CSSProperties {
  const [leftward, upward] = [at.x > size.width / 2, at.y > size.height / 2];
  return {
    ...(leftward ? { right: size.width - at.x + apartPx } : { left: at.x + apartPx }),
    ...(upward ? { bottom: size.height - at.y + apartPx } : { top: at.y + apartPx }),
  };
}
