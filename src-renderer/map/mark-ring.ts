/** Draws the ring of a highlighted or selected mark. */
export function drawMarkRing(
  context: CanvasRenderingContext2D,
  { x, y, radius, colour }: { x: number; y: number; radius: number; colour: string },
) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.strokeStyle = colour;
  context.lineWidth = 2.5;
  context.stroke();
}
