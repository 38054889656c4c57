import type { LonLat } from '../../../../src-shared/geometry/lon-lat.ts';
import { halfWorldMetres, mercatorX, mercatorY } from '../../../../src-shared/geometry/mercator.ts';
import type { RemarkOnMap } from '../../../kit/state/review-store.ts';
import { type CanvasLayer, createCanvasLayer, type Frame, worldsIn } from '../../../map/canvas-layer.ts';
import type { Palette } from '../../../map/palette.ts';

/** A longer text is cut, because it would cover what the remark is about. */
const longestLabel = 60;
const markPx = 6;
/** Different from the colour of the outlines of scenes. Remarks of other reviewers are violet. */
const ownColour = '#e8590c';
const othersColour = '#9c36b5';

function verticesOf({ geometry }: RemarkOnMap): readonly LonLat[] {
  if (geometry.type === 'Point') return [geometry.coordinates];
  return geometry.type === 'LineString' ? geometry.coordinates : geometry.coordinates[0];
}

function trace(frame: Frame, vertices: readonly LonLat[], world: number) {
  const { context, left, top, resolution } = frame;
  for (const [i, [longitude, latitude]] of vertices.entries()) {
    const x = (mercatorX(longitude) + world - left) / resolution;
    const y = (top - mercatorY(latitude)) / resolution;
    if (i === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
}

const labelOf = (text: string) => {
  const [line = ''] = text.split('\n');
  return line.length > longestLabel ? `${line.slice(0, longestLabel - 1)}…` : line;
};

/** Creates the layer of the remarks of a scene: points, lines and areas, each with the first line of its text. */
export function createRemarksLayer(
  palette: () => Palette,
): CanvasLayer & { set(remarks: readonly RemarkOnMap[]): void } {
  let remarks: readonly RemarkOnMap[] = [];

  /** Strokes the path twice, so that a line is seen on land, on water and over a raster. */
  function stroke({ context }: Frame, colour: string) {
    context.strokeStyle = palette().ground;
    context.lineWidth = 5;
    context.stroke();
    context.strokeStyle = colour;
    context.lineWidth = 2.2;
    context.stroke();
  }

  function drawShape(frame: Frame, remark: RemarkOnMap, world: number) {
    const { context, left, top, resolution } = frame;
    const vertices = verticesOf(remark);
    const [first] = vertices;
    if (first === undefined) return;
    const colour = remark.isMine ? ownColour : othersColour;
    const x = (mercatorX(first[0]) + world - left) / resolution;
    const y = (top - mercatorY(first[1])) / resolution;
    context.beginPath();
    if (remark.geometry.type === 'Point') {
      context.arc(x, y, markPx, 0, 2 * Math.PI);
      context.fillStyle = colour;
      stroke(frame, palette().ground);
      context.fill();
    } else {
      trace(frame, vertices, world);
      if (remark.geometry.type === 'Polygon') {
        context.fillStyle = `color-mix(in srgb, ${colour} 18%, transparent)`;
        context.fill();
      }
      stroke(frame, colour);
    }
  }

  function drawLabel({ context, left, top, resolution }: Frame, remark: RemarkOnMap, world: number) {
    const label = labelOf(remark.text);
    const [first] = verticesOf(remark);
    if (label === '' || first === undefined) return;
    const x = (mercatorX(first[0]) + world - left) / resolution;
    const y = (top - mercatorY(first[1])) / resolution;
    context.strokeStyle = palette().ground;
    context.lineWidth = 3.5;
    context.strokeText(label, x + markPx + 5, y);
    context.fillStyle = palette().label;
    context.fillText(label, x + markPx + 5, y);
  }

  const canvas = createCanvasLayer(
    (frame) => {
      frame.context.font = '600 12px "Inter Variable", system-ui, sans-serif';
      frame.context.textBaseline = 'middle';
      frame.context.lineJoin = 'round';
      for (const world of worldsIn(frame, halfWorldMetres)) {
        for (const remark of remarks) drawShape(frame, remark, world);
        // Texts are drawn after all shapes, so that no line crosses them.
        for (const remark of remarks) drawLabel(frame, remark, world);
      }
    },
    30,
    () => remarks.length > 0,
  );
  return {
    ...canvas,
    set(next) {
      remarks = next;
      canvas.redraw();
    },
  };
}
