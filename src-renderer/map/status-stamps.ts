import { drawStamp } from './draw-marks.ts';
import { markKinds } from './place-marks.ts';
import type { StampPixels } from './stamp-sheet.ts';
import { drawStatusMark } from './status-shape.ts';

/** The radius of a mark that is not highlighted, in CSS pixels. */
export const statusRadiusPx = 5;
const halfPx = statusRadiusPx + 2;

/**
 * Creates the cache of the stamps of all statuses, in the sequence of `markKinds`. They are drawn again when the arguments
 * change.
 */
export function createStatusStamps() {
  let last: { key: string; byKind: readonly StampPixels[] } = { key: '', byKind: [] };
  return (ground: string, ratio: number): readonly StampPixels[] => {
    const key = `${ground} ${ratio}`;
    if (last.key !== key)
      last = {
        key,
        byKind: markKinds.map((kind) =>
          drawStamp(2 * halfPx, ratio, (context) =>
            drawStatusMark(context, kind, halfPx, halfPx, statusRadiusPx, ground),
          ),
        ),
      };
    return last.byKind;
  };
}
