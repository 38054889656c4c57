import { placeColours } from '../../src-preload/contract/place-values.ts';
import { placeToneAt } from './place-colours.ts';

interface PointAt {
  x: number;
  y: number;
  radius: number;
  ground: string;
}

const rays = 5;
const innerPart = 0.48;

function traceStar(context: CanvasRenderingContext2D, { x, y, radius }: PointAt) {
  const outer = 1.35 * radius;
  context.beginPath();
  for (let i = 0; i < 2 * rays; i += 1) {
    const angle = (i * Math.PI) / rays - Math.PI / 2;
    const reach = i % 2 === 0 ? outer : innerPart * outer;
    context.lineTo(x + reach * Math.cos(angle), y + reach * Math.sin(angle));
  }
  context.closePath();
}

/** Draws stars in the colour of their list. No status of a task or order has this shape. */
export const placeDrawing = {
  /** The number of styles; a point has one of them. */
  styles: placeColours.length,
  /** The distance in pixels from the middle of a mark to its edge, including the ring around a selected one. */
  halfPx: 12,
  /** Draws the edge of a mark. All edges are drawn below all marks, or dense marks would hide each other. */
  drawEdge(context: CanvasRenderingContext2D, at: PointAt) {
    traceStar(context, at);
    context.lineJoin = 'round';
    context.strokeStyle = at.ground;
    context.lineWidth = 3.5;
    context.stroke();
  },
  draw(context: CanvasRenderingContext2D, style: number, at: PointAt) {
    traceStar(context, at);
    context.fillStyle = placeToneAt(style);
    context.fill();
  },
};
