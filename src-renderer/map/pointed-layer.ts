import { type CanvasLayer, createCanvasLayer, type Frame } from './canvas-layer.ts';

interface PointedLayer<Id> extends CanvasLayer {
  /** The hovered and selected marks, above all marks of all layers. */
  over: CanvasLayer;
  setEmphasis(hovered: Id | null, selected: Id | null): void;
}

interface PointedLayerOptions<Id> {
  hasContent(): boolean;
  draw(frame: Frame): void;
  /** Draws a mark highlighted; does nothing if the layer has no such mark. */
  emphasize(frame: Frame, id: Id, isSelected: boolean): void;
  zIndex: number;
}

/**
 * Creates a layer with a second canvas for its highlighted marks, so that the other marks need not be drawn again when the
 * pointer moves over marks.
 */
export function createPointedLayer<Id>({
  hasContent,
  draw,
  emphasize,
  zIndex,
}: PointedLayerOptions<Id>): PointedLayer<Id> {
  let hovered: Id | null = null;
  let selected: Id | null = null;
  const canvas = createCanvasLayer(draw, zIndex, hasContent);
  const over = createCanvasLayer(
    (frame) => {
      if (hovered !== null && hovered !== selected) emphasize(frame, hovered, false);
      if (selected !== null) emphasize(frame, selected, true);
    },
    zIndex + 1,
    () => hovered !== null || selected !== null,
  );
  return {
    layer: canvas.layer,
    over,
    redraw() {
      canvas.redraw();
      over.redraw();
    },
    setEmphasis(nextHovered, nextSelected) {
      if (hovered === nextHovered && selected === nextSelected) return;
      hovered = nextHovered;
      selected = nextSelected;
      over.redraw();
    },
  };
}
