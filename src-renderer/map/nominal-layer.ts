import { groundRectangle } from '../../src-shared/geometry/ground-rectangle.ts';
import { halfWorldMetres, mercatorX, mercatorY } from '../../src-shared/geometry/mercator.ts';
import type { NominalFootprint } from '../kit/state/map-store.ts';
import { createCanvasLayer, type Frame, worldsIn } from './canvas-layer.ts';
import type { Palette } from './palette.ts';

/** A smaller outline could not be distinguished from the mark of its place. */
const minPx = 14;

/** Creates the layer of nominal footprints. They are dashed, because a scene will not cover exactly that area, and labelled. */
export function createNominalLayer(palette: () => Palette) {
  let shown: readonly { ring: readonly (readonly [number, number])[]; label: string }[] = [];
  let footprints: readonly NominalFootprint[] = [];

  function draw(frame: Frame) {
    const { context, resolution, left, top } = frame;
    const { accent, ground, label: ink } = palette();
    context.font = '10.5px "Inter Variable", system-ui, sans-serif';
    context.textAlign = 'center';
    context.lineJoin = 'round';
    for (const { ring, label } of shown)
      for (const world of worldsIn(frame, halfWorldMetres)) {
        const points = ring.map(
          ([x, y]) => [(x + world - left) / resolution, (top - y) / resolution] as const,
        );
        const [[west = 0, north = 0] = [], , [east = 0, south = 0] = []] = points;
        if (Math.max(east - west, south - north) < minPx) continue;
        const trace = (colour: string, width: number, dash: readonly number[]) => {
          context.beginPath();
          for (const [i, [x, y]] of points.entries()) {
            if (i === 0) context.moveTo(x, y);
            else context.lineTo(x, y);
          }
          context.closePath();
          context.setLineDash([...dash]);
          context.strokeStyle = colour;
          context.lineWidth = width;
          context.stroke();
          context.setLineDash([]);
        };
        trace(ground, 3.5, []);
        trace(accent, 1.5, [6, 4]);
        context.lineWidth = 3;
        context.strokeStyle = ground;
        context.fillStyle = ink;
        if (context.measureText(label).width > 2 * (east - west)) continue;
        context.strokeText(label, (west + east) / 2, south + 13);
        context.fillText(label, (west + east) / 2, south + 13);
      }
    context.textAlign = 'start';
  }

  const canvas = createCanvasLayer(draw, 14, () => shown.length > 0);
  return {
    ...canvas,
    set(next: readonly NominalFootprint[]) {
      const isSame = next.length === footprints.length && next.every((each, i) => each === footprints[i]);
      if (isSame) return;
      footprints = next;
      shown = next.map(({ at, widthKm, heightKm, label }) => ({
        ring: groundRectangle(at, widthKm * 1_000, heightKm * 1_000).map(
          ([x, y]) => [mercatorX(x), mercatorY(y)] as const,
        ),
        label,
      }));
      canvas.redraw();
    },
  };
}
