import { halfWorldMetres, worldMetres } from '../../src-shared/geometry/mercator.ts';
import { type Frame, worldsIn } from './canvas-layer.ts';
import { contractColours } from './contract-colours.ts';
import { createMarksDrawer, drawStamp, hiddenPx } from './draw-marks.ts';
import { kindColours, kindShapes } from './kind-style.ts';
import { type Moments, momentIndex, momentKey, timelineKinds } from './moments.ts';
import type { MomentsDisplay } from './moments-store.ts';
import type { Palette } from './palette.ts';
import { createPointedLayer } from './pointed-layer.ts';
import type { StampPixels } from './stamp-sheet.ts';

const halfPx = 8;
const reachPx = 9;

const isDark = () => document.documentElement.dataset.mantineColorScheme === 'dark';

function colourOf(display: MomentsDisplay, kind: number, contract: number): string {
  const name = timelineKinds[kind] ?? 'scene';
  if (display.colours === null) return kindColours[name];
  const wanted = display.colours.get(display.moments?.contractIds[contract] ?? null);
  const found = contractColours.find((each) => each.name === wanted) ?? contractColours[0];
  return isDark() ? found.dark : found.light;
}

function drawMark(context: CanvasRenderingContext2D, kind: number, colour: string, ground: string) {
  const { path, hollow } = kindShapes[timelineKinds[kind] ?? 'scene'];
  const shape = new Path2D(path);
  context.lineJoin = 'round';
  context.strokeStyle = ground;
  context.lineWidth = hollow ? 4.5 : 3;
  context.stroke(shape);
  context.fillStyle = hollow ? ground : colour;
  context.fill(shape);
  if (!hollow) return;
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.stroke(shape);
}

/**
 * Creates the cache of the stamps of moments, by kind and contract: `kind + kinds × contract`. They are drawn again when ground,
 * theme, pixel ratio or colours change.
 */
function createMomentStamps(palette: () => Palette) {
  let drawn: { key: string; colours: MomentsDisplay['colours']; byStyle: StampPixels[] } = {
    key: '',
    colours: null,
    byStyle: [],
  };
  return (display: MomentsDisplay, ratio: number): ((drawnStyle: number) => StampPixels) => {
    const { ground } = palette();
    const key = `${ground} ${isDark()} ${ratio}`;
    if (drawn.key !== key || drawn.colours !== display.colours)
      drawn = { key, colours: display.colours, byStyle: [] };
    const { byStyle } = drawn;
    return (drawnStyle) => {
      const stored = byStyle[drawnStyle];
      if (stored) return stored;
      const kind = drawnStyle % timelineKinds.length;
      const colour = colourOf(display, kind, Math.floor(drawnStyle / timelineKinds.length));
      const stamp = drawStamp(2 * halfPx, ratio, (context) => {
        context.translate(halfPx, halfPx);
        drawMark(context, kind, colour, ground);
      });
      byStyle[drawnStyle] = stamp;
      return stamp;
    };
  };
}

/**
 * Returns those moments within reach of a place in EPSG:3857 (any world copy) that `counts` accepts, the nearest first and the
 * latest first at equal distance.
 */
function momentsAt(
  moments: Moments,
  [x, y]: readonly [number, number],
  reachMetres: number,
  counts: (i: number) => boolean,
): number[] {
  const found: { i: number; apart: number }[] = [];
  for (let i = 0; i < moments.count; i += 1) {
    const dy = (moments.y[i] ?? 0) - y;
    if (Math.abs(dy) >= reachMetres) continue;
    const around = Math.abs((moments.x[i] ?? 0) - x) % worldMetres;
    const dx = Math.min(around, worldMetres - around);
    const apart = dx * dx + dy * dy;
    if (apart < reachMetres * reachMetres && counts(i)) found.push({ i, apart });
  }
  return found
    .sort(
      (one, other) =>
        one.apart - other.apart || (moments.minutes[other.i] ?? 0) - (moments.minutes[one.i] ?? 0),
    )
    .map(({ i }) => i);
}

/** Creates the layer of the time map. Only moments in the range are drawn and can be hit. */
export function createMomentsLayer(palette: () => Palette) {
  let display: MomentsDisplay = { moments: null, range: null, colours: null };
  const stampsFor = createMomentStamps(palette);

  const isIn = (moments: Moments, i: number) => {
    const minute = moments.minutes[i] ?? 0;
    return display.range === null || (minute >= display.range[0] && minute < display.range[1]);
  };

  const indexOf = (key: string) => (display.moments === null ? null : momentIndex(display.moments, key));

  function emphasize(frame: Frame, key: string) {
    const { moments } = display;
    const i = indexOf(key);
    if (moments === null || i === null || !isIn(moments, i)) return;
    const { context, resolution, left, top } = frame;
    const kind = moments.kinds[i] ?? 0;
    const colour = colourOf(display, kind, moments.contracts[i] ?? 0);
    for (const world of worldsIn(frame, halfWorldMetres)) {
      const x = ((moments.x[i] ?? 0) + world - left) / resolution;
      const y = (top - (moments.y[i] ?? 0)) / resolution;
      context.beginPath();
      context.arc(x, y, 10, 0, 2 * Math.PI);
      context.strokeStyle = palette().accent;
      context.lineWidth = 2.5;
      context.stroke();
      context.save();
      context.translate(x, y);
      drawMark(context, kind, colour, palette().ground);
      context.restore();
    }
  }

  const drawMarks = createMarksDrawer();

  function draw(frame: Frame) {
    const { moments } = display;
    if (moments === null) return;
    const { x, y, kinds, contracts } = moments;
    const marks = {
      x,
      y,
      halfPx,
      styleOf: (i: number) =>
        isIn(moments, i) ? (kinds[i] ?? 0) + timelineKinds.length * (contracts[i] ?? 0) : -1,
      stampOf: stampsFor(display, frame.ratio),
      cellPx: hiddenPx,
    };
    drawMarks(frame, marks);
  }

  const layers = createPointedLayer<string>({
    hasContent: () => display.moments !== null,
    draw,
    emphasize,
    zIndex: 20,
  });
  return {
    ...layers,
    setDisplay(next: MomentsDisplay) {
      display = next;
      layers.redraw();
    },
    /** Returns the number of moments in the range, including those outside of the view. */
    inRange(): number {
      const { moments } = display;
      if (moments === null) return 0;
      let count = 0;
      for (let i = 0; i < moments.count; i += 1) if (isIn(moments, i)) count += 1;
      return count;
    },
    /** Returns the moments within reach of a place in EPSG:3857 (any world copy) with their times, the nearest first. */
    hits(x: number, y: number, resolution: number): { key: string; minute: number }[] {
      const { moments } = display;
      if (moments === null) return [];
      return momentsAt(moments, [x, y], reachPx * resolution, (i) => isIn(moments, i)).map((i) => ({
        key: momentKey(moments, i),
        minute: moments.minutes[i] ?? 0,
      }));
    },
    /** Returns the places of the moments in the range, in EPSG:3857. */
    places(): { x: readonly number[]; y: readonly number[] } {
      const { moments } = display;
      const shown = moments === null ? [] : [...moments.x.keys()].filter((i) => isIn(moments, i));
      return { x: shown.map((i) => moments?.x[i] ?? 0), y: shown.map((i) => moments?.y[i] ?? 0) };
    },
    positionOf(key: string): readonly [number, number] | null {
      const i = indexOf(key);
      return i === null ? null : [display.moments?.x[i] ?? 0, display.moments?.y[i] ?? 0];
    },
  };
}
