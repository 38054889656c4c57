import type { Frame } from './canvas-layer.ts';

/** Wraps a drawing function so that one can check whether its last frame was finished. */
export function createUnfinishedDrawing(draw: (frame: Frame) => void) {
  let isUnfinished = false;
  return {
    draw(frame: Frame) {
      isUnfinished = false;
      draw({
        ...frame,
        requestMore() {
          isUnfinished = true;
          frame.requestMore();
        },
      });
    },
    /** Returns true if the last frame asked for more time. */
    isUnfinished: () => isUnfinished,
  };
}
