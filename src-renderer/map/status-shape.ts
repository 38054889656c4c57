import type { TaskStatusKind } from '../../src-preload/contract/tasking.ts';
import { statusColours } from './status-colours.ts';

const hollow: readonly TaskStatusKind[] = ['received', 'cancelled'];

/**
 * Draws a status mark as in the lists: ring, disc, square, hollow square, triangle or diamond, because colour alone is not
 * sufficient.
 */
export function drawStatusMark(
  context: CanvasRenderingContext2D,
  kind: TaskStatusKind,
  x: number,
  y: number,
  radius: number,
  ground: string,
) {
  context.beginPath();
  if (kind === 'received' || kind === 'in-progress') context.arc(x, y, radius, 0, 2 * Math.PI);
  else if (kind === 'completed' || kind === 'cancelled')
    context.rect(x - 0.85 * radius, y - 0.85 * radius, 1.7 * radius, 1.7 * radius);
  else if (kind === 'failed') {
    context.moveTo(x, y - 1.1 * radius);
    context.lineTo(x + 1.1 * radius, y + 0.85 * radius);
    context.lineTo(x - 1.1 * radius, y + 0.85 * radius);
    context.closePath();
  } else {
    context.moveTo(x, y - 1.2 * radius);
    context.lineTo(x + 1.2 * radius, y);
    context.lineTo(x, y + 1.2 * radius);
    context.lineTo(x - 1.2 * radius, y);
    context.closePath();
  }
  const colour = statusColours[kind];
  context.lineJoin = 'round';
  context.strokeStyle = ground;
  context.lineWidth = 3.5;
  context.stroke();
  if (hollow.includes(kind)) {
    context.fillStyle = ground;
    context.fill();
    context.strokeStyle = colour;
    context.lineWidth = 2;
    context.stroke();
  } else {
    context.fillStyle = colour;
    context.fill();
  }
}
