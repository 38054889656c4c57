import type { LabelRequest } from './basemap-messages.ts';
import { drawLabels, setFont } from './draw-labels.ts';
import { type LabelDrawing, labelCandidates, type MeasureText } from './label-candidates.ts';
import { createNamer } from './label-names.ts';
import { fontOf } from './label-styles.ts';
import { type PlacedLabel, placeLabels, wholeChoices } from './place-labels.ts';
import type { TileInWindow } from './tiles-in-window.ts';

const maxWidths = 20_000;

/** Returns a function that measures texts and caches their widths, because most are measured again with every move. */
function createMeasure(context: OffscreenCanvasRenderingContext2D) {
  const widths = new Map<string, number>();
  const measure: MeasureText = (text, style) => {
    const key = `${fontOf(style)} ${style.spacingPx} ${text}`;
    const stored = widths.get(key);
    if (stored !== undefined) return stored;
    if (widths.size > maxWidths) widths.clear();
    setFont(context, style);
    const { width } = context.measureText(text);
    widths.set(key, width);
    return width;
  };
  return { measure, forget: () => widths.clear() };
}

/** Creates what places and draws the names of views, in a worker. It stores which names the last view showed. */
export function createLabelRenderer() {
  const measuring = new OffscreenCanvas(1, 1).getContext('2d');
  const measured = measuring === null ? null : createMeasure(measuring);
  let shown = new Map<string, number>();
  let namer = { language: '', textOf: createNamer('en') };

  function place(request: LabelRequest, tiles: readonly TileInWindow[]) {
    const { window, marginPx, language, isMoving, isWhole } = request;
    if (measured === null) return [];
    const { measure } = measured;
    if (namer.language !== language) namer = { language, textOf: createNamer(language) };
    const { textOf } = namer;
    const all = labelCandidates({ tiles, window, marginPx, textOf, measure });
    const candidates = isWhole ? wholeChoices(all, window) : all;
    const placed = placeLabels(candidates, isMoving ? shown : undefined, request.taken);
    shown = new Map(placed.map(({ key, choice }) => [key, choice]));
    return placed;
  }

  function draw({ window, marginPx, colours }: LabelRequest, placed: readonly PlacedLabel<LabelDrawing>[]) {
    const { width, height, ratio } = window;
    // The margin is a whole number of device pixels, so that the pixels of the bitmap match those of the view.
    const margin = Math.round(marginPx * ratio);
    const canvas = new OffscreenCanvas(
      Math.round(width * ratio) + 2 * margin,
      Math.round(height * ratio) + 2 * margin,
    );
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (context === null) return null;
    context.setTransform(ratio, 0, 0, ratio, margin, margin);
    drawLabels(
      context,
      placed.map(({ drawing }) => drawing),
      colours,
    );
    return canvas.transferToImageBitmap();
  }

  return {
    render(request: LabelRequest, tiles: readonly TileInWindow[]) {
      const placed = place(request, tiles);
      const { width, height } = request.window;
      const names = placed
        .filter(({ boxes }) =>
          boxes.some(({ minX, minY, maxX, maxY }) => minX < width && minY < height && maxX > 0 && maxY > 0),
        )
        .map(({ drawing }) => drawing.text);
      const texts = placed.map(({ drawing }) => drawing.text);
      return { bitmap: draw(request, placed), names: [...new Set(names)], texts };
    },
    /** Clears the cached widths of texts, because another font has been loaded. */
    forgetWidths() {
      measured?.forget();
    },
  };
}
